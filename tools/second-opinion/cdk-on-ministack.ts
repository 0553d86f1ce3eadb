import { rmSync } from 'node:fs';
import path from 'node:path';
import { GetSecretValueCommand, PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { mergeSecret } from '../../lambdas/adapters/merge-secret.ts';
import { call, createWebhook, eventually, signUp, type User } from '../../test/support/product.ts';
import { ACCOUNT, assemble, templatesOf } from './assemblies.ts';
import { type Ministack, startMinistack } from './ministack-server.ts';
import type { Tell } from './opinion.ts';
import { pruneAssembly } from './prune.ts';
import type { Python } from './python.ts';
import { cacheDir, projectDir, run, tailOf } from './run.ts';

const REGION = 'eu-central-1';
const STAGE = 'dev';

/** A first deployment: no domain, only an address for email. */
const PLAIN = {
  appUrl: undefined,
  invokeUrl: undefined,
  certificates: undefined,
  firewall: undefined,
  mail: { operator: 'operator@second-opinion.test' },
};

/** A later change by the operator. */
const CHANGES = {
  ...PLAIN,
  mail: { operator: 'somebody-else@second-opinion.test' },
  plans: { free: { maxInvocationsPerDay: 26 } },
};

/** Gaps of ministack beyond missing resource types. */
const LACKS = {
  'calls through the distribution':
    'its origin is asked by TLS, which ministack’s gateway does not speak: a loopback front adds the headers that the distribution adds',
  'pages of the app': 'the bucket’s copies are left out, so the API alone is asked',
  'rights of the roles': 'not enforced there; the local machine enforces them',
  'bounces of email': 'ministack accepts a mail and tells no event',
};

/** The remains of a stage without `keepData`: the site's files. */
const STAYS = '1 × AWS::S3::Bucket';

interface State {
  stacks: Record<string, { status: string; types: string[]; outputs: Record<string, string> }>;
  functions: Record<string, Record<string, string>>;
  tables: string[];
  queues: string[];
  roles: string[];
  logGroups: string[];
  buckets: string[];
  distributions: Record<string, { host: string; headers: Record<string, string> }[]>;
}

/** Counts resources by type, for example two of `AWS::SQS::Queue`. */
const countOf = (types: string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const type of types) counts.set(type, (counts.get(type) ?? 0) + 1);
  return counts;
};

const inWords = (counts: Map<string, number>): string =>
  [...counts]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([type, count]) => `${count} × ${type}`)
    .join(', ');

const ours = ({ stacks }: State) => Object.entries(stacks).filter(([name]) => name.startsWith('tellhook-'));
const knowing = ({ functions }: State, value: RegExp) =>
  Object.values(functions).filter((variables) => Object.values(variables).some((it) => value.test(it))).length;

/** A failed part of the run: its row is printed, and the parts that depend on it are skipped. */
class Refused extends Error {}

/** Sends a call and waits for the delivery of its message. @returns the delivered message */
const deliver = async (url: string, user: User): Promise<string> => {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: '{"word": "second", "items": [1, 2, 3]}' });
  const text = await answer.text();
  if (answer.status !== 202) throw new Error(`the call was answered ${answer.status}: ${text.slice(0, 200)}`);
  const { id } = JSON.parse(text) as { id: string };
  const dispatch = await eventually(
    async () => (await user.api('listDispatches', { id })).find(({ status }) => status !== 'pending'),
    'a delivered message',
    60_000,
    500,
  );
  if (dispatch.status !== 'success' || dispatch.rendered_message !== 'SECOND says 3')
    throw new Error(`${dispatch.status}: “${dispatch.rendered_message}” ${dispatch.error_message}`);
  return dispatch.rendered_message;
};

/** Runs the real `cdk` command against ministack: bootstrap, deploy, a message, deploy with other settings, destroy. */
export const cdkOnMinistack = async (python: Python, tell: Tell): Promise<void> => {
  const of = `cdk on ministack ${python.versions.ministack}`;
  const script = path.join(import.meta.dirname, 'ministack-state.py');
  const ask = async <Answer>(there: Ministack, ...parameters: string[]): Promise<Answer> => {
    const { code, stdout, output } = await run(python.program('python'), [script, ...parameters], { env: there.env });
    if (code !== 0) throw new Refused(`ministack-state.py ${parameters[0]}: ${tailOf(output)}`);
    return JSON.parse(stdout) as Answer;
  };
  const part = async (about: string, play: () => Promise<string>): Promise<void> => {
    try {
      tell({ of, about, verdict: 'agrees', detail: await play() });
    } catch (error) {
      const logged = await ask<string[]>(ministack, 'errors', REGION);
      tell({ of, about, verdict: 'FAILED', detail: [(error as Error).message, ...logged].join(' · ') });
      throw new Refused(about);
    }
  };
  const ministack = await startMinistack(python, REGION);
  const state = () => ask<State>(ministack, 'state', REGION);
  const cdk = async (...parameters: string[]): Promise<void> => {
    const command = path.join(projectDir, 'node_modules/.bin/cdk');
    // Run in another folder, because this project's cdk.json would name the unchanged app.
    const { code, output } = await run(command, parameters, { env: ministack.env, cwd: cacheDir });
    if (code !== 0) throw new Error(`cdk ${parameters[0]} ended with ${code}: ${tailOf(output)}`);
  };
  const deploy = (folder: string) => cdk('deploy', '--app', folder, '--all', '--require-approval', 'never');

  try {
    const known = new Set(await ask<string[]>(ministack, 'types'));
    const folders = [
      await assemble(STAGE, REGION, 'first', PLAIN),
      await assemble(STAGE, REGION, 'second', CHANGES),
    ] as const;
    const [first] = folders.map((folder) => pruneAssembly(folder, known));
    if (!first) throw new Refused('assemblies');
    for (const [about, count] of [...first.left].sort(([a], [b]) => a.localeCompare(b)))
      tell({ of, about, verdict: 'cannot', detail: `${count} left out: ministack’s CloudFormation cannot make it` });
    for (const [about, detail] of Object.entries(LACKS)) tell({ of, about, verdict: 'cannot', detail });

    await part('bootstrap', async () => {
      await cdk('bootstrap', `aws://${ACCOUNT}/${REGION}`);
      return REGION;
    });
    await part('deploy all stacks without a domain', async () => {
      await deploy(folders[0]);
      const now = await state();
      const made = countOf(ours(now).flatMap(([, { types }]) => types));
      const missing = [...first.kept].filter(([type, count]) => made.get(type) !== count);
      if (missing.length > 0)
        throw new Error(
          `wanted ${inWords(new Map(missing))}, made ${inWords(new Map(missing.map(([type]) => [type, made.get(type) ?? 0])))}`,
        );
      const unfinished = ours(now).filter(([, { status }]) => status !== 'CREATE_COMPLETE');
      if (unfinished.length > 0)
        throw new Error(JSON.stringify(unfinished.map(([name, { status }]) => [name, status])));
      return `${ours(now).length} stacks: ${inWords(made)}`;
    });

    const deployed = await state();
    const outputs = Object.assign({}, ...ours(deployed).map(([, stack]) => stack.outputs)) as Record<string, string>;
    const api = deployed.distributions[new URL(outputs.AppUrl ?? '').host]?.find(
      ({ headers }) => headers['tellhook-edge-key'],
    );
    if (!api) throw new Refused('no distribution of the app sends the edge key');
    const viewer = { 'tellhook-viewer-address': '203.0.113.9' };
    const addresses = {
      appUrl: await ministack.front(api.host, { ...api.headers, ...viewer }),
      invokeUrl: await ministack.front(new URL(outputs.InvokeUrl ?? '').host),
    };
    let sender: { user: User; url: string } | undefined;
    await part('the API without the edge key', async () => {
      const { status } = await call({ ...addresses, appUrl: await ministack.front(api.host) }, 'createChallenge', {
        query: { action: 'REGISTER' },
      });
      if (status !== 403) throw new Error(`answered ${status}`);
      return 'refused with 403';
    });
    await part('an unknown path is answered by the product', async () => {
      for (const origin of [`${addresses.appUrl}/api`, addresses.invokeUrl])
        await eventually(
          async () => {
            const answer = await fetch(`${origin}/nowhere/at-all`);
            // Routes may appear late, but a failing function is a finding.
            if (answer.status >= 500) throw new Error(`${origin} answered ${answer.status}: ${await answer.text()}`);
            const type = answer.headers.get('content-type') ?? '';
            return answer.status === 404 && type.startsWith('application/problem+json');
          },
          `404 as problem+json by ${origin}`,
          60_000,
          500,
        );
      return '404 as problem+json, on both hosts';
    });
    await part('register, target, webhook, call, delivered message', async () => {
      const user = await signUp(addresses);
      const { id: target } = await user.api('createTarget', { body: { name: 'Second', type: 'mock' } });
      const template = '{{ $uppercase(word) }} says {{ $count(items) }}';
      const { url } = await createWebhook(addresses, user, [target], { use_template: true, template });
      sender = { user, url };
      return `“${await deliver(url, user)}”`;
    });
    await part('one more kind’s credentials in the secret', async () => {
      const SecretId = outputs.ProvidersSecretArn ?? '';
      const client = new SecretsManagerClient({
        endpoint: ministack.origin,
        region: REGION,
        credentials: { accessKeyId: 'testing', secretAccessKey: 'testing' },
      });
      await client.send(new PutSecretValueCommand({ SecretId, SecretString: '{"telegram":{"token":"kept"}}' }));
      await mergeSecret(SecretId, 'slack', { client_id: 'new' }, client);
      const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId }));
      if (SecretString !== '{"telegram":{"token":"kept"},"slack":{"client_id":"new"}}')
        throw new Error(String(SecretString));
      return 'beside those that were there';
    });
    await part('deploy again with other settings', async () => {
      await deploy(folders[1]);
      const now = await state();
      const changed = ours(now).filter(([, { status }]) => status === 'UPDATE_COMPLETE');
      const operators = knowing(now, new RegExp(CHANGES.mail.operator));
      const plans = knowing(now, /"maxInvocationsPerDay\\*":26\b/);
      if (changed.length === 0 || operators === 0 || plans === 0)
        throw new Error(
          `${changed.length} stacks changed, ${operators} functions know the operator, ${plans} the plan`,
        );
      for (const kind of ['tables', 'queues'] as const)
        if (deployed[kind].length === 0 || JSON.stringify(deployed[kind]) !== JSON.stringify(now[kind]))
          throw new Error(`the ${kind} were ${deployed[kind]} and are ${now[kind]}`);
      return `${changed.length} stacks changed; ${operators} functions know the new operator, ${plans} the new plan; table and queues stayed`;
    });
    await part('the same webhook delivers another message', async () => {
      if (!sender) throw new Error('nobody registered');
      return `“${await deliver(sender.url, sender.user)}”`;
    });
    await part('destroy', async () => {
      await cdk('destroy', '--app', folders[1], '--all', '--force');
      const now = await state();
      if (ours(now).length > 0) throw new Error(`left: ${ours(now).map(([name, { status }]) => `${name} ${status}`)}`);
      const retained = [...templatesOf(folders[1]).values()].flatMap(({ Resources }) =>
        Object.values(Resources).filter(({ DeletionPolicy = 'Delete' }) => DeletionPolicy !== 'Delete'),
      );
      const kept = inWords(countOf(retained.map(({ Type }) => Type)));
      if (kept !== STAYS) throw new Error(`the templates keep ${kept}`);
      const left = (['tables', 'queues', 'roles', 'logGroups', 'buckets'] as const).flatMap((kind) =>
        now[kind].filter((name) => name.includes('tellhook')).map((name) => `${kind} ${name}`),
      );
      if (left.length !== 1 || !left[0]?.startsWith('buckets')) throw new Error(`left: ${left}`);
      return `no stack is left; policies keep ${kept}, as docs/deploy.md says`;
    });
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    tell({ of, about: 'the rest', verdict: 'FAILED', detail: `not tried after: ${error.message}` });
  } finally {
    await ministack.stop();
  }
};
