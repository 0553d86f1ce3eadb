import type { RichMessage } from '../../../../lambdas/templates/rich/tree.ts';

/** A sender's call and the message that it becomes. */
export interface SenderExample {
  /** The first line of the message. */
  title: string;
  /** The label of its template. */
  event: string;
  text: string;
  rich: RichMessage;
  /** The call’s body. */
  sent: string;
}

/** The contents of a sender's public page; made by `build/sender-pages.ts`. */
export interface SenderFacts {
  slug: string;
  name: string;
  /** The service's page about its webhooks; empty if unknown. */
  docs: string;
  /** The mark's path in a 24 × 24 box, if it has one. */
  mark?: string;
  /** The events that have their own message. */
  events: readonly string[];
  /** True if all other events have a message too. */
  hasOthers: boolean;
  examples: readonly SenderExample[];
  setup: readonly string[];
  /** Its signature, if Tellhook checks one. */
  proof?: { steps: readonly string[]; text: string };
}
