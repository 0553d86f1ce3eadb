import { signedIn } from '../account.ts';
import { describeFallback, describeWebhook, isUnseen, readState } from '../account-state.ts';
import { applyPlan } from '../apply.ts';
import { Failure, type Given, UsageError } from '../command.ts';
import { type Document, documentFile, folderOf, readDocument } from '../document.ts';
import { linesOf, toYaml } from '../document-text.ts';
import type { Io } from '../io.ts';
import { ownKey, reachNote } from '../own-key.ts';
import { makePlan } from '../plan.ts';
import type { Plan } from '../plan-draft.ts';
import { colour, harmless, inLine, printJson } from '../print.ts';
import { readText } from '../samples.ts';
import { describeVerification } from '../verification.ts';

/**
 * Rejects items with the same name, because a config file identifies items by name.
 * @throws Failure
 */
const demandUnique = (what: string, things: { id: number; name: string }[]): void => {
  const twice = things.filter(({ name }, index) => things.findIndex((each) => each.name === name) !== index);
  if (twice.length > 0)
    throw new Failure(
      `Several ${what}s have the name ${twice[0]?.name}.`,
      'Names in a config file must be unique: rename all but one.',
    );
};

/** Prints the account as a config file, without secrets. */
export const exportDocument = async (given: Given, io: Io): Promise<0> => {
  const { client } = await signedIn(io);
  const { webhooks, targets, verifications } = await readState(client, () => true);
  demandUnique('webhook', webhooks);
  demandUnique('target', targets);
  const document: Document = {
    tellhook: 1,
    targets: Object.fromEntries(
      targets.map((target) => [
        target.name,
        { type: target.target_type, enabled: target.status !== 'disabled', ...describeFallback(target, targets) },
      ]),
    ),
    webhooks: Object.fromEntries(
      webhooks.map((webhook) => {
        const { intake, ...rest } = describeWebhook(webhook, targets);
        const { verify_token: _token, ...told } = intake;
        const verification = verifications.get(webhook.id);
        const calling = verification && { verification: describeVerification(verification) };
        return [webhook.name, { ...rest, intake: told, ...calling }];
      }),
    ),
  };
  if (given.flag('yaml')) io.out(await toYaml(document));
  else printJson(document, io);
  const note = reachNote(await ownKey(client));
  if (note) io.err(`${note}\n`);
  return 0;
};

const MARKS = { create: ['green', '+'], change: ['yellow', '~'], delete: ['red', '-'] } as const;

const words = (value: unknown): string => (value === undefined ? '(nothing)' : inLine(JSON.stringify(value)));

/** Adds to each problem of a plan its line in the file and the URL of the page that solves it. */
const located = async ({ problems }: Plan, { file, url }: Planned, io: Io) => {
  if (problems.length === 0) return [];
  const lineOf = await linesOf(await readText(file, io.cwd));
  return problems.map(({ place, message, link }) => ({
    path: place.join('.'),
    line: lineOf(place),
    message,
    ...(link !== undefined && { link: `${url}${link}` }),
  }));
};

const printProblems = async (planned: Planned, io: Io): Promise<void> => {
  for (const { path, line, message, link } of await located(planned.plan, planned, io)) {
    io.err(`${colour('red', 'problem', io)} ${planned.file}:${line} ${path}: ${message}\n`);
    if (link !== undefined) io.err(`    ${link}\n`);
  }
};

/** Prints a plan. Problems come first, because a long list of changes would hide them. */
const printPlan = async (planned: Planned, io: Io): Promise<void> => {
  const { changes, problems, hash } = planned.plan;
  await printProblems(planned, io);
  for (const { action, what, name, fields, without } of changes) {
    const [tone, mark] = MARKS[action];
    io.out(`${colour(tone, mark, io)} ${action} ${what} ${harmless(name)}\n`);
    for (const { field, from, to } of fields)
      io.out(`    ${field}: ${action === 'create' ? '' : `${words(from)} → `}${words(to)}\n`);
    if (without) io.out(`    without: ${without.map(harmless).join(', ')}\n`);
  }
  if (changes.length === 0 && problems.length === 0) io.out('Nothing to change.\n');
  else if (problems.length > 0 && changes.length > 0)
    io.out(`Plan ${hash}. To apply these changes without the problems: tellhook apply --skip --plan ${hash}\n`);
  else if (problems.length === 0)
    io.out(`Plan ${hash}. To apply exactly these changes: tellhook apply --plan ${hash}\n`);
};

const SEE_TOKENS = 'Create a key with the scope write in Settings, then run: tellhook login';

interface Planned {
  plan: Plan;
  file: string;
  url: string;
}

const planned = async (given: Given, io: Io) => {
  const file = await documentFile(given.positionals[0], io.cwd);
  const document = await readDocument(file, io.cwd);
  const { client, account } = await signedIn(io);
  const state = await readState(client, (name) => document.webhooks[name]?.verification !== undefined);
  const bound = (await ownKey(client))?.webhook_ids !== undefined;
  const plan = await makePlan(document, state, {
    folder: folderOf(file, io.cwd),
    outside: given.flag('allow-outside'),
    env: io.env,
    prune: given.flag('prune'),
    bound,
    findSecret: async (id, sender, secret) =>
      (await client.call('checkVerification', { params: { id }, body: { sender, secret, last: 0 } })).secret_id,
  });
  const unseen = state.webhooks.filter(
    (webhook) => isUnseen(webhook) && document.webhooks[webhook.name]?.intake?.verify_token !== undefined,
  );
  for (const { name } of unseen)
    io.err(`${harmless(name)}: intake.verify_token is not compared, because the key is read-only. ${SEE_TOKENS}\n`);
  return { client, state, file, plan, url: account.url };
};

/** Prints the plan. Returns 0 if the account matches the file, otherwise 1. */
export const plan = async (given: Given, io: Io): Promise<0 | 1> => {
  const made = await planned(given, io);
  const { plan } = made;
  if (given.flag('json'))
    printJson({ changes: plan.changes, problems: await located(plan, made, io), plan: plan.hash }, io);
  else await printPlan(made, io);
  return plan.changes.length > 0 || plan.problems.length > 0 ? 1 : 0;
};

export const apply = async (given: Given, io: Io): Promise<0 | 1> => {
  const wanted = given.text('plan');
  if (wanted === undefined && !given.flag('yes'))
    throw new UsageError('Pass --plan with the ID from tellhook plan, or --yes to apply without confirmation');
  const made = await planned(given, io);
  const { client, state, plan } = made;
  if (plan.problems.length > 0 && !given.flag('skip')) {
    await printPlan(made, io);
    return 1;
  }
  if (wanted !== undefined && wanted !== plan.hash)
    throw new Failure(
      `Plan ${wanted} is out of date: the config file or the account has changed.`,
      'Review the new plan: tellhook plan',
    );
  await applyPlan(plan, state, client, (change) => io.out(`${harmless(change)}\n`));
  if (plan.changes.length === 0) io.out('Nothing to change.\n');
  await printProblems(made, io);
  return plan.problems.length > 0 ? 1 : 0;
};
