import { followsOf } from '../../../lambdas/targets/send.ts';
import type { Subject } from '../../../lambdas/templates/subject/subject.ts';
import { type Asked, dispatchOf } from './providers.ts';
import { FIRST_TARGET, type Scenario, type World } from './scenario.ts';

/*
 * The matters of a living world, and the check that people can read each call and the latest state of each matter. The
 * rule is evaluated here by a second, simpler implementation.
 */

const numberOf = (text: string): number => Number(/call (\d+) /.exec(text)?.[1]);

/** A few matters that open, resolve, rise and flap, and some calls without a key. */
export const subjectOf = (text: string): Subject => {
  const number = numberOf(text);
  const isResolved = number % 5 === 4;
  const severity = isResolved ? 'ok' : number % 7 === 0 ? 'critical' : 'warning';
  const shared = { state: isResolved ? 'resolved' : 'open', severity, title: `Matter of call ${number}` } as const;
  return number % 11 === 0 ? shared : { ...shared, key: `matter ${number % 3}` };
};

/**
 * Each call can be read as a message, a change or a reply, unless it is only counted. No message in another chat is
 * touched, none shows an older state than the latest known one, and no new message repeats a known matter.
 */
export const everyMatterIsFollowed = (world: World): string[] =>
  world.scenario.living ? [...everyCallIsTold(world), ...everyMessageIsItsMatters(world)] : [];

const everyCallIsTold = ({ table, providers, scenario }: World): string[] => {
  const told = Map.groupBy(
    providers.asked.filter(({ delivered }) => delivered),
    dispatchOf,
  );
  return [...table.dispatches].flatMap(([id, { state, how, targetId, renderedMessage }]) => {
    if (state !== 'success') return [];
    if (how === 'counted')
      return abilitiesOf(scenario, targetId).update ? [`${id}: only counted, where messages can be changed`] : [];
    const call = `call ${numberOf(renderedMessage)} `;
    return told.get(id)?.some(({ text }) => text.includes(call)) ? [] : [`${id}: delivered, and told nowhere`];
  });
};

const abilitiesOf = ({ targets, living }: Scenario, targetId: number) => {
  const follows = followsOf(targets[targetId - FIRST_TARGET]?.kind ?? '');
  return {
    update: living?.follow !== 'reply' && follows.includes('update'),
    reply: living?.follow !== 'update' && follows.includes('reply'),
  };
};

/** True if the product knows the response to a request, and could record it. */
const isKnown = ({ answer, run, faultsAtAnswer }: Asked): boolean =>
  answer === 'ok' && run.done && run.faults === faultsAtAnswer;

/** A message about a matter, as far as its chat and the product know it. */
interface Shown {
  ref: string;
  /** The latest call that changed it, or replied to it. */
  call: string;
  isOpen: boolean;
  isCritical: boolean;
  /** False if the product may know an older state, or none. */
  isCertain: boolean;
  endedAt: number;
}

/** Time within which a read can miss the latest change of a matter, in milliseconds. One message more is its effect. */
const LAG_MS = 1000;

const everyMessageIsItsMatters = ({ providers, scenario, table }: World): string[] => {
  const problems: string[] = [];
  const shown = new Map<string, Shown>();
  for (const asked of providers.asked) {
    const { targetId, chat, ref, how, text, delivered, answer, startedAt, endedAt } = asked;
    const dispatch = table.dispatches.get(dispatchOf(asked));
    if (how !== 'new' && !ref.startsWith(`${chat}/`)) problems.push(`${asked.messageId}: in another chat than ${ref}`);
    const { key, state, severity } = subjectOf(text);
    const place = `${chat} ${key}`;
    const known = shown.get(place);
    const call = asked.messageId.slice(0, asked.messageId.indexOf('-'));
    // A resend hides that its first cycle was only counted.
    const isBehindCounted = [...table.dispatches.values()].some(
      (it) =>
        it.targetId === targetId && (it.how === 'counted' || it.cycle.attemptsBefore > 0) && it.invocationId > call,
    );
    const isOld = known !== undefined && call < known.call;
    if (!key) continue;
    // A dead letter that was redriven is a resend, too.
    const isResent = dispatch?.cycle.startedAt !== table.summaries.get(call)?.invokedAt;
    if (isResent || !isKnown(asked)) {
      if (delivered || answer === 'lost')
        shown.set(place, {
          ref,
          call: isOld ? known.call : call,
          isOpen: false,
          isCritical: false,
          isCertain: false,
          endedAt,
        });
      continue;
    }
    if (how === 'update' && isOld && known.isCertain)
      problems.push(`${asked.messageId}: shows an older state than ${known.call}`);
    const isCritical = severity === 'critical';
    const { update, reply } = abilitiesOf(scenario, targetId);
    const rises = isCritical && !known?.isCritical;
    const isSeen = known && startedAt > known.endedAt + LAG_MS;
    const isFollowed = known?.isOpen && isSeen && !isOld && !isBehindCounted && (update || reply) && !(rises && !reply);
    const isWhole = text.startsWith('call') && dispatch?.renderedMessage.trim() === text.trim();
    if (how === 'new' && isFollowed && isWhole && call !== known.call)
      problems.push(`${asked.messageId}: a new message about a known matter, ${known.ref}`);
    if (how !== 'new' || (isWhole && !isOld && !isBehindCounted))
      shown.set(place, { ref, call, isOpen: state !== 'resolved', isCritical, isCertain: true, endedAt });
  }
  return problems;
};
