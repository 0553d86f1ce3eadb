import type { RoutingRule } from '../../../lambdas/templates/routing/routing.ts';
import type { Chance } from '../simulation/chance.ts';
import { dispatchKey } from '../simulation/table.ts';
import { type Asked, dispatchOf } from './providers.ts';
import { FIRST_TARGET, type World } from './scenario.ts';

/*
 * A world's routing rules, and the check that each message ended as they say. The rules are evaluated here by a second,
 * simpler implementation.
 */

/** The text of critical calls ends with one of these numbers. */
export const isCriticalCall = (text: string): boolean => /^call \d*7 /.test(text);

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const clockTime = (minute: number): string => `12:${String(minute).padStart(2, '0')}`;

/** Random rules for the four targets. Worlds begin at 12:00 UTC; all quiet hours are over at 12:50. */
export const routingOf = (chance: Chance): RoutingRule[] => {
  const otherwise = chance.pick([undefined, 1, 2, 3]);
  return [0, 1, 2, 3].map((index) => {
    const digit = String(chance.between(0, 9));
    const when = chance.pick<RoutingRule['when']>([
      null,
      { match: 'all', conditions: [{ field: 'body', op: 'contains', value: digit }] },
      { match: 'all', conditions: [{ field: 'body', op: 'not_contains', value: digit }] },
      { expression: `$not($contains($raw, "${digit}"))` },
      { expression: '$error("no")' },
    ]);
    const from = chance.between(1, 25);
    const quiet: RoutingRule['quiet'] = {
      days: EVERY_DAY,
      from: clockTime(from),
      to: clockTime(from + chance.between(3, 24)),
      zone: 'UTC',
      unless: chance.pick(['critical', null]),
      action: chance.pick(['hold', 'hold', 'drop']),
    };
    return {
      targetId: FIRST_TARGET + index,
      when: index === otherwise ? null : when,
      template: chance.happens(0.4) ? `own ${FIRST_TARGET + index}` : null,
      quiet: chance.happens(0.6) ? quiet : null,
      otherwise: index === otherwise,
    };
  });
};

/** True if a rule matches a text. */
const wants = (rule: RoutingRule, text: string, rules: RoutingRule[]): boolean => {
  if (rule.otherwise) return !rules.some((other) => other.when && wants(other, text, rules));
  const { when } = rule;
  if (!when) return true;
  if ('expression' in when) {
    const digit = /"(\d)"/.exec(when.expression)?.[1];
    return digit === undefined || !text.includes(digit);
  }
  return when.conditions.every((it) => 'value' in it && text.includes(String(it.value)) === (it.op === 'contains'));
};

/** Maximum time between the decision about a request and the request itself. */
const DECIDED_BEFORE_MS = 30_000;

/** True if a rule's quiet hours hold a text at a moment. */
const isQuietAt = ({ quiet }: RoutingRule, text: string, at: number): boolean => {
  if (!quiet || (quiet.unless && isCriticalCall(text))) return false;
  const timeAt = (ms: number) => new Date(ms).toISOString().slice(11, 16);
  return [at, at - DECIDED_BEFORE_MS].every((ms) => timeAt(ms) >= quiet.from && timeAt(ms) < quiet.to);
};

/** Targets get no messages that their rules exclude, none in quiet hours, and all others with their own template. */
export const everyRuleIsKept = (world: World): string[] => {
  const { table, providers, scenario } = world;
  const { routing } = scenario;
  if (!routing) return [];
  const problems: string[] = [];
  const asked = Map.groupBy(providers.asked, dispatchOf);
  for (const [id, dispatch] of table.dispatches) {
    const rule = routing.find(({ targetId }) => targetId === dispatch.targetId);
    const content = table.contents.get(dispatch.invocationId);
    if (!rule || !content) continue;
    const text = Buffer.from(content.body).toString();
    const isWanted = wants(rule, text, routing);
    const requests = asked.get(id) ?? [];
    if (!isWanted && requests.length > 0) problems.push(`${id}: not wanted, and sent`);
    if (isWanted && dispatch.state === 'skipped' && rule.quiet?.action !== 'drop')
      problems.push(`${id}: wanted, and skipped: ${dispatch.note}`);
    if (dispatch.noteCode === 'held-by-quiet-hours') problems.push(`${id}: still held`);
    const early = requests.find((it) => it.messageId.endsWith('.1') && isQuietAt(rule, text, it.startedAt));
    if (early) problems.push(`${id}: sent in quiet hours, at ${new Date(early.startedAt).toISOString()}`);
    if (dispatch.state === 'success' && dispatch.renderedMessage.endsWith(` own ${rule.targetId}`) !== !!rule.template)
      problems.push(`${id}: in the words of another: ${dispatch.renderedMessage}`);
  }
  return [...problems, ...heldInOrder(world, asked)];
};

/** Messages held until the same moment are sent in the order of their calls, except for failed or lost ones. */
const heldInOrder = (world: World, asked: Map<string, Asked[]>): string[] => {
  const { table, excused, brokenLanes } = world;
  const held = [...table.dispatches.values()].filter((dispatch) => {
    const requests = asked.get(dispatchKey(dispatch)) ?? [];
    const once = requests.filter(({ messageId }) => messageId.endsWith('.1')).length === 1;
    const id = dispatchKey(dispatch);
    const hasFailed = excused.has(id) || table.reopened.has(id) || (table.mostCrashes.get(id) ?? 0) > 0;
    return dispatch.cycle.heldUntil && once && !hasFailed && !brokenLanes.has(dispatch.targetId);
  });
  const lanes = Map.groupBy(held, ({ targetId, cycle }) => `${targetId} after ${cycle.heldUntil}`);
  return [...lanes].flatMap(([lane, dispatches]) => {
    const startOf = (it: (typeof dispatches)[number]) => asked.get(dispatchKey(it))?.[0]?.startedAt ?? 0;
    const sent = dispatches.toSorted((a, b) => startOf(a) - startOf(b));
    return sent.flatMap((it, index) => {
      const before = sent[index - 1];
      return before && before.invocationId > it.invocationId
        ? [`target ${lane}: ${before.invocationId} overtook ${it.invocationId}`]
        : [];
    });
  });
};
