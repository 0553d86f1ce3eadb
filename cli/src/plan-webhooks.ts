import { describeWebhook, FRESH, isUnseen, type Wanted } from './account-state.ts';
import { type DescribedWebhook, templateOf } from './document.ts';
import type { PlanDraft } from './plan-draft.ts';
import type { Reach } from './samples.ts';
import { type FieldChange, type FindSecret, planVerification } from './verification.ts';

export interface WebhookReach extends Reach {
  /** Finds a secret of the webhook with this id. */
  findSecret(webhookId: number, ...of: Parameters<FindSecret>): ReturnType<FindSecret>;
}

/** Plans the steps for one webhook of the document. A webhook with a problem gets no step. */
export const planWebhook = async (
  name: string,
  described: DescribedWebhook,
  draft: PlanDraft,
  { findSecret, ...reach }: WebhookReach,
): Promise<void> => {
  const { state, problem, fillOne, problems, changes, steps, known, absent } = draft;
  const place = ['webhooks', name];
  const same = state.webhooks.filter((webhook) => webhook.name === name);
  const [existing] = same;
  if (existing && same.length > 1) {
    const message = `${same.length} webhooks in the account have this name; rename all but one`;
    problem(place, message, `/webhooks/${existing.id}`);
    return;
  }
  if (!existing && draft.bound) {
    draft.unreached(place);
    return;
  }
  const earlier = problems.length;
  const before = existing && describeWebhook(existing, state.targets);
  const { tests: _, template: __, intake, verification, ...named } = described;
  const template = await templateOf(described, reach);
  const after: Wanted = {
    ...(before ?? FRESH),
    ...(named as Partial<Wanted>),
    ...(template !== undefined && { template }),
    intake: {
      ...(before ?? FRESH).intake,
      ...fillOne([...place, 'intake'], intake ?? {}, 'verify_token'),
    } as Wanted['intake'],
  };
  if (after.targets.length === 0) problem([...place, 'targets'], 'is missing; a webhook needs at least one target');
  for (const target of named.targets ?? [])
    if (!known.has(target)) problem([...place, 'targets'], `contains ${target}, which does not exist`, '/targets/new');
  for (const target of Object.keys(named.routing ?? {}))
    if (!after.targets.includes(target)) problem([...place, 'routing', target], 'is not a target of this webhook');
  for (const [index, step] of (named.acknowledge?.steps ?? []).entries())
    for (const target of step.targets.filter((each) => !known.has(each) || absent.has(each))) {
      const reason = known.has(target) ? 'has problems' : 'does not exist';
      const steps = [...place, 'acknowledge', 'steps', String(index), 'targets'];
      problem(steps, `contains ${target}, which ${reason}`, '/targets');
    }
  const without = after.targets.filter((target) => absent.has(target));
  const targets = after.targets.filter((target) => !absent.has(target));
  if (without.length > 0 && targets.length === 0) problem([...place, 'targets'], 'all have problems; fix those first');
  const routing = Object.fromEntries(Object.entries(after.routing).filter(([target]) => !absent.has(target)));
  const wanted = { ...after, targets, routing };
  const fields = compare(before, wanted);
  const calling =
    verification &&
    (await planVerification(
      existing && state.verifications.get(existing.id),
      fillOne([...place, 'verification'], verification, 'secret'),
      async (...of) => existing && findSecret(existing.id, ...of),
    ));
  for (const { field, message } of calling?.problems ?? [])
    problem([...place, 'verification', field], message, existing && `/webhooks/${existing.id}?verification=true`);
  const all = [...fields, ...(calling?.fields ?? [])];
  if (all.length === 0 || problems.length > earlier) return;
  const action = existing ? 'change' : 'create';
  changes.push({ action, what: 'webhook', name, fields: all, ...(without.length > 0 && { without }) });
  if (fields.length > 0) steps.push({ do: 'save-webhook', name, wanted });
  if (calling?.body) steps.push({ do: 'set-verification', name, body: calling.body });
};

const TOKEN = 'intake.verify_token';

const equal = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const compare = (before: Wanted | undefined, after: Wanted): FieldChange[] => {
  const flat = (wanted: Wanted | undefined) => {
    if (!wanted) return new Map<string, unknown>();
    const { intake, routing, ...rest } = wanted;
    return new Map<string, unknown>([
      ...Object.entries({ ...rest, targets: [...rest.targets].sort() }),
      ...Object.entries(routing).map(([target, rule]) => [`routing.${target}`, rule] as const),
      ...Object.entries(intake).map(([field, value]) => [`intake.${field}`, value] as const),
    ]);
  };
  const [old, fresh] = [flat(before), flat(after)];
  const shown = (field: string, value: unknown) => (field === TOKEN && value ? '(set)' : value);
  const gone = [...old.keys()].filter((field) => !fresh.has(field)).map((field) => [field, undefined] as const);
  return [...fresh, ...gone]
    .filter(([field, value]) => !equal(old.get(field), value) && !(before && isUnseen(before) && field === TOKEN))
    .map(([field, value]) => ({ field, from: shown(field, old.get(field)), to: shown(field, value) }));
};
