import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { beforeAll, describe, expect, it } from 'vitest';
import { floodGate } from '../../../lambdas/http/flood-gate.ts';
import { invokeHost } from '../../../lambdas/http/invoke-host.ts';
import type { IncomingCall, InvocationSummary } from '../../../lambdas/model/invocation.ts';
import { AppError } from '../../../lambdas/platform/errors.ts';
import type { FunctionResult } from '../../../lib/local/functions/protocol.ts';
import type { WireAnswer } from '../../../lib/local/gateway/exchange.ts';
import { createHandlers } from '../../../lib/local/listeners.ts';
import { readAssembly } from '../../../lib/local/template/assembly.ts';
import { type Deployment, readDeployment } from '../../../lib/local/template/deployment.ts';
import { synthesized } from '../../stacks/synthesized.ts';
import { captureLog } from '../../support/log.ts';

captureLog();

/** The daily quota of each webhook's owner. */
const QUOTA = 1500;

const CALLS_PER_MINUTE = 60;
const acl = (name: string) => `arn:aws:wafv2:us-east-1:000000000000:global/webacl/${name}/local`;

let stages: ReturnType<typeof synthesized>[];
let plain: Deployment;
let walled: Deployment;
beforeAll(() => {
  stages = [
    synthesized('local'),
    synthesized('local', {
      firewall: { requestsPerFiveMinutes: 2000, callsPerMinute: CALLS_PER_MINUTE },
      webAclArn: acl('tellhook-local'),
      invokeDistribution: { webAclArn: acl('tellhook-local-invoke') },
    }),
  ];
  [plain, walled] = stages.map(({ app }) => readDeployment(readAssembly(app.outdir))) as [Deployment, Deployment];
}, 120_000);

/** The template's gateways, in front of the invoke function's listener, with an adjustable clock. */
const gateways = (deployment: Deployment) => {
  let now = 0;
  let looked = 0;
  const left = new Map<string, number>();
  const calls: IncomingCall[] = [];
  const accept = async (incoming: IncomingCall) => {
    const { route } = incoming;
    looked += 1;
    calls.push(incoming);
    const quota = left.get(route) ?? QUOTA;
    if (quota === 0) throw new AppError('quota-exceeded', 'Used up', { retryAfterSeconds: 3600 });
    left.set(route, quota - 1);
    return { id: 'i', userId: 7, webhookId: 1, method: 'POST', dispatches: {} } as unknown as InvocationSummary;
  };
  const host = invokeHost(
    accept,
    async () => true,
    floodGate(() => now),
    deployment.distributions.length > 1
      ? { keys: async () => ({ current: 'edge-key', previous: async () => '' }), host: 'in.example.com' }
      : undefined,
  );
  const invoke = async (_: string, event: unknown): Promise<FunctionResult> => {
    const value = await host(event as APIGatewayProxyEventV2, {} as Context);
    return { ok: true, value, requestId: 'r', durationMs: 1, cpuMs: 1 };
  };
  const handlers = createHandlers({
    deployment,
    clock: { now: () => new Date(now) },
    console: { call: () => undefined, problem: () => undefined },
    secrets: { valueOf: () => 'edge-key' },
    objects: { get: () => undefined },
    invoke,
    rewrite: (text) => text,
    liveWebDir: undefined,
  });
  return {
    call: (route: string, ip: string): Promise<WireAnswer> =>
      handlers.invoke({
        method: 'POST',
        target: `/${route}`,
        headers: [
          ['host', 'localhost:3001'],
          ['tellhook-viewer-address', '203.0.113.9'],
        ],
        body: Buffer.alloc(0),
        ip,
      }),
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
    looked: () => looked,
    calls,
  };
};

/** For some time, one caller floods its webhook, and another sends a call a second. */
const playFlood = async ({ call, pass }: ReturnType<typeof gateways>, seconds: number, callsPerSecond: number) => {
  const innocent: number[] = [];
  const flooder: WireAnswer[] = [];
  for (let made = 0; made < seconds * callsPerSecond; made += 1) {
    pass(1000 / callsPerSecond);
    flooder.push(await call('flooded', '192.0.2.66'));
    if (made % callsPerSecond === callsPerSecond / 2) innocent.push((await call('quiet', '198.51.100.1')).status);
  }
  return { innocent, flooder };
};

/** The same gateways with a hundredth of the shared throttle, so a hundredth of the calls exhausts it. */
const narrow = (deployment: Deployment): Deployment => ({
  ...deployment,
  apis: deployment.apis.map((api) => ({ ...api, throttle: { perSecond: 60, burst: 30 } })),
});

describe('two thousand calls a second of one tenant', () => {
  it('block no one else: the product rejects them per webhook, with the time to wait, before the gateway does', async () => {
    const seconds = 4;
    const played = gateways(plain);
    const { innocent, flooder } = await playFlood(played, seconds, 2000);
    expect(innocent).toEqual(Array(seconds).fill(202));
    expect(flooder.filter(({ status }) => status === 202)).toHaveLength(QUOTA);
    const refused = flooder.filter(({ status }) => status !== 202);
    const answers = refused.map(({ status, headers }) => `${status} ${new Headers(headers).get('retry-after')}`);
    expect(new Set(answers)).toEqual(new Set(['429 3600']));
    // The table is read for accepted calls, and every two seconds to check the quota.
    expect(played.looked()).toBeLessThan(QUOTA + 2 * seconds);
  });
});

describe('more calls from one address than the shared limit allows', () => {
  it('block everyone if the gateway is not protected', async () => {
    const { innocent } = await playFlood(gateways(narrow(plain)), 10, 240);
    expect(innocent).toContain(429);
  });

  it('are blocked by the invoke host’s firewall before the gateway, and block no one else', async () => {
    const played = gateways(narrow(walled));
    const { innocent, flooder } = await playFlood(played, 10, 240);
    expect(innocent).toEqual(Array(10).fill(202));
    const blocked = flooder.filter(({ headers }) => new Headers(headers).get('retry-after') === '60');
    expect(blocked.map(({ status }) => status)).toEqual(Array(flooder.length - CALLS_PER_MINUTE).fill(429));
    // After a minute, the address is accepted again.
    played.pass(120_000);
    expect((await played.call('flooded', '192.0.2.66')).status).toBe(202);
  });

  it('are counted by the address that CloudFront saw, and stored without its headers', async () => {
    const played = gateways(walled);
    await played.call('quiet', '198.51.100.1');
    expect(played.calls).toMatchObject([{ route: 'quiet', ip: '198.51.100.1' }]);
    expect(Object.keys(played.calls[0]?.headers ?? {}).filter((name) => /tellhook|via|amz-cf/.test(name))).toEqual([]);
    expect(played.calls[0]?.headers.host).toBe('in.example.com');
  });
});
