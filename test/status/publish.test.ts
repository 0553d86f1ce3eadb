import { beforeAll, describe, expect, it, vi } from 'vitest';
import { statusStore } from '../../lambdas/adapters/status-store.ts';
import { publishStatus, STATUS_PAGE, STATUS_RECORD } from '../../lambdas/status/publish.ts';
import { withCheck, withReport } from '../../lambdas/status/record.ts';
import { createGate } from '../../lib/local/iam/gate.ts';
import type { Grant } from '../../lib/local/iam/policies.ts';
import { openAwsServer } from '../../lib/local/iam/request-handler.ts';
import { createUsageMeter } from '../../lib/local/iam/usage-meter.ts';
import { createObjectsStandIn } from '../../lib/local/stand-ins/objects.ts';
import { movableClock } from '../support/in-memory.ts';

const arnOf = (key: string) => `arn:aws:s3:::site/${key}`;
const allGrants: Grant[] = [
  { effect: 'Allow', action: 's3:PutObject', resources: [arnOf(STATUS_RECORD), arnOf(STATUS_PAGE)] },
  { effect: 'Allow', action: 's3:GetObject', resources: [arnOf(STATUS_RECORD)] },
];

/** The store against the S3 stand-in. */
const opened = async (grants = allGrants) => {
  const objects = createObjectsStandIn(null);
  const usage = createUsageMeter(new Map([['canary', grants]]), () => new Date());
  const none = () => undefined;
  const gate = createGate({
    principals: new Map([['AKIA', { functionName: 'canary', roleArn: 'role', grants, isPoller: false }]]),
    catalog: { region: 'eu-central-1', account: '000000000000', secretArn: none, identityOf: none },
    usage,
    onDenied: none,
  });
  const { answer } = objects;
  const backends = { dynamodb: answer, sqs: answer, ses: answer, secretsmanager: answer, s3: answer };
  const server = await openAwsServer({ gate, usage, backends, secretOf: () => 'local' });
  vi.stubEnv('AWS_ENDPOINT_URL', server.origin);
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIA');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local');
  const store = statusStore('site');
  return {
    ports: { ...store, everyMinutes: 5 },
    page: () => objects.get('site', STATUS_PAGE),
    record: () => objects.get('site', STATUS_RECORD),
    put: (body: string) =>
      answer({
        target: 'AmazonS3.PutObject',
        body: JSON.stringify({ Bucket: 'site', Key: STATUS_RECORD, Body: body }),
      }),
    stop: async () => {
      vi.unstubAllEnvs();
      await server.stop();
    },
  };
};

const clock = movableClock('2026-11-20T12:00:00.000Z');
const check = () => ({ at: clock().toISOString(), accepted: true, delivered: true, delayMs: 400 });

describe('the status page in the site’s bucket', () => {
  let store: Awaited<ReturnType<typeof opened>>;
  beforeAll(async () => {
    store = await opened();
    return store.stop;
  });

  it('appears with the first check, and keeps the earlier ones', async () => {
    await publishStatus(store.ports, clock(), (record) => withCheck(record, check()));
    expect(store.page()).toMatchObject({
      body: expect.stringContaining('All checks pass'),
      contentType: 'text/html; charset=utf-8',
      cacheControl: 'public, max-age=60',
    });
    clock.advance(300);
    const { checks } = await publishStatus(store.ports, clock(), (record) => withCheck(record, check()));
    expect(checks).toHaveLength(2);
    expect(JSON.parse(store.record()?.body ?? '')).toMatchObject({ everyMinutes: 5, days: [{ checks: 2, failed: 0 }] });
  });

  it('keeps what another writer has written in the meantime', async () => {
    let isFirst = true;
    const read: typeof store.ports.read = async () => {
      const stored = await store.ports.read();
      if (isFirst) {
        isFirst = false;
        const report = { action: 'open', at: clock().toISOString(), text: 'Late <b>messages</b>' } as const;
        await publishStatus(store.ports, clock(), (record) => withReport(record, report));
      }
      return stored;
    };
    const { checks, incidents } = await publishStatus({ ...store.ports, read }, clock(), (record) =>
      withCheck(record, check()),
    );
    expect([checks.length, incidents.length]).toEqual([3, 1]);
    expect(store.page()?.body).toContain('Late &#60;b&#62;messages');
  });
});

it('a record that cannot be read is never replaced by an empty one', async () => {
  const store = await opened(allGrants.filter(({ action }) => action === 's3:PutObject'));
  await store.put('{"an":"earlier record"}');
  await expect(publishStatus(store.ports, clock(), (record) => withCheck(record, check()))).rejects.toThrow();
  expect(store.record()?.body).toBe('{"an":"earlier record"}');
  expect(store.page()).toBeUndefined();
  await store.stop();
});
