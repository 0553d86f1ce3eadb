import { createHash } from 'node:crypto';
import type { Client } from '../../lambdas/contract/client.ts';
import type { RequestInput, Response } from '../../lambdas/contract/messages.ts';
import { WEBHOOK_DEFAULTS } from '../../lambdas/contract/webhook-defaults.ts';
import { type DescribedTarget, type DescribedWebhook, type Document, templateOf } from './document.ts';
import type { Place } from './document-text.ts';
import type { Reach } from './samples.ts';
import { filled } from './variables.ts';
import { type FieldChange, type FindSecret, planVerification, type Verification } from './verification.ts';

type Webhook = Response<'listWebhooks'>[number];
type Target = Response<'listTargets'>[number];

/** The parts of an account that a document can describe. */
export interface State {
  webhooks: Webhook[];
  targets: Target[];
  /** The setup methods of the target kinds, by slug. */
  setups: Map<string, string>;
  /** Verification settings by webhook id, only for the requested webhooks. */
  verifications: Map<number, Verification>;
}

/**
 * Reads the account. Each webhook's verification costs a request, so `withVerification` selects the webhooks by name.
 */
export const readState = async (client: Client, withVerification: (name: string) => boolean): Promise<State> => {
  const [webhooks, targets, kinds] = await Promise.all([
    client.call('listWebhooks', {}),
    client.call('listTargets', {}),
    client.call('listTargetKinds', {}),
  ]);
  const verifications: State['verifications'] = new Map();
  for (const { id, name } of webhooks)
    if (withVerification(name)) verifications.set(id, await client.call('getVerification', { params: { id } }));
  return { webhooks, targets, setups: new Map(kinds.map(({ slug, setup }) => [slug, setup])), verifications };
};

/** A webhook as a document describes it, with all fields. */
export type Wanted = Named<Omit<DescribedWebhook, 'tests' | 'template' | 'intake' | 'verification'>> & {
  template: string | null;
  /** The verify token is missing if the key can only read. */
  intake: Omit<Named<Intake>, 'verify_token'> & Pick<Intake, 'verify_token'>;
};
type Intake = NonNullable<DescribedWebhook['intake']>;

type Named<Fields> = { [Field in keyof Fields]-?: Exclude<Fields[Field], undefined> };

const { use_template: _use, template: _template, routing: _routing, ...settings } = WEBHOOK_DEFAULTS;
const SETTINGS = Object.keys(settings) as (keyof typeof settings)[];

export const describeWebhook = (webhook: Webhook, targets: Target[]): Wanted => ({
  targets: webhook.target_ids.map((id) => nameOf(id, targets)),
  template: webhook.use_template ? webhook.template : null,
  ...(Object.fromEntries(SETTINGS.map((name) => [name, webhook[name]])) as Pick<Webhook, keyof typeof settings>),
  routing: Object.fromEntries(
    webhook.routing.map(({ target_id, when, template, quiet, otherwise }) => [
      nameOf(target_id, targets),
      { when, template, quiet, otherwise },
    ]),
  ),
});

/** A target's fallback in the form of a document; empty if there is none. */
export const describeFallback = (
  { fallback_target_id: id, fallback_after_minutes }: Target,
  targets: Target[],
): Pick<DescribedTarget, 'fallback_target' | 'fallback_after_minutes'> =>
  id === undefined ? {} : { fallback_target: nameOf(id, targets), fallback_after_minutes };

const nameOf = (id: number, targets: Target[]): string =>
  targets.find((target) => target.id === id)?.name ?? String(id);

export interface Change {
  action: 'create' | 'change' | 'delete';
  what: 'target' | 'webhook';
  name: string;
  fields: FieldChange[];
  /** Targets in the document that the webhook does not get yet, because they have problems. */
  without?: string[];
}

export interface Plan {
  changes: Change[];
  /**
   * The problems to fix first: the path in the document, the message, and the path of the page that solves the problem.
   */
  problems: { place: Place; message: string; link?: string }[];
  /** A hash of the plan and the account's state. `apply --plan` rejects a plan with another hash. */
  hash: string;
  steps: Step[];
}

/** A step of `apply`. The steps run in order, and new targets get their ids when they are created. */
export type Step =
  | { do: 'create-target'; body: RequestInput<'createTarget'> }
  | { do: 'change-target'; id: number; name: string; body: RequestInput<'updateTarget'> }
  | { do: 'set-fallback'; name: string; fallback: string | null; minutes?: number | undefined }
  | { do: 'save-webhook'; name: string; wanted: Wanted }
  | { do: 'set-verification'; name: string; body: RequestInput<'setVerification'> }
  | { do: 'delete-webhook'; id: number; name: string };

const TOKEN = 'intake.verify_token';

/** True if the server hides a webhook's verify token, because the key can only read. */
export const isUnseen = ({ intake }: Pick<Webhook, 'intake'>): boolean => intake.verify_token === undefined;

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

/** The changes of a fallback. Fields that the document does not name stay as they are. */
const changedFallback = (
  before: Pick<DescribedTarget, 'fallback_target' | 'fallback_after_minutes'>,
  after: DescribedTarget,
): FieldChange[] => {
  const target = after.fallback_target === undefined ? before.fallback_target : after.fallback_target;
  // Without a fallback, its minutes have no effect.
  const names = target ? (['fallback_target', 'fallback_after_minutes'] as const) : (['fallback_target'] as const);
  return names.flatMap((field) => {
    const [from, to] = [before[field] ?? undefined, after[field] ?? undefined];
    return after[field] === undefined || from === to ? [] : [{ field, from, to }];
  });
};

const FRESH: Wanted = { targets: [], template: null, routing: {}, ...settings };

interface PlanOptions extends Reach {
  env: Record<string, string | undefined>;
  /** True if webhooks that the document does not contain are deleted. */
  prune: boolean;
  /** True if the key is restricted to some webhooks. It cannot see others, create webhooks, or change targets. */
  bound: boolean;
  /** Finds a secret of the webhook with this id. */
  findSecret(webhookId: number, ...of: Parameters<FindSecret>): ReturnType<FindSecret>;
}

const KEYS = '/user/settings';
const newTarget = (name: string, type: string) => `/targets/new?${new URLSearchParams({ name, type })}`;

const UNREACHED = 'the key is restricted to some webhooks, so it can’t see others, create webhooks or change targets';

/**
 * Plans the steps that make the account match the document. Reads files, and sends requests only to compare secrets.
 */
export const makePlan = async (
  document: Document,
  state: State,
  { env, prune, bound, findSecret, ...reach }: PlanOptions,
): Promise<Plan> => {
  const problems: Plan['problems'] = [];
  const changes: Change[] = [];
  const steps: Step[] = [];
  const problem = (place: Place, message: string, link?: string) =>
    problems.push({ place, message, ...(link !== undefined && { link }) });
  const fill = <Value>(place: Place, value: Value): Value =>
    filled(value, env, (name) => problem(place, `the environment variable ${name} is not set`));
  /**
   * Replaces variables only in the secret field. A plan shows all others, so a variable there could reveal a secret.
   */
  const fillOne = <Fields extends object>(place: Place, fields: Fields, secret: keyof Fields): Fields => {
    const { [secret]: variable, ...shown } = fields;
    filled(shown, {}, (name) =>
      problem(place, `the variable ${name} can’t be used here, because a plan shows this field`),
    );
    return variable === undefined ? fields : { ...fields, [secret]: fill(place, variable) };
  };
  /**
   * Reports a problem if the key is restricted. It cannot see all items, so an unseen one must not be created again.
   */
  const unreached = (place: Place) => {
    if (bound) problem(place, UNREACHED, KEYS);
  };
  const known = new Set(state.targets.map(({ name }) => name));
  /** Targets that cannot be created before their problems are solved. */
  const absent = new Set<string>();

  for (const [name, { type, enabled, options = {} }] of Object.entries(document.targets ?? {})) {
    const place = ['targets', name];
    const same = state.targets.filter((target) => target.name === name);
    const [existing] = same;
    const before = problems.length;
    if (existing && same.length > 1)
      problem(
        place,
        `${same.length} targets in the account have this name; rename all but one`,
        `/targets/${existing.id}`,
      );
    else if (!existing && bound) unreached(place);
    else if (!existing) {
      const setup = state.setups.get(type);
      if (setup === undefined)
        problem(place, `${type} is not a target type; choose one of: ${[...state.setups.keys()].join(', ')}`);
      else if (setup === 'code' || setup === 'redirect')
        problem(
          place,
          'this type needs manual setup; create the target with this name in Tellhook first',
          newTarget(name, type),
        );
      known.add(name);
      const body = { name, type, enabled: enabled ?? true, options: fill([...place, 'options'], options) };
      if (problems.length === before) {
        changes.push({ action: 'create', what: 'target', name, fields: [] });
        steps.push({ do: 'create-target', body });
      }
    } else if (existing.target_type !== type)
      problem(
        [...place, 'type'],
        `is ${existing.target_type} in the account, and a target’s type can’t change`,
        `/targets/${existing.id}`,
      );
    else if (enabled !== undefined && enabled !== (existing.status !== 'disabled')) {
      unreached(place);
      const fields = [{ field: 'enabled', from: !enabled, to: enabled }];
      if (!bound) {
        changes.push({ action: 'change', what: 'target', name, fields });
        steps.push({ do: 'change-target', id: existing.id, name, body: { enabled } });
      }
    }
    if (!existing && problems.length > before) absent.add(name);
  }

  // A fallback can be a target that this plan creates, so all targets come first.
  for (const [name, described] of Object.entries(document.targets ?? {})) {
    const place = ['targets', name, 'fallback_target'];
    const existing = state.targets.find((target) => target.name === name);
    const current = existing ? describeFallback(existing, state.targets) : {};
    const fields = changedFallback(current, described);
    if (fields.length === 0 || absent.has(name)) continue;
    const { fallback_target: fallback = current.fallback_target ?? null } = described;
    if (fallback !== null && (!known.has(fallback) || fallback === name || absent.has(fallback))) {
      const reason = !known.has(fallback) ? 'does not exist' : fallback === name ? 'is this target' : 'has problems';
      problem(place, `names ${fallback}, which ${reason}`, '/targets');
    } else if (bound) problem(place, UNREACHED, KEYS);
    else {
      const { fallback_after_minutes: minutes } = described;
      const created = changes.find((change) => change.what === 'target' && change.name === name);
      if (created) created.fields.push(...fields);
      else changes.push({ action: 'change', what: 'target', name, fields });
      steps.push({ do: 'set-fallback', name, fallback, minutes });
    }
  }

  for (const [name, described] of Object.entries(document.webhooks)) {
    const place = ['webhooks', name];
    const same = state.webhooks.filter((webhook) => webhook.name === name);
    const [existing] = same;
    if (existing && same.length > 1) {
      problem(
        place,
        `${same.length} webhooks in the account have this name; rename all but one`,
        `/webhooks/${existing.id}`,
      );
      continue;
    }
    const earlier = problems.length;
    if (!existing && bound) {
      unreached(place);
      continue;
    }
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
      if (!known.has(target))
        problem([...place, 'targets'], `contains ${target}, which does not exist`, '/targets/new');
    for (const target of Object.keys(named.routing ?? {}))
      if (!after.targets.includes(target)) problem([...place, 'routing', target], 'is not a target of this webhook');
    const without = after.targets.filter((target) => absent.has(target));
    const targets = after.targets.filter((target) => !absent.has(target));
    if (without.length > 0 && targets.length === 0)
      problem([...place, 'targets'], 'all have problems; fix those first');
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
    if (all.length === 0 || problems.length > earlier) continue;
    const action = existing ? 'change' : 'create';
    changes.push({ action, what: 'webhook', name, fields: all, ...(without.length > 0 && { without }) });
    if (fields.length > 0) steps.push({ do: 'save-webhook', name, wanted });
    if (calling?.body) steps.push({ do: 'set-verification', name, body: calling.body });
  }

  if (prune)
    for (const { id, name } of state.webhooks)
      if (!Object.hasOwn(document.webhooks, name)) {
        changes.push({ action: 'delete', what: 'webhook', name, fields: [] });
        steps.push({ do: 'delete-webhook', id, name });
      }

  const described = state.webhooks.map((webhook) => [
    webhook.id,
    webhook.name,
    // The verify token is left out, so keys with and without write access get the same hash.
    describeWebhook({ ...webhook, intake: { ...webhook.intake, verify_token: undefined } }, state.targets),
    state.verifications.get(webhook.id),
  ]);
  const targets = state.targets.map((target) => [
    target.id,
    target.name,
    target.status,
    describeFallback(target, state.targets),
  ]);
  // Many people read a plan, so secrets must not influence its hash.
  const hash = createHash('sha256')
    .update(JSON.stringify([document, changes, described, targets]))
    .digest('hex')
    .slice(0, 16);
  return { changes, problems, hash, steps };
};
