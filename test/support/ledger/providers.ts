import type { Delivery, FollowedMessage, Lost, Message } from '../../../lambdas/model/message.ts';
import type { Target } from '../../../lambdas/model/target.ts';
import type { Chance } from '../simulation/chance.ts';
import { dispatchKey } from '../simulation/table.ts';
import type { VirtualTime } from '../simulation/virtual-time.ts';
import { Killed, type Run } from './faults.ts';

/** One request that a provider received. */
export interface Asked {
  targetId: number;
  /** The id of a part, `<dispatch id>.<part>`; with `.update` for a change of an earlier message. */
  messageId: string;
  text: string;
  how: 'new' | FollowedMessage['how'];
  chat: string;
  /** The message in its chat: the new one, or the earlier one that was to be changed or replied to. */
  ref: string;
  /** The template of the formatting; undefined for a message without formatting. */
  edit: string | undefined;
  looksRefused: boolean;
  startedAt: number;
  endedAt: number;
  /** True if the recipient got the message, regardless of the response. */
  delivered: boolean;
  answer: (Delivery | Lost)['kind'];
  unanswered: boolean;
  /** The time before which the provider wants no further request (epoch milliseconds); 0 if it gave none. */
  notBefore: number;
  run: Run;
  /** Milliseconds by which the message was tried too early without an action of its owner. */
  earlyMs: number;
  /** The run's number of faults at the response; a later fault may have prevented it from being recorded. */
  faultsAtAnswer: number;
  /** The run's number of faults before this request. */
  faultsBefore: number;
}

/** The dispatch of a request, by its key in the table. */
export const dispatchOf = ({ messageId, targetId }: Asked): string =>
  dispatchKey({ invocationId: messageId.slice(0, messageId.indexOf('-')), targetId });

/** True for a message that only tells of an acknowledgement or a resolution. */
export const tellsOfEnd = (messageId: string): boolean => /\.(?:acknowledged|resolved)(?:\.|$)/.test(messageId);

/** A target’s behaviour. Times are epoch milliseconds. */
export interface Behaviour {
  /** Shares of requests with these results. */
  busy: number;
  broken: number;
  timeout: number;
  resetAfterBody: number;
  /** In this window it returns only errors, or does not respond at all. */
  down: { from: number; until: number; hangs?: boolean } | undefined;
  /** From this time on, it rejects everything permanently. */
  goneFrom: number | undefined;
  /** Every request whose number is a multiple of this returns `429 Retry-After: 1`. */
  busyEvery?: number;
}

/** A target that accepts everything. */
export const goodBehaviour: Behaviour = {
  busy: 0,
  broken: 0,
  timeout: 0,
  resetAfterBody: 0,
  down: undefined,
  goneFrom: undefined,
};

export interface Providers {
  asked: Asked[];
  send(message: Message, target: Target, run: Run, earlyMs: number): Promise<Delivery>;
  follow(
    message: Message,
    followed: FollowedMessage,
    target: Target,
    run: Run,
    earlyMs: number,
  ): Promise<Delivery | Lost>;
}

/** Shares of follow-ups whose earlier message was deleted by hand, and whose change is rejected. */
const DELETED = 0.03;
const CHANGE_REFUSED = 0.03;

/** Share of messages whose formatting is rejected. */
const LOOKS_REFUSED = 0.1;

const TIME_LIMIT_MS = 10_000;

/** The target's rejection of a message that would otherwise be accepted; undefined if there is none. */
export const refusalOf = (text: string): Refusal | undefined =>
  /^call \d+ refused (broken|silent) /.exec(text)?.[1] as Refusal | undefined;

/** The response to a request, and whether its message arrived. */
const answerOf = (
  text: string,
  behaviour: Behaviour,
  now: number,
  count: number,
  chance: Chance,
): { delivery: Delivery; delivered: boolean; ms: number } => {
  const refuse = (delivery: Delivery, ms = chance.between(20, 300)) => ({ delivery, delivered: false, ms });
  if (behaviour.goneFrom !== undefined && now >= behaviour.goneFrom)
    return refuse({ kind: 'fail_target', code: 'connection-revoked', reason: 'The channel is gone.' });
  if (behaviour.busyEvery && count % behaviour.busyEvery === 0)
    return refuse({ kind: 'retry', code: 'provider-unavailable', reason: 'The provider is busy.', afterSeconds: 1 });
  const unknown: Delivery = {
    kind: 'ambiguous',
    code: 'answer-lost',
    reason: 'The connection broke.',
    unanswered: true,
  };
  const down = behaviour.down !== undefined && now >= behaviour.down.from && now < behaviour.down.until;
  if ((down && behaviour.down?.hangs) || refusalOf(text) === 'silent') return refuse(unknown, TIME_LIMIT_MS);
  if (down || refusalOf(text) === 'broken' || chance.happens(behaviour.broken))
    return refuse({ kind: 'retry', code: 'provider-unavailable', reason: 'The provider is broken.' });
  if (chance.happens(behaviour.busy)) {
    const afterSeconds = chance.pick([1, 1, 1, 5, 30, 90]);
    return refuse({ kind: 'retry', code: 'provider-unavailable', reason: 'The provider is busy.', afterSeconds });
  }
  if (chance.happens(behaviour.timeout))
    return { delivery: unknown, delivered: chance.happens(0.5), ms: TIME_LIMIT_MS };
  if (chance.happens(behaviour.resetAfterBody)) return { delivery: unknown, delivered: true, ms: 100 };
  return { delivery: { kind: 'ok' }, delivered: true, ms: chance.between(20, 300) };
};

/** Providers that record every request and respond according to their target's behaviour. */
export const providers = (behaviours: Map<number, Behaviour>, time: VirtualTime, chance: Chance): Providers => {
  const asked: Asked[] = [];
  const deleted = new Set<string>();
  const whyLost = ({ ref, how }: FollowedMessage): Lost['why'] | undefined => {
    if (chance.happens(DELETED)) deleted.add(ref);
    if (deleted.has(ref)) return 'gone';
    return how === 'update' && chance.happens(CHANGE_REFUSED) ? 'refused' : undefined;
  };
  const ask = async (
    message: Message,
    target: Target,
    run: Run,
    earlyMs: number,
    followed?: FollowedMessage,
  ): Promise<Delivery | Lost> => {
    if (!run.process.alive) throw new Killed();
    const startedAt = time.now().getTime();
    const count = asked.filter(({ targetId }) => targetId === target.id).length + 1;
    const behaviour = behaviours.get(target.id) as Behaviour;
    const given = answerOf(message.text, behaviour, startedAt, count, chance);
    const lost = followed && given.delivered ? whyLost(followed) : undefined;
    const delivery: Delivery | Lost =
      lost && given.delivery.kind === 'ok' ? { kind: 'lost', why: lost } : given.delivery;
    const { ms } = given;
    // In this case, the driver has sent the plain text in the same request.
    const looksRefused = message.rich !== undefined && delivery.kind === 'ok' && chance.happens(LOOKS_REFUSED);
    const afterSeconds = delivery.kind === 'retry' ? (delivery.afterSeconds ?? 0) : 0;
    const entry: Asked = {
      targetId: target.id,
      messageId: followed?.how === 'update' ? `${message.id}.update` : message.id,
      text: message.text,
      how: followed?.how ?? 'new',
      chat: chatOf(target),
      ref: followed?.ref ?? `${chatOf(target)}/${asked.length}`,
      edit: message.rich && /https:\/\/x\.example\/(\d+)/.exec(JSON.stringify(message.rich))?.[1],
      looksRefused,
      startedAt,
      endedAt: startedAt + ms,
      delivered: given.delivered && !lost,
      answer: delivery.kind,
      unanswered: 'unanswered' in delivery,
      notBefore: afterSeconds > 0 ? startedAt + ms + afterSeconds * 1000 : 0,
      run,
      earlyMs,
      faultsAtAnswer: run.faults,
      faultsBefore: run.faults,
    };
    asked.push(entry);
    await time.sleep(ms);
    if (!run.process.alive) throw new Killed();
    entry.faultsAtAnswer = run.faults;
    if (looksRefused) return { kind: 'ok', note: 'Sent as plain text', noteCode: 'formatting-refused' };
    return delivery.kind === 'ok' && !followed ? { ...delivery, ref: entry.ref } : delivery;
  };
  return {
    asked,
    send: async (message, target, run, earlyMs) => {
      const delivery = await ask(message, target, run, earlyMs);
      if (delivery.kind === 'lost') throw new Error('a new message cannot be lost');
      return delivery;
    },
    follow: (message, followed, target, run, earlyMs) => ask(message, target, run, earlyMs, followed),
  };
};

/** A target's chat, which its owner can exchange. */
export const chatOf = ({ id, options }: Target): string => `${id} ${options.chat ?? 'first'}`;

/** Every target's response to a call that it always rejects: an error, or no response. */
export type Refusal = 'broken' | 'silent';
