import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { httpBackend } from '../../lib/local/iam/http-backend.ts';
import { hiddenAddress } from '../../lib/local/loopback.ts';
import { startFauxqs } from '../../lib/local/stand-ins/fauxqs.ts';
import { createSecretsStandIn } from '../../lib/local/stand-ins/secrets-manager.ts';
import { OtherTableProgram, startTableStandIn, TableLost } from '../../lib/local/stand-ins/table-stand-in.ts';
import { ensureTables, OtherLayout } from '../../lib/local/stand-ins/tables.ts';
import type { SecretSpec, TableSpec } from '../../lib/local/template/read-data.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let folder: string;
beforeAll(() => {
  folder = temporaryFolder();
});

describe('local secrets', () => {
  const secret = (name: string, initial: SecretSpec['initial']): SecretSpec => ({
    name,
    arn: `arn:${name}-abc`,
    initial,
  });

  it('have the length and character set of the template', () => {
    const made = () =>
      createSecretsStandIn([secret('signing', { passwordLength: 64 })], null).valueOf('arn:signing-abc');
    expect(made()).toMatch(/^[A-Za-z0-9]{64}$/);
    expect(made()).not.toBe(made());
  });

  it('stay the same between runs, in a file that only their owner can read', () => {
    const specs = [secret('signing', { passwordLength: 32 }), secret('providers', { value: '{}' })];
    const first = createSecretsStandIn(specs, folder);
    first.put('arn:providers-abc', '{"slack":1}');
    const second = createSecretsStandIn(specs, folder);
    expect(second.valueOf('arn:signing-abc')).toBe(first.valueOf('arn:signing-abc'));
    expect(second.valueOf('arn:providers-abc')).toBe('{"slack":1}');
    expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600);
  });

  it('are found by ARN, by name and by ARN without its random end', () => {
    const secrets = createSecretsStandIn([secret('signing', { value: 'x' })], null);
    expect(['arn:signing-abc', 'signing', 'arn:signing'].map(secrets.arnOf)).toEqual(Array(3).fill('arn:signing-abc'));
    expect(secrets.arnOf('other')).toBeUndefined();
  });
});

const table = (indexes: object[] = []): TableSpec => ({
  name: 'things',
  create: {
    TableName: 'things',
    AttributeDefinitions: [
      { AttributeName: 'pk', AttributeType: 'S' },
      ...(indexes.length > 0 ? [{ AttributeName: 'due', AttributeType: 'S' }] : []),
    ],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    BillingMode: 'PAY_PER_REQUEST',
    ...(indexes.length > 0 && { GlobalSecondaryIndexes: indexes }),
  },
  expiresAttribute: 'expires_at',
});
const quiet = { onOutput: () => undefined };

const ensure = async ({ origin }: { origin: string }, tables: TableSpec[]) => {
  const { answer, stop } = httpBackend(origin);
  await ensureTables(answer, tables).finally(stop);
};

describe('local tables', () => {
  it('listen on an address that a web page cannot find by trying ports', async () => {
    const tables = await startTableStandIn({ dataDir: null, ...quiet });
    try {
      const { hostname, port } = new URL(tables.origin);
      expect(hostname).toMatch(/^127\.\d+\.\d+\.\d+$/);
      expect(hostname).not.toBe('127.0.0.1');
      await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow();
      expect(await hiddenAddress()).not.toBe(hostname);
    } finally {
      await tables.stop();
    }
  });

  it('keep their data between runs', async () => {
    const dataDir = temporaryFolder();
    const first = await startTableStandIn({ dataDir, ...quiet });
    await ensure(first, [table()]);
    await first.stop();
    const second = await startTableStandIn({ dataDir, ...quiet });
    try {
      await ensure(second, [table()]);
      const other = [
        table([
          {
            IndexName: 'by-due',
            KeySchema: [{ AttributeName: 'due', KeyType: 'HASH' }],
            Projection: { ProjectionType: 'ALL' },
          },
        ]),
      ];
      await expect(ensure(second, other)).rejects.toThrow(OtherLayout);
    } finally {
      await second.stop();
    }
  });

  it('are taken over from a stand-in that outlived an earlier run', async () => {
    const dataDir = temporaryFolder();
    const stale = await startTableStandIn({ dataDir, ...quiet });
    const pid = Number(readFileSync(join(dataDir, 'dynamodb.pid'), 'utf8'));
    const next = await startTableStandIn({ dataDir, ...quiet });
    try {
      await expect
        .poll(() =>
          fetch(stale.origin).then(
            () => 'alive',
            () => 'gone',
          ),
        )
        .toBe('gone');
      expect(Number(readFileSync(join(dataDir, 'dynamodb.pid'), 'utf8'))).not.toBe(pid);
    } finally {
      await next.stop();
      await stale.stop();
    }
  });
});

describe('a table program that exits', () => {
  /** A program that ends immediately from its second start on. */
  const fragile = (dataDir: string) => {
    const command = join(temporaryFolder(), 'fragile');
    const lives = `[ -e '${dataDir}/started' ] && exit 3; touch '${dataDir}/started'; echo listening on; exec sleep 600`;
    writeFileSync(command, `#!/bin/sh\n${lives}\n`, { mode: 0o700 });
    return { kind: 'dynoxide', command } as const;
  };

  it('is reported once if it cannot be restarted, and no call waits for it', async () => {
    const dataDir = temporaryFolder();
    const lost = Promise.withResolvers<Error>();
    const tables = await startTableStandIn({ dataDir, ...quiet, program: fragile(dataDir), onLost: lost.resolve });
    process.kill(Number(readFileSync(join(dataDir, 'dynamodb.pid'), 'utf8')), 'SIGKILL');
    expect((await lost.promise).message).toBe(
      `The local table stopped (SIGKILL) and could not be restarted (exit code 3). Run npm start again; its data is in ${dataDir}.`,
    );
    await expect(tables.ready()).rejects.toThrow(TableLost);
    await tables.stop();
  });
});

describe('tables written by another program', () => {
  it('are not replaced by empty ones', async () => {
    const dataDir = temporaryFolder();
    writeFileSync(join(dataDir, 'shared-local-instance.db'), '');
    await expect(
      startTableStandIn({ dataDir, ...quiet, program: { kind: 'dynoxide', command: '/nowhere' } }),
    ).rejects.toThrow(OtherTableProgram);
  });
});

describe('local queues', () => {
  const start = (dataDir: string) => startFauxqs({ dataDir, region: 'eu-central-1', now: Date.now });

  it('return the messages of a killed run immediately and in order', async () => {
    const dataDir = temporaryFolder();
    const first = await start(dataDir);
    first.createQueue('lanes.fifo', { FifoQueue: 'true' });
    const QueueUrl = 'http://localhost/000000000000/lanes.fifo';
    for (const MessageBody of ['1', '2']) {
      await first.call('SendMessage', {
        QueueUrl,
        MessageBody,
        MessageGroupId: 'g',
        MessageDeduplicationId: MessageBody,
      });
    }
    await first.call('ReceiveMessage', { QueueUrl, VisibilityTimeout: 3600 });
    first.stop();

    const second = await start(dataDir);
    const { Messages } = await second.call<{ Messages?: { Body: string }[] }>('ReceiveMessage', { QueueUrl });
    second.stop();
    expect(Messages?.map(({ Body }) => Body)).toEqual(['1']);
  });

  it('can make a message visible immediately and keep its receive count', async () => {
    const queues = await start(temporaryFolder());
    queues.createQueue('lanes.fifo', { FifoQueue: 'true' });
    const QueueUrl = 'http://localhost/000000000000/lanes.fifo';
    await queues.call('SendMessage', { QueueUrl, MessageBody: 'x', MessageGroupId: 'g', MessageDeduplicationId: '1' });
    type Received = { Messages?: { ReceiptHandle: string; Attributes: Record<string, string> }[] };
    const receive = () => queues.call<Received>('ReceiveMessage', { QueueUrl, MessageSystemAttributeNames: ['All'] });
    const handle = (await receive()).Messages?.[0]?.ReceiptHandle;
    await queues.call('ChangeMessageVisibility', { QueueUrl, ReceiptHandle: handle, VisibilityTimeout: 0 });
    expect((await receive()).Messages?.[0]?.Attributes.ApproximateReceiveCount).toBe('2');
    queues.stop();
  });

  it('continue a group after its message was received, and allow it to be received again', async () => {
    const queues = await start(temporaryFolder());
    queues.createQueue('lanes.fifo', { FifoQueue: 'true' });
    const QueueUrl = 'http://localhost/000000000000/lanes.fifo';
    for (const MessageBody of ['1', '2'])
      await queues.call('SendMessage', {
        QueueUrl,
        MessageBody,
        MessageGroupId: 'g',
        MessageDeduplicationId: MessageBody,
      });
    type Received = { Messages?: { ReceiptHandle: string; Body: string }[] };
    const receive = async () => (await queues.call<Received>('ReceiveMessage', { QueueUrl })).Messages?.[0];
    const first = await receive();
    expect([first?.Body, await receive()]).toEqual(['1', undefined]);
    const Entries = [{ Id: '0', ReceiptHandle: first?.ReceiptHandle }];
    await queues.call('DeleteMessageBatch', { QueueUrl, Entries });
    expect((await receive())?.Body).toBe('2');
    expect(await queues.call('DeleteMessageBatch', { QueueUrl, Entries })).toMatchObject({ Successful: [{ Id: '0' }] });
    queues.stop();
  });
});
