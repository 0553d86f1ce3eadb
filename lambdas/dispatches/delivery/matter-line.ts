import type { Message } from '../../model/message.ts';
import type { Target } from '../../model/target.ts';
import type { Sender } from '../../model/target-ports.ts';
import { withAcknowledge } from '../../targets/acknowledge-button.ts';
import { plainOf } from '../../templates/rich/plain.ts';
import type { RichMessage } from '../../templates/rich/tree.ts';
import { units } from '../../templates/units.ts';

/** Returns the changed message if it is within the target's limit, otherwise the original one. */
export const withinLimit = async (
  changed: Message,
  original: Message,
  target: Target,
  { sender }: { sender: Sender },
): Promise<Message> => ((await fits(changed, target, sender)) ? changed : original);

/** True if a message is within the target's limit, so it is sent in one part. */
export const fits = async (
  message: Pick<Message, 'text' | 'rich' | 'acknowledge'>,
  { kind, options }: Target,
  sender: Sender,
): Promise<boolean> => {
  const { text, rich } = withAcknowledge(message);
  const limit = sender.limitOf(kind, options);
  if (!limit) return true;
  if (rich) return (await sender.richFitOf(kind, options))?.(rich) ?? true;
  return units[limit.counted](text) <= limit.max;
};

/** Adds the line about the matter, and the link of an earlier call if this one has none. */
export const withLine = <Shown extends Pick<Message, 'text' | 'rich' | 'subject'>>(
  message: Shown,
  line: string | undefined,
  link: string | undefined,
): Shown => {
  const { rich, text, subject } = message;
  const isMissing = link !== undefined && subject?.link === undefined && !(rich ? rich.link : text.includes(link));
  if (!rich) return { ...message, text: [text, ...(line ? [line] : []), ...(isMissing ? [link] : [])].join('\n') };
  // A message without a title has no place for its link but the line.
  const isInLine = isMissing && !rich.title;
  const lineRun = line && { text: line, italic: true as const, ...(isInLine && { link }) };
  const lined: RichMessage = {
    ...rich,
    ...(isMissing && rich.title && { link }),
    blocks: [...rich.blocks, ...(lineRun ? [{ kind: 'paragraph' as const, runs: [lineRun] }] : [])],
  };
  return { ...message, rich: lined, text: plainOf(lined) };
};

const MARK = 'Update: ';

/** Begins the title of a new message about a known matter, where a target can do no better. */
export const withMark = (message: Message): Message => {
  const { rich } = message;
  if (!rich?.title) return { ...message, text: MARK + message.text, ...(rich && { rich }) };
  const marked: RichMessage = { ...rich, title: [{ text: MARK }, ...rich.title] };
  return { ...message, rich: marked, text: plainOf(marked) };
};
