import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { floodGate } from '../../../lambdas/http/flood-gate.ts';
import { invokeHost } from '../../../lambdas/http/invoke-host.ts';
import type { IncomingCall, InvocationSummary } from '../../../lambdas/invocations/invocation.ts';
import { AppError } from '../../../lambdas/platform/errors.ts';
import { createHandlers } from '../../../lib/local/doors.ts';
import type { FunctionResult } from '../../../lib/local/functions/protocol.ts';
import type { WireAnswer } from '../../../lib/local/gateway/exchange.ts';
import { readAssembly } from '../../../lib/local/template/assembly.ts';
import { type Deployment, readDeployment } from '../../../lib/local/template/deployment.ts';
import { synthesized } from '../../stacks/synthesized.ts';
import { captureLog } from '../../support/log.ts';

captureLog();

/** Calls that the plan of each webhook's owner allows. */
const QUOTA = 1500;
const SECONDS = 20;

let local: ReturnType<typeof synthesized>;
let deployment: Deployment;
beforeAll(() => {
  local = synthesized('local');
  deployment = readDeployment(readAssembly(local.app.outdir));
}, 60_000);
afterAll(() => local.remove());

/** The gateways of the template, with the invoke function's own door behind them and a clock that the test moves. */
const gateways = () => {
  let now = 0;
  let looked = 0;
  const left = new Map<string, number>();
  const accept = async ({ route }: IncomingCall) => {
    looked += 1;
    const quota = left.get(route) ?? QUOTA;
    if (quota === 0) throw new AppError('quota-exceeded', 'Used up', { retryAfterSeconds: 3600 });
    left.set(route, quota - 1);
    return { id: 'i', userId: 7, webhookId: 1, method: 'POST', dispatches: {} } as unknown as InvocationSummary;
  };
  const host = invokeHost(
    accept,
    async () => true,
    floodGate(() => now),
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
    invoke,
    rewrite: (text) => text,
    liveWebDir: undefined,
  });
  return {
    call: (route: string, ip: string): Promise<WireAnswer> =>
      handlers.invoke({
        method: 'POST',
        target: `/${route}`,
        headers: [['host', 'localhost:3001']],
        body: Buffer.alloc(0),
        ip,
      }),
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
    looked: () => looked,
  };
};

/** Two thousand calls a second from one caller to its webhook, and one a second from another, for a while. */
const playFlood = async ({ call, pass }: ReturnType<typeof gateways>) => {
  const innocent: number[] = [];
  const flooder: WireAnswer[] = [];
  for (let second = 0; second < SECONDS; second += 1)
    for (let step = 0; step < 1000; step += 1) {
      pass(1);
      for (let each = 0; each < 2; each += 1) flooder.push(await call('flooded', '192.0.2.66'));
      if (step === 500) innocent.push((await call('quiet', '198.51.100.1')).status);
    }
  return { innocent, flooder };
};

describe('two thousand calls a second of one tenant', () => {
  it('lock nobody else out: the product refuses them, by webhook and with a time to come back, before the gateway does', async () => {
    const played = gateways();
    const { innocent, flooder } = await playFlood(played);
    expect(innocent).toEqual(Array(SECONDS).fill(202));
    expect(flooder.filter(({ status }) => status === 202)).toHaveLength(QUOTA);
    const refused = flooder.filter(({ status }) => status !== 202);
    const answers = refused.map(({ status, headers }) => `${status} ${new Headers(headers).get('retry-after')}`);
    expect(new Set(answers)).toEqual(new Set(['429 3600']));
    // The table is asked for what was accepted and once in two seconds whether there is quota again.
    expect(played.looked()).toBeLessThan(QUOTA + SECONDS + SECONDS);
  });
});
