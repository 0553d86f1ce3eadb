import { vi } from 'vitest';
import { deliver } from '../../lambdas/dispatches/delivery/deliver.ts';
import type { Receipt } from '../../lambdas/model/dispatch-ports.ts';
import type { DispatchMessage, WakeUp } from '../../lambdas/model/lane-message.ts';
import type { Delivery, Message } from '../../lambdas/model/message.ts';
import { plans } from '../../lambdas/model/plans.ts';
import type { Target } from '../../lambdas/model/target.ts';
import type { Webhook } from '../../lambdas/model/webhook.ts';
import type { Clock } from '../../lambdas/platform/clock.ts';
import { createCircuitBreaker } from '../../lambdas/targets/circuit-breaker.ts';
import { createPace } from '../../lambdas/targets/pace.ts';
import type { CallRender } from '../../lambdas/templates/call-render.ts';
import type { RenderResult } from '../../lambdas/templates/render.ts';
import { plainOf } from '../../lambdas/templates/rich/plain.ts';
import type { RichMessage } from '../../lambdas/templates/rich/tree.ts';
import { renderRouted } from '../../lambdas/templates/routed-call.ts';
import {
  aSummary,
  aTarget,
  aWebhook,
  mattersInMemory,
  memoryDispatches,
  movableClock,
  noFollowUps,
} from './in-memory.ts';
import { acknowledgeLink, watchesInMemory } from './watches.ts';

/** A dispatcher whose provider returns the given deliveries in order, then `ok`. */
export const dispatcher = (
  options: {
    target?: Partial<Target> | 'gone';
    webhook?: Partial<Webhook>;
    answers?: Delivery[];
    body?: string;
    headers?: Record<string, string>;
  } = {},
) => {
  const clock = movableClock();
  const summary = aSummary(clock());
  const memory = memoryDispatches({
    summary,
    target: options.target === 'gone' ? undefined : aTarget(options.target),
    webhook: aWebhook(options.webhook),
    content: { headers: options.headers ?? {}, body: Buffer.from(options.body ?? '{"hello":"you"}') },
  });
  const sent: Message[] = [];
  const answers = [...(options.answers ?? [])];
  const effects = { apply: vi.fn(async () => {}) };
  const outbox = { put: vi.fn(async () => {}) };
  const errors = { ...memory.stores.quota, countError: vi.fn(async () => {}) };
  const claims = new Set<string>();
  const deadLettered: DispatchMessage[] = [];
  const wakeUps: WakeUp[] = [];
  const queued: DispatchMessage[] = [];
  const watches = watchesInMemory();
  const ports = {
    dispatches: memory.stores.dispatches,
    laneStore: memory.stores.laneStates,
    waitingList: memory.stores.waitingList,
    laneQueue: {
      send: async (messages: (DispatchMessage | WakeUp)[]) => {
        for (const message of messages)
          if (message.kind === 'wake-up') wakeUps.push(message);
          else queued.push(message);
      },
    },
    pace: createPace({ paceOf: () => 1000, laneStore: memory.stores.laneStates, clock, sleep: async () => {} }),
    sleep: async () => {},
    circuitBreaker: createCircuitBreaker({ clock, random: () => 0.5 }),
    deadLetters: { send: async (messages: DispatchMessage[]) => void deadLettered.push(...messages) },
    invocations: { content: memory.content },
    sender: {
      send: async (message: Message): Promise<Delivery> => {
        sent.push(message);
        return answers.shift() ?? { kind: 'ok' };
      },
      ...noFollowUps,
      limitOf: () => ({ max: 40, counted: 'utf16' as const }),
      richFitOf: async () => (part: RichMessage) => plainOf(part).length <= 60,
      providerOf: () => ({ id: 'telegram', kind: 'telegram', name: 'Telegram' }),
    },
    effects,
    outbox,
    counters: errors,
    plans,
    renderer: { render: async (request: CallRender): Promise<RenderResult> => renderRouted(request) },
    matters: mattersInMemory().store,
    watches: watches.store,
    acknowledgeLink,
    notices: {
      claim: async (webhookId: number, targetId: number) => {
        const first = !claims.has(`${webhookId}-${targetId}`);
        claims.add(`${webhookId}-${targetId}`);
        return first;
      },
    },
    clock,
    random: () => 0.5,
    appUrl: 'https://app.example.com',
  };
  const message = {
    kind: 'dispatch' as const,
    userId: 1,
    webhookId: 11,
    invocationId: summary.id,
    targetId: 21,
    generation: 0,
  };
  return {
    ports,
    memory,
    watches: watches.kept,
    sent,
    clock,
    effects,
    outbox,
    errors,
    message,
    deadLettered,
    wakeUps,
    run: (receives = 1) => deliver(message, receiptOf(clock, receives), ports),
    runFor: (targetId: number) => deliver({ ...message, targetId }, receiptOf(clock), ports),
  };
};

export const receiptOf = (clock: Clock, receives = 1): Receipt => ({
  receives,
  queuedAt: clock(),
  firstReceivedAt: clock(),
  timeLeftMs: () => 30_000,
});

export const busy = {
  kind: 'retry' as const,
  code: 'provider-unavailable' as const,
  reason: 'The provider is busy.',
  afterSeconds: 7,
} satisfies Delivery;

export const broken: Delivery = { kind: 'retry', code: 'provider-unavailable', reason: 'The provider is broken.' };
