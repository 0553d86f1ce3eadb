import { followsOf } from '../../../lambdas/targets/send.ts';
import type { Subject } from '../../../lambdas/templates/subject/subject.ts';
import { type Asked, dispatchOf, tellsOfEnd } from './providers.ts';
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

const everyCallIsTold = ({ table, providers, scenario, inDigests }: World): string[] => {
  const told = Map.groupBy(
    providers.asked.filter(({ delivered }) => delivered),
    dispatchOf,
  );
  return [...table.dispatches].flatMap(([id, { state, how, targetId, renderedMessage }]) => {
    if (state !== 'success') return [];
    if (how === 'digest') return inDigests.has(id) ? [] : [`${id}: in no digest`];
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
  /** The latest call about the matter. */
  call: string;
  /** False if the product may know another state. */
  isOpen: boolean;
  isCritical: boolean;
}

const everyMessageIsItsMatters = ({ providers, scenario, table }: World): string[] => {
  const problems: string[] = [];
  const shown = new Map<string, Shown>();
  /** The latest call that each message shows, if the product knows it. */
  const latestOf = new Map<string, string>();
  /** The calls by their number in the text, because a told acknowledgement repeats the text of the latest call. */
  const callOf = new Map<number, string>();
  for (const asked of providers.asked) {
    const { messageId, targetId, chat, ref, how, text, delivered, answer } = asked;
    const { key, state, severity } = subjectOf(text);
    if (tellsOfEnd(messageId)) {
      const told = callOf.get(numberOf(text));
      if (how === 'update' && told !== undefined && told < (latestOf.get(ref) ?? ''))
        problems.push(`${messageId}: shows an older state than ${latestOf.get(ref)}`);
      continue;
    }
    const told = messageId.slice(0, messageId.indexOf('-'));
    // A caller that got no response repeats its call, so several calls can have the same number.
    if (told > (callOf.get(numberOf(text)) ?? '')) callOf.set(numberOf(text), told);
    if (how !== 'new' && !ref.startsWith(`${chat}/`)) problems.push(`${messageId}: in another chat than ${ref}`);
    if (!key || (!delivered && answer !== 'lost')) continue;
    const dispatch = table.dispatches.get(dispatchOf(asked));
    const call = messageId.slice(0, messageId.indexOf('-'));
    const place = `${chat} ${key}`;
    const known = shown.get(place);
    const isOld = known !== undefined && call < known.call;
    // A dead letter that was redriven is a resend, too.
    const isResent = dispatch?.cycle.startedAt !== table.summaries.get(call)?.invokedAt;
    // Its owner stopped a message that arrived all the same, so its call does not say what the matter has stored.
    const isStopped = dispatch?.state === 'error';
    if (isResent || isStopped || !isKnown(asked)) {
      shown.set(place, { ref, call: isOld ? known.call : call, isOpen: false, isCritical: false });
      latestOf.delete(ref);
      continue;
    }
    const latest = latestOf.get(ref) ?? '';
    if (how === 'update' && call < latest) problems.push(`${messageId}: shows an older state than ${latest}`);
    latestOf.set(ref, call > latest ? call : latest);
    // A resend hides that its first cycle was only counted.
    const isBehindCounted = [...table.dispatches.values()].some(
      (it) =>
        it.targetId === targetId && (it.how === 'counted' || it.cycle.attemptsBefore > 0) && it.invocationId > call,
    );
    const isWhole = text.startsWith('call') && dispatch?.renderedMessage.trim() === text.trim();
    if (how === 'new' && (!isWhole || isOld || isBehindCounted)) continue;
    const isCritical = severity === 'critical';
    const { update, reply } = abilitiesOf(scenario, targetId);
    const rises = isCritical && !known?.isCritical;
    if (how === 'new' && known?.isOpen && call !== known.call && (update || reply) && (reply || !rises))
      problems.push(`${messageId}: a new message about a known matter, ${known.ref}`);
    shown.set(place, { ref, call, isOpen: state !== 'resolved', isCritical });
  }
  return problems;
};
