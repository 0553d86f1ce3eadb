import type { Message } from '../model/message.ts';
import { metrics } from '../platform/metrics.ts';
import { type HttpAnswer, type HttpFailure, isAnswer } from '../platform/outbound/outbound.ts';
import type { Outcome } from '../platform/outbound/outcome.ts';
import type { RichMessage } from '../templates/rich/tree.ts';

/** A formatted message. */
export type RichPart = Message & { rich: RichMessage };

interface Provider {
  /** The name that begins a sentence. */
  name: string;
  kind: string;
  /** True if a response rejects the formatting and not the text, so plain text can succeed. */
  refusesLooks(answer: HttpAnswer): boolean;
}

/**
 * Sends a formatted part. If the provider rejects the formatting, the same attempt sends the part as plain text,
 * because the text matters more.
 * @returns the decisive response, and a note if the formatting was rejected
 */
export const sendRich = async (
  { name, kind, refusesLooks }: Provider,
  post: { rich(): Promise<HttpAnswer | HttpFailure>; plain(): Promise<HttpAnswer | HttpFailure> },
): Promise<{ result: HttpAnswer | HttpFailure; note?: string }> => {
  const result = await post.rich();
  if (!isAnswer(result) || !refusesLooks(result)) return { result };
  metrics.count('looksRefused', 1, kind);
  return { result: await post.plain(), note: formattingRejectedNote(name) };
};

export const formattingRejectedNote = (provider: string): string =>
  `${provider} rejected the formatting, so the message was sent as plain text`;

/**
 * Adds the note about the formatting to a delivered outcome. Its code replaces the outcome's own, because the owner
 * would not notice the missing formatting.
 */
export const withNote = <Result extends Outcome>(outcome: Result, note: string | undefined): Result =>
  note !== undefined && outcome.kind === 'ok'
    ? { ...outcome, note: [outcome.note, note].filter(Boolean).join('. '), noteCode: 'formatting-refused' }
    : outcome;
