import type { InvocationContent, InvocationSummary } from '../invocations/invocation.ts';
import type { LaneMessage } from '../invocations/ports.ts';
import type { Target } from '../targets/target.ts';
import type { Delivery, Message, MessageLimit } from '../targets/target-kind.ts';
import type { RenderInput, RenderResult } from '../templates/render.ts';
import type { Webhook } from '../webhooks/webhook.ts';
import type { Dispatch } from './dispatch.ts';

/** Everything that delivering one message needs, as it stands now. A part that is gone is undefined. */
export interface DeliveryFacts {
  summary: InvocationSummary | undefined;
  dispatch: Dispatch | undefined;
  target: Target | undefined;
  webhook: Webhook | undefined;
}

export interface DispatchStore {
  /** Reads all facts of one message in one round trip. */
  facts(message: LaneMessage): Promise<DeliveryFacts>;
  /**
   * Stores the dispatch and repeats its state in the summary. The dispatch is written first: a crash in between is
   * mended when the message comes back. `dueAt` puts it into the due index, or takes it out when undefined.
   */
  save(dispatch: Dispatch, dueAt: Date | undefined): Promise<void>;
  /** Repeats the state in the summary alone. */
  repeatState(dispatch: Dispatch): Promise<void>;
  get(userId: number, invocationId: string, targetId: number): Promise<Dispatch | undefined>;
  list(userId: number, invocationId: string): Promise<Dispatch[]>;
}

export interface ContentReader {
  content(userId: number, invocationId: string): Promise<InvocationContent | undefined>;
}

/** Sends to whatever kind the target is of; never throws for what the provider does. */
export interface Sender {
  send(message: Message, target: Target): Promise<Delivery>;
  /** undefined = any length. */
  limitOf(kind: string): MessageLimit | undefined;
}

export interface TargetEffects {
  /** Records what a delivery says about the target itself: refused for good, or moved to another place. */
  apply(target: Target, delivery: Delivery): Promise<void>;
}

export interface ErrorCounter {
  countError(userId: number, webhookId: number, now: Date): Promise<void>;
}

export interface Renderer {
  render(input: RenderInput): Promise<RenderResult>;
}

export interface NoticeStore {
  /** true once per webhook and target in `seconds`: the caller may send a notice now. */
  claim(webhookId: number, targetId: number, seconds: number, now: Date): Promise<boolean>;
}
