import type { Delivery, Message } from '../../../lambdas/model/message.ts';
import type { Target } from '../../../lambdas/model/target.ts';
import type { Chance } from '../simulation/chance.ts';
import { dispatchKey } from '../simulation/table.ts';
import type { VirtualTime } from '../simulation/virtual-time.ts';
import { Killed, type Run } from './faults.ts';

/** One request that a provider received. */
export interface Asked {
  targetId: number;
  /** `<dispatch id>.<part>` */
  messageId: string;
  text: string;
  /** Which template the looks are of; undefined of a message without looks. */
  edit: string | undefined;
  looksRefused: boolean;
  startedAt: number;
  endedAt: number;
  /** Whether the reader got the message, whatever the answer said. */
  delivered: boolean;
  answer: Delivery['kind'];
  unanswered: boolean;
  /** Until when the provider wants to be left alone (epoch milliseconds); 0 = it did not say. */
  notBefore: number;
  run: Run;
  /** How long before its planned time the message was tried, although nobody had called it up. */
  earlyMs: number;
  /** How many faults the run had when the answer came; a later one may have kept it from being written down. */
  faultsAtAnswer: number;
  /** How many faults the run had before this request. */
  faultsBefore: number;
}

/** Which dispatch a request was for, as the table names it. */
export const dispatchOf = ({ messageId, targetId }: Asked): string =>
  dispatchKey({ invocationId: messageId.slice(0, messageId.indexOf('-')), targetId });

/** How a target behaves. Times are epoch milliseconds. */
export interface Behaviour {
  /** Shares of requests that are answered so. */
  busy: number;
  broken: number;
  timeout: number;
  resetAfterBody: number;
  /** Answers nothing but errors in this window, or nothing at all. */
  down: { from: number; until: number; hangs?: boolean } | undefined;
  /** Refuses everything for good from then on. */
  goneFrom: number | undefined;
  /** Answers every so manieth request `429 Retry-After: 1`, for certain. */
  busyEvery?: number;
}

/** A target that takes everything. */
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
}

/** Share of messages whose looks are refused. */
const LOOKS_REFUSED = 0.1;

/** After this time a request is given up. */
const TIME_LIMIT_MS = 10_000;

/** How the target refuses a message whatever else it takes; undefined = it does not. */
export const refusalOf = (text: string): Refusal | undefined =>
  /^call \d+ refused (broken|silent) /.exec(text)?.[1] as Refusal | undefined;

/** What a request is answered with, and whether its message arrived. */
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

/** Providers that write down every request, and answer by their target's behaviour. */
export const providers = (behaviours: Map<number, Behaviour>, time: VirtualTime, chance: Chance): Providers => {
  const asked: Asked[] = [];
  return {
    asked,
    send: async (message, target, run, earlyMs) => {
      if (!run.process.alive) throw new Killed();
      const startedAt = time.now().getTime();
      const { delivery, delivered, ms } = answerOf(
        message.text,
        behaviours.get(target.id) as Behaviour,
        startedAt,
        asked.filter(({ targetId }) => targetId === target.id).length + 1,
        chance,
      );
      // The driver has sent the plain text then, in the same request.
      const looksRefused = message.rich !== undefined && delivery.kind === 'ok' && chance.happens(LOOKS_REFUSED);
      const afterSeconds = delivery.kind === 'retry' ? (delivery.afterSeconds ?? 0) : 0;
      const entry: Asked = {
        targetId: target.id,
        messageId: message.id,
        text: message.text,
        edit: message.rich && /https:\/\/x\.example\/(\d+)/.exec(JSON.stringify(message.rich))?.[1],
        looksRefused,
        startedAt,
        endedAt: startedAt + ms,
        delivered,
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
      return looksRefused ? { kind: 'ok', note: 'Sent as plain text', noteCode: 'formatting-refused' } : delivery;
    },
  };
};

/** How every target answers the first part of a call's message, whatever else it takes: an error, or nothing at all. */
export type Refusal = 'broken' | 'silent';
