import { dispatchId } from '../platform/ids.ts';
import type { Outcome } from '../targets/outcome.ts';
import type { Target } from '../targets/target.ts';
import { splitMessage } from '../templates/split-message.ts';
import type { Webhook } from '../webhooks/webhook.ts';
import type { Dispatch } from './dispatch.ts';
import type { DispatchStore, Sender } from './ports.ts';

export interface SentParts {
  /** The outcome of the last part that was tried. */
  outcome: Outcome;
  /** Parts that the provider has, those of earlier attempts included. */
  partsDone: number;
  note: string;
  /** New options, when the provider moved the destination. */
  options?: Record<string, unknown>;
}

/**
 * Sends a text part by part, in order, beginning after the parts that are already out, until one is not taken.
 * After each part of several the progress is stored, so that a crash repeats one part at most.
 */
export const sendParts = async (
  text: string,
  { dispatch, webhook, target }: { dispatch: Dispatch; webhook: Webhook; target: Target },
  ports: { sender: Sender; dispatches: DispatchStore; appUrl: string },
): Promise<SentParts> => {
  const { parts, truncated } = cut(text, webhook.splitMessage, target.kind, ports.sender);
  const notes = new Set<string>();
  if (truncated) notes.add('The text was longer than the target takes and was cut.');
  if (parts.length > 1) notes.add(`Sent in ${parts.length} parts.`);

  let partsDone = Math.min(dispatch.partsDone, parts.length);
  let outcome: Outcome = { kind: 'ok' };
  let destination = target;
  let moved: Record<string, unknown> | undefined;
  while (partsDone < parts.length && outcome.kind === 'ok') {
    const { options, ...answer } = await ports.sender.send(
      {
        text: parts[partsDone] as string,
        id: `${dispatchId(dispatch.invocationId, dispatch.targetId)}.${partsDone + 1}`,
        part: partsDone + 1,
        parts: parts.length,
        webhookName: webhook.name,
        link: `${ports.appUrl}/webhooks/${webhook.id}?inv=${dispatch.invocationId}`,
      },
      destination,
    );
    outcome = answer;
    if (options) {
      moved = options;
      destination = { ...destination, options };
    }
    if (outcome.kind === 'ok') {
      partsDone += 1;
      if (outcome.note) notes.add(outcome.note);
      if (partsDone < parts.length)
        await ports.dispatches.save({ ...dispatch, renderedMessage: text, partsDone }, undefined);
    }
  }
  return { outcome, partsDone, note: [...notes].join(' '), ...(moved && { options: moved }) };
};

const cut = (text: string, split: boolean, kind: string, sender: Sender): { parts: string[]; truncated: boolean } => {
  const limit = sender.limitOf(kind);
  return limit ? splitMessage(text, { max: limit.max, cost: limit.cost, split }) : { parts: [text], truncated: false };
};
