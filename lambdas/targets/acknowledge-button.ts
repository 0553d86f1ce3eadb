import type { Message } from '../model/message.ts';
import { plainOf } from '../templates/rich/plain.ts';
import { MAX_BUTTONS, type RichMessage } from '../templates/rich/tree.ts';

const LABEL = 'Acknowledge';

/** The last line of a message without buttons. */
export const acknowledgeLine = (url: string): string => `\n\n${LABEL}: ${url}`;

/**
 * A rich message with the button to acknowledge it, which comes before its other buttons. An address that only this
 * machine can open is a line, because chats reject such buttons.
 */
export const withButton = (rich: RichMessage, url: string): RichMessage =>
  url.startsWith('https://')
    ? { ...rich, buttons: [{ label: LABEL, url }, ...(rich.buttons ?? [])].slice(0, MAX_BUTTONS) }
    : {
        ...rich,
        blocks: [...rich.blocks, { kind: 'paragraph', runs: [{ text: `${LABEL}: ` }, { text: url, link: url }] }],
      };

/** A message as it is sent: with the link to acknowledge it, if it has one. */
export const withAcknowledge = <Part extends Pick<Message, 'text' | 'rich' | 'acknowledge'>>(message: Part): Part => {
  const { acknowledge: url, rich, text } = message;
  if (url === undefined) return message;
  if (!rich) return { ...message, text: text + acknowledgeLine(url) };
  const linked = withButton(rich, url);
  return { ...message, rich: linked, text: plainOf(linked) };
};
