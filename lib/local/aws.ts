import { randomBytes } from 'node:crypto';
import type { ProductClock } from './clock.ts';
import type { Console } from './console.ts';
import type { DataDirectory } from './data-directory.ts';
import { createGate, type Gate, type Principal } from './iam/gate.ts';
import { httpBackend } from './iam/http-backend.ts';
import { openAwsServer } from './iam/request-handler.ts';
import { createUsageMeter, type UsageMeter } from './iam/usage-meter.ts';
import type { Catalog } from './iam/wire.ts';
import type { LoopbackServer } from './loopback.ts';
import { type QueueStandIn, startFauxqs } from './stand-ins/fauxqs.ts';
import { createObjectsStandIn, type ObjectsStandIn } from './stand-ins/objects.ts';
import { ensureQueues } from './stand-ins/queues.ts';
import { createSecretsStandIn, type SecretsStandIn } from './stand-ins/secrets-manager.ts';
import { createSesStandIn, type SesOptions } from './stand-ins/ses.ts';
import type { TableStandIn } from './stand-ins/table-stand-in.ts';
import { ensureTables } from './stand-ins/tables.ts';
import type { Deployment } from './template/deployment.ts';

/** AWS on this machine: the template's tables, queues, secrets and objects as stand-ins, behind the IAM gate. */
export interface LocalAws {
  /** The one endpoint of all services. */
  server: LoopbackServer;
  /** Authorises requests from this process, which bypass the server. */
  gate: Gate;
  queues: QueueStandIn;
  secrets: SecretsStandIn;
  objects: ObjectsStandIn;
  usage: UsageMeter;
  /** Access keys of a function. */
  keysOf(functionName: string): AccessKeys;
  /** Access key of the event source mapping, which polls with the function's role. */
  pollersKey(functionName: string): string;
  stop(): Promise<void>;
}

export interface AccessKeys {
  accessKeyId: string;
  secretAccessKey: string;
}

/** Returns an access key id that contains the function's name, so its owner is recognisable in a log. */
const accessKey = (functionName: string, isPoller = false): string =>
  `AKIA${isPoller ? 'POLL' : 'LOCAL'}${functionName.toUpperCase().replace(/[^A-Z0-9]/g, '')}`;

/** `mailSandbox`: the manually verified addresses and domains in SES's sandbox; undefined outside the sandbox. */
const createCatalog = (
  deployment: Deployment,
  secrets: SecretsStandIn,
  mailSandbox: readonly string[] | undefined,
): Catalog => {
  const { region, account, mail } = deployment;
  const identities = [...mail.identities, ...(mailSandbox ?? [])];
  return {
    region,
    account,
    secretArn: secrets.arnOf,
    identityOf: (address) => {
      const known = address.toLowerCase();
      const domain = known.slice(known.lastIndexOf('@') + 1);
      return [known, domain].find((identity) => identities.includes(identity));
    },
    mailSandbox: mailSandbox !== undefined,
  };
};

const principalsOf = ({ account, functions }: Deployment): Map<string, Principal> =>
  new Map(
    functions.flatMap(({ spec, roleName, grants }) =>
      [false, true].map((isPoller): [string, Principal] => [
        accessKey(spec.name, isPoller),
        {
          functionName: spec.name,
          roleArn: `arn:aws:sts::${account}:assumed-role/${roleName}`,
          grants,
          isPoller,
        },
      ]),
    ),
  );

/** Starts all stand-ins behind one endpoint. The table is already running, because it doesn't need the template. */
export const startAws = async (options: {
  deployment: Deployment;
  tables: TableStandIn;
  data: Pick<DataDirectory, 'path' | 'isNew'>;
  clock: ProductClock;
  console: Console;
  onMail: SesOptions['onMail'];
  mailSandbox?: readonly string[] | undefined;
}): Promise<LocalAws> => {
  const { deployment, tables, data, clock, console, mailSandbox } = options;
  const { region } = deployment;
  const secrets = createSecretsStandIn(deployment.secrets, data.path);
  const objects = createObjectsStandIn(data.path);
  const catalog = createCatalog(deployment, secrets, mailSandbox);
  const verified = (address: string) => catalog.identityOf(address) !== undefined;
  const usage = createUsageMeter(
    new Map(deployment.functions.map(({ spec, grants }) => [spec.name, grants])),
    clock.now,
  );
  const tableBackend = httpBackend(tables.origin, tables.ready);
  const [queues] = await Promise.all([
    startFauxqs({ dataDir: data.path, region, now: () => clock.now().getTime() }),
    ensureTables(tableBackend.answer, deployment.tables, data.isNew ? undefined : (tables.file ?? undefined)),
  ]);
  await ensureQueues(queues, deployment.queues, region);
  const onDenied = (message: string) => console.problem('iam', `AccessDenied: ${message}`);
  const principals = principalsOf(deployment);
  const gate = createGate({ principals, catalog, usage, onDenied });
  const backends = {
    dynamodb: tableBackend.answer,
    sqs: queues.answer,
    ses: createSesStandIn({ onMail: options.onMail, verified, sandbox: mailSandbox !== undefined }),
    secretsmanager: secrets.answer,
    s3: objects.answer,
  };
  // Secrets are different in each run, so keys in a function's logs are useless later.
  const secretOfKey = new Map([...principals.keys()].map((key) => [key, randomBytes(32).toString('base64url')]));
  const server = await openAwsServer({ gate, usage, backends, secretOf: (key) => secretOfKey.get(key) });
  return {
    server,
    gate,
    queues,
    secrets,
    objects,
    usage,
    keysOf: (functionName) => {
      const accessKeyId = accessKey(functionName);
      return { accessKeyId, secretAccessKey: secretOfKey.get(accessKeyId) ?? '' };
    },
    pollersKey: (functionName) => accessKey(functionName, true),
    async stop() {
      await server.stop();
      tableBackend.stop();
      queues.stop();
    },
  };
};
