import { targetKind } from '../../integrations/targets/kinds.gen.ts';
import type { Dispatch } from '../model/dispatch.ts';
import { plainOf } from '../templates/rich/plain.ts';
import type { RichMessage } from '../templates/rich/tree.ts';

/** The first line of a fallback or of an escalation: the reason that this target gets the message. */
export const leadOf = ({ fallbackFor, step }: Pick<Dispatch, 'fallbackFor' | 'step'>): string | undefined => {
  if (step) return `Not acknowledged for ${step.afterMinutes} min.`;
  return fallbackFor && fallbackLead(fallbackFor);
};

const fallbackLead = ({ kind, name, state }: NonNullable<Dispatch['fallbackFor']>): string => {
  const target = `${targetKind(kind)?.name ?? kind} “${name}”`;
  switch (state) {
    case 'waiting':
      return `${target} has not accepted this message yet. Tellhook keeps trying.`;
    case 'disabled':
      return `${target} is disabled. It gets this message when it is enabled.`;
    case 'error':
      return `${target} did not accept this message.`;
  }
};

/** A message with its first line. In a rich message, it is below the title, which email subjects show. */
export const withLead = (
  lead: string,
  { text, rich }: { text: string; rich?: RichMessage | undefined },
): { text: string; rich?: RichMessage } => {
  if (!rich) return { text: `${lead}\n\n${text}` };
  const led: RichMessage = { ...rich, blocks: [{ kind: 'paragraph', runs: [{ text: lead }] }, ...rich.blocks] };
  return { text: plainOf(led), rich: led };
};
