import { rmSync } from 'node:fs';
import path from 'node:path';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { mergeSecret } from '../../lambdas/adapters/merge-secret.ts';
import { ACCOUNT, assemble, templatesOf } from './assemblies.ts';
import { type Moto, startMoto } from './moto-server.ts';
import type { Tell } from './opinion.ts';
import { pruneAssembly, UNREADABLE } from './prune.ts';
import type { Python } from './python.ts';
import { cacheDir, projectDir, run, tailOf } from './run.ts';

const REGION = 'eu-central-1';
const FIREWALL_REGION = 'us-east-1';
const STAGE = 'dev';

/** A later change by an operator. */
const CHANGES = {
  mail: { from: 'hello@mail.second-opinion.test', operator: 'somebody-else@second-opinion.test' },
  plans: { free: { maxInvocationsPerDay: 26 } },
};

/** Gaps of moto beyond missing resource types. */
const LACKS = {
  'AWS::DynamoDB::GlobalTable': 'given as AWS::DynamoDB::Table',
  UpdateTerminationProtection: 'switched off for moto: the data stack would want it',
  'exports of a stack made by a change set': 'deployed with --method=direct',
  'the value that a parameter has by default': 'deployed with --no-previous-parameters',
};

/** The remains of a stage without `keepData`: the site's files. */
const STAYS = '1 × AWS::S3::Bucket';

interface State {
  stacks: Record<string, { status: string; types: string[] }>;
  functions: Record<string, Record<string, string>>;
  tables: string[];
  queues: string[];
  roles: string[];
  logGroups: string[];
  buckets: string[];
}

/** The number of each type, `AWS::SQS::Queue` 2, … */
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

/** A failed part of the run: its row is printed, and the parts that depend on it are skipped. */
class Refused extends Error {}

/** The real `cdk` command against moto: bootstrap, deploy, deploy with other settings, destroy. */
export const cdkOnMoto = async (python: Python, tell: Tell): Promise<void> => {
  const of = `cdk on moto ${python.versions.moto}`;
  const script = path.join(import.meta.dirname, 'moto-state.py');
  const ask = async <Answer>(moto: Moto, ...parameters: string[]): Promise<Answer> => {
    const { code, stdout, output } = await run(python.program('python'), [script, ...parameters], { env: moto.env });
    if (code !== 0) throw new Refused(`moto-state.py ${parameters[0]}: ${tailOf(output)}`);
    return JSON.parse(stdout) as Answer;
  };
  const part = async (about: string, play: () => Promise<string>): Promise<void> => {
    try {
      tell({ of, about, verdict: 'agrees', detail: await play() });
    } catch (error) {
      tell({ of, about, verdict: 'FAILED', detail: (error as Error).message });
      throw new Refused(about);
    }
  };
  const moto = await startMoto(python, REGION);
  const cdk = async (...parameters: string[]): Promise<void> => {
    const command = path.join(projectDir, 'node_modules/.bin/cdk');
    // From another folder, whose cdk.json would name the app unchanged.
    const { code, output } = await run(command, parameters, { env: moto.env, cwd: cacheDir });
    if (code !== 0) throw new Error(`cdk ${parameters[0]} ended with ${code}: ${tailOf(output)}`);
  };
  const deploy = (folder: string) =>
    cdk(
      'deploy',
      '--app',
      folder,
      '--all',
      '--require-approval',
      'never',
      '--method',
      'direct',
      '--no-previous-parameters',
    );
  const ours = ({ stacks }: State) => Object.entries(stacks).filter(([name]) => name.startsWith('tellhook-'));
  const variable = ({ functions }: State, text: string) =>
    Object.entries(functions).filter(([, variables]) => JSON.stringify(variables).includes(text)).length;

  try {
    const known = new Set(await ask<string[]>(moto, 'types'));
    const folders = [await assemble(STAGE, REGION, 'first'), await assemble(STAGE, REGION, 'second', CHANGES)] as const;
    const [first] = folders.map((folder) => pruneAssembly(folder, known));
    if (!first) throw new Refused('assemblies');
    for (const [type, count] of [...first.left].sort(([a], [b]) => a.localeCompare(b)))
      tell({
        of,
        about: type,
        verdict: 'cannot',
        detail: `${count} left out: moto’s CloudFormation does not know the type`,
      });
    for (const [about, detail] of Object.entries(LACKS)) tell({ of, about, verdict: 'cannot', detail });
    for (const [type, { property, why }] of Object.entries(UNREADABLE))
      tell({ of, about: `${property} of ${type}`, verdict: 'cannot', detail: why });

    await part('bootstrap of both regions', async () => {
      for (const region of [REGION, FIREWALL_REGION]) await cdk('bootstrap', `aws://${ACCOUNT}/${region}`);
      return `${REGION}, ${FIREWALL_REGION}`;
    });
    await part('deploy all stacks', async () => {
      await deploy(folders[0]);
      const state = await ask<State>(moto, 'state', REGION);
      const made = countOf(ours(state).flatMap(([, { types }]) => types));
      const wanted = new Map([...first.kept].filter(([type]) => !type.startsWith('AWS::CloudFormation::')));
      const missing = [...wanted].filter(([type, count]) => made.get(type) !== count);
      if (missing.length > 0)
        throw new Error(
          `wanted ${inWords(new Map(missing))}, made ${inWords(new Map(missing.map(([type]) => [type, made.get(type) ?? 0])))}`,
        );
      const unfinished = ours(state).filter(([, { status }]) => status !== 'CREATE_COMPLETE');
      if (unfinished.length > 0)
        throw new Error(JSON.stringify(unfinished.map(([name, { status }]) => [name, status])));
      return `${ours(state).length} stacks here, the firewall’s there: ${inWords(made)}`;
    });
    await part('one more kind’s credentials in the secret', async () => {
      const arn = await ask<string>(moto, 'secret', 'tellhook-providers', '{"telegram":{"token":"kept"}}');
      const client = new SecretsManagerClient({
        endpoint: moto.origin,
        region: REGION,
        credentials: { accessKeyId: 'testing', secretAccessKey: 'testing' },
      });
      await mergeSecret(arn, 'slack', { client_id: 'new' }, client);
      const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: arn }));
      if (SecretString !== '{"telegram":{"token":"kept"},"slack":{"client_id":"new"}}')
        throw new Error(String(SecretString));
      return 'beside those that were there';
    });
    await part('deploy again with other settings', async () => {
      const before = await ask<State>(moto, 'state', REGION);
      await deploy(folders[1]);
      const state = await ask<State>(moto, 'state', REGION);
      const changed = ours(state).filter(([, { status }]) => status === 'UPDATE_COMPLETE');
      const operators = variable(state, CHANGES.mail.operator);
      const plans =
        variable(state, '\\"maxInvocationsPerDay\\":26') || variable(state, 'maxInvocationsPerDay\\\\\\":26');
      if (changed.length === 0 || operators === 0 || plans === 0)
        throw new Error(
          `${changed.length} stacks changed, ${operators} functions know the operator, ${plans} the plan`,
        );
      for (const kind of ['tables', 'queues'] as const)
        if (before[kind].length === 0 || JSON.stringify(before[kind]) !== JSON.stringify(state[kind]))
          throw new Error(`the ${kind} were ${before[kind]} and are ${state[kind]}`);
      return `${changed.length} stacks changed; ${operators} functions know the new operator, ${plans} the new plan; table and queues stayed`;
    });
    await part('destroy', async () => {
      await cdk('destroy', '--app', folders[1], '--all', '--force');
      const state = await ask<State>(moto, 'state', REGION);
      if (ours(state).length > 0)
        throw new Error(`left: ${ours(state).map(([name, { status }]) => `${name} ${status}`)}`);
      const retained = [...templatesOf(folders[1]).values()].flatMap(({ Resources }) =>
        Object.values(Resources).filter(({ DeletionPolicy = 'Delete' }) => DeletionPolicy !== 'Delete'),
      );
      const kept = inWords(countOf(retained.map(({ Type }) => Type)));
      if (kept !== STAYS) throw new Error(`the templates keep ${kept}`);
      const left = (['tables', 'queues', 'roles', 'logGroups'] as const).map(
        (kind) => `${state[kind].filter((name) => name.includes('tellhook')).length} ${kind}`,
      );
      tell({
        of,
        about: 'destroy: what moto leaves',
        verdict: 'differs',
        detail: `${left.join(', ')}: while it deletes, moto makes anew what references resolve to; CloudFormation deletes what no policy keeps`,
      });
      return `no stack is left; policies keep ${kept}, as docs/deploy.md says`;
    });
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    tell({ of, about: 'the rest', verdict: 'FAILED', detail: `not tried after: ${error.message}` });
  } finally {
    await moto.stop();
  }
};
