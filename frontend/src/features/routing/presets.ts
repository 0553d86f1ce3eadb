import type { Condition } from '#contract/routing';
import type { Rule } from '../../data/routing.ts';

/** The presets, and `own` for a custom rule. */
export const presets = ['all', 'bad', 'events', 'own'] as const;
export type Preset = (typeof presets)[number];

/** Matches failures, alerts and outages. */
const BAD = { field: 'severity', op: 'one_of', value: ['critical', 'warning'] } satisfies Condition;

/** Fields that contain event names, the most reliable first. */
const EVENT_FIELDS = [
  ...['x-github-event', 'x-gitlab-event', 'x-gitea-event', 'x-event-key', 'x-shopify-topic', 'x-wc-webhook-topic'],
  ...['linear-event', 'sentry-hook-resource'],
]
  .map((name) => `headers.${name}`)
  .concat(
    [
      'event',
      'event_type',
      'eventType',
      'event.type',
      'webhookEvent',
      'type',
      'topic',
      'object_kind',
      'action',
      'status',
    ].map((path) => `body.${path}`),
  );

/** Maximum length of an event name, in characters. */
const LONGEST_EVENT = 60;

/** The field that names the events of some calls, and the number of calls per event. */
export interface Events {
  field: string;
  counts: ReadonlyMap<string, number>;
}

export interface StoredCall {
  rawBody: string;
  rawHeaders: string;
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** A call's parsed body, undefined if it is not JSON, and its headers by their names in lower case. */
export const readCall = ({ rawBody, rawHeaders }: StoredCall) => ({
  body: parsed(rawBody),
  headers: Object.fromEntries(
    Object.entries((parsed(rawHeaders) ?? {}) as object).map(([name, value]) => [name.toLowerCase(), value as unknown]),
  ),
});

const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (inner, name) =>
      typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[name] : undefined,
    value,
  );

/** Finds the field that names the events of most calls; returns undefined if there is none. */
export function eventsOf(calls: readonly StoredCall[]): Events | undefined {
  const read = calls.map(readCall);
  for (const field of EVENT_FIELDS) {
    const named = read
      .map((call) => at(call, field.split('.')))
      .filter((value) => typeof value === 'string')
      .filter((value) => value !== '' && value.length <= LONGEST_EVENT);
    if (named.length === 0 || named.length * 2 < calls.length) continue;
    const counts = new Map<string, number>();
    for (const value of named) counts.set(value, (counts.get(value) ?? 0) + 1);
    return { field, counts };
  }
  return undefined;
}

/** A rule's conditions, if all of them must hold. */
const conditionsOf = ({ when }: Rule): readonly Condition[] =>
  when && 'conditions' in when && (when.match === 'all' || when.conditions.length === 1) ? when.conditions : [];

const isBad = (condition: Condition): boolean =>
  condition.field === BAD.field &&
  condition.op === 'one_of' &&
  JSON.stringify(condition.value) === JSON.stringify(BAD.value);

const isEvents = (condition: Condition): boolean => condition.op === 'one_of' && EVENT_FIELDS.includes(condition.field);

/** True if a rule selects only failures and warnings, alone or among the chosen events. */
export const isOnlyBad = (rule: Rule): boolean => conditionsOf(rule).some(isBad);

/** The preset that corresponds to a rule. */
export function presetOf(rule: Rule): Preset {
  if (rule.otherwise) return 'own';
  if (rule.when === null) return 'all';
  const [first, second, ...rest] = conditionsOf(rule);
  if (!first || rest.length > 0) return 'own';
  if (!second) return isBad(first) ? 'bad' : isEvents(first) ? 'events' : 'own';
  return isEvents(first) && isBad(second) ? 'events' : 'own';
}

/** The events that a rule selects, and the field that names them. */
export const wantedEvents = (rule: Rule): { field?: string; events: string[] } => {
  const found = conditionsOf(rule).find(isEvents);
  return found?.op === 'one_of' ? { field: found.field, events: found.value.map(String) } : { events: [] };
};

/** Returns the rule with another preset. Its quiet hours and template stay. */
export const withPreset = (rule: Rule, preset: Exclude<Preset, 'own' | 'events'>): Rule => ({
  ...rule,
  otherwise: false,
  when: preset === 'all' ? null : { match: 'all', conditions: [BAD] },
});

/** Returns the rule, limited to these events, and to their failures and warnings if `onlyBad` is true. */
export const withEvents = (rule: Rule, field: string, events: readonly string[], onlyBad = false): Rule => ({
  ...rule,
  otherwise: false,
  when: {
    match: 'all',
    conditions: [{ field, op: 'one_of', value: [...events] }, ...(onlyBad && events.length > 0 ? [BAD] : [])],
  },
});
