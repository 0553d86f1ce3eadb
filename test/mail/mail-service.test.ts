import { createServer } from 'node:http';
import { SESClient } from '@aws-sdk/client-ses';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { sesMailer } from '../../lambdas/adapters/mailer.ts';
import { createGate } from '../../lib/local/iam/gate.ts';
import { openAwsServer } from '../../lib/local/iam/request-handler.ts';
import { createUsageMeter } from '../../lib/local/iam/usage-meter.ts';
import { type LoopbackServer, listenOnLoopback } from '../../lib/local/loopback.ts';
import { createSesStandIn } from '../../lib/local/stand-ins/ses.ts';
import { readAssembly } from '../../lib/local/template/assembly.ts';
import { type Deployment, readDeployment } from '../../lib/local/template/deployment.ts';
import { localAssembly } from '../support/assembly.ts';
import { serveSes } from '../support/ses.ts';

const OPERATOR = 'operator@somewhere.example';
const settings = { from: 'tellhook@tellhook.example', configurationSet: 'tellhook-local' };
const mail = { to: OPERATOR, subject: 'Hello', text: 'Text', html: '<p>Text</p>', id: 'a' };

let deployment: Deployment;
beforeAll(async () => {
  deployment = readDeployment(readAssembly(await localAssembly()));
}, 120_000);
const servers: LoopbackServer[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(servers.splice(0).map(({ stop }) => stop()));
});
const listen = async (server: Parameters<typeof listenOnLoopback>[0]) => {
  const listening = await listenOnLoopback(server);
  servers.push(listening);
  return listening;
};

/** SES in its sandbox behind IAM, with the role of `accounts` from the template. */
const inSandbox = async (from = settings.from) => {
  const identities = [...deployment.mail.identities, OPERATOR];
  const identityOf = (address: string) =>
    identities.find((identity) => address === identity || address.endsWith(`@${identity}`));
  const verified = (address: string) => identityOf(address) !== undefined;
  const ses = createSesStandIn({ onMail: () => 'accept', verified, sandbox: true });
  const grants = deployment.functions.find(({ spec }) => spec.name === 'accounts')?.grants ?? [];
  const usage = createUsageMeter(new Map([['accounts', grants]]), () => new Date());
  const { region, account } = deployment;
  const none = () => undefined;
  const gate = createGate({
    principals: new Map([['AKIA', { functionName: 'accounts', roleArn: 'role', grants, isPoller: false }]]),
    catalog: { region, account, secretArn: none, identityOf, mailSandbox: true },
    usage,
    onDenied: none,
  });
  const server = await openAwsServer({
    gate,
    usage,
    backends: { ses, dynamodb: ses, sqs: ses, secretsmanager: ses, s3: ses },
    secretOf: () => 'local',
  });
  servers.push(server);
  const client = new SESClient({
    region,
    endpoint: server.origin,
    credentials: { accessKeyId: 'AKIA', secretAccessKey: 'local' },
    maxAttempts: 1,
  });
  return sesMailer({ ...settings, from }, client);
};

describe('the sandbox of the email service', () => {
  it('accepts email to an address that the operator verified', async () => {
    expect(await (await inSandbox()).send(mail)).toMatchObject({ kind: 'ok' });
  });

  it('rejects other recipients, and the reason names them and not the sender', async () => {
    expect(await (await inSandbox()).send({ ...mail, to: 'ada@example.com' })).toMatchObject({
      kind: 'fail_config',
      code: 'installation-misconfigured',
      reason: 'This installation’s email service sends only to verified addresses so far.',
    });
  });

  it('sends only from the sender in the settings', async () => {
    expect(await (await inSandbox('ceo@tellhook.example')).send(mail)).toMatchObject({
      kind: 'fail_config',
      code: 'installation-misconfigured',
      reason: 'This installation is not allowed to send this email.',
      providerWords: expect.stringContaining('ses:SendRawEmail'),
    });
  });
});

describe('the first email after a pause', () => {
  it('is sent once, although the email service closed the idle connection', async () => {
    const taken: string[] = [];
    const ses = serveSes(
      createSesStandIn({
        onMail: ({ subject }) => {
          taken.push(subject);
          return 'accept';
        },
      }),
    );
    const used = new WeakSet();
    const server = await listen(
      createServer((request, response) => {
        // The server closes a connection after its first response, so a second request arrives too late.
        if (used.has(request.socket)) request.socket.resetAndDestroy();
        else ses(request, response);
        used.add(request.socket);
      }),
    );
    vi.stubEnv('AWS_REGION', 'eu-central-1');
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIA');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local');
    vi.stubEnv('AWS_ENDPOINT_URL_SES', server.origin);
    const mailer = sesMailer(settings);
    expect(await mailer.send(mail)).toMatchObject({ kind: 'ok' });
    expect(await mailer.send({ ...mail, subject: 'After a pause' })).toMatchObject({ kind: 'ok' });
    expect(taken).toEqual(['Hello', 'After a pause']);
  });
});
