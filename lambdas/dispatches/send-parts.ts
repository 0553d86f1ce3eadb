import { dispatchId } from '../platform/ids.ts';
import type { Outcome } from '../targets/outcome.ts';
import type { Target } from '../targets/target.ts';
import type { Message } from '../targets/target-kind.ts';
import { splitMessage } from '../templates/split-message.ts';
import type { Webhook } from '../webhooks/webhook.ts';
import type { Dispatch } from './dispatch.ts';
import type { DispatchStore, Sender, TargetEffects } from './ports.ts';

export interface SentParts {
  /** The outcome of the last part that was tried. */
  outcome: Outcome;
  /** Parts that the provider has, those of earlier attempts included. */
  partsDone: number;
  note: string;
}

/**
 * Sends a text part by part, in order, beginning after the parts that are already out, until one is not taken.
 * After each part of several the progress is stored, so that a crash repeats one part at most.
 */
export const sendParts = async (
  text: string,
  { dispatch, webhook, target }: { dispatch: Dispatch; webhook: Webhook; target: Target },
  ports: { sender: Sender; dispatches: DispatchStore; effects: TargetEffects; appUrl: string },
): Promise<SentParts> => {
  const { parts, truncated } = cut(text, webhook.splitMessage, target.kind, ports.sender);
  const messagePart = (texts: string[], index: number): Message => ({
    text: texts[index] as string,
    id: `${dispatchId(dispatch.invocationId, dispatch.targetId)}.${index + 1}`,
    part: index + 1,
    parts: texts.length,
    webhookName: webhook.name,
    link: `${ports.appUrl}/webhooks/${webhook.id}?inv=${dispatch.invocationId}`,
  });
  const notes = new Set<string>();
  if (truncated) notes.add('The text was longer than the target takes and was cut.');
  if (parts.length > 1) notes.add(`Sent in ${parts.length} parts.`);

  let partsDone = Math.min(dispatch.partsDone, parts.length);
  let outcome: Outcome = { kind: 'ok' };
  let destination = target;
  while (partsDone < parts.length && outcome.kind === 'ok') {
    const { options, ...answer } = await ports.sender.send(messagePart(parts, partsDone), destination);
    if (options || answer.kind === 'fail_target')
      await ports.effects.apply(destination, { ...answer, ...(options && { options }) });
    if (options) destination = { ...destination, options };
    outcome = answer;
    if (outcome.kind === 'ok') {
      partsDone += 1;
      if (outcome.note) notes.add(outcome.note);
      if (partsDone < parts.length)
        await ports.dispatches.save({ ...dispatch, renderedMessage: text, partsDone }, undefined);
    }
  }
  return { outcome, partsDone, note: [...notes].join(' ') };
};

const cut = (text: string, split: boolean, kind: string, sender: Sender): { parts: string[]; truncated: boolean } => {
  const limit = sender.limitOf(kind);
  return limit ? splitMessage(text, { max: limit.max, cost: limit.cost, split }) : { parts: [text], truncated: false };
};
