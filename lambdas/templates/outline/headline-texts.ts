import type { Event } from './event.ts';
import { type Dictionary, own } from './outline.ts';

/* The sender's own sentences, readings and captions, as headlines. */

/** Words of a headline that a sentence can omit. */
const IDLE =
  /^(?:the|a|an|of|by|for|is|was|has|been|alert|event|notification|message|note|comment|activity|added|created|new)$/;

/** True if a short sentence contains each meaningful word of a headline, in any form. */
export function saysAll(sentence: string, headline: string): boolean {
  if (sentence.length > 120 || sentence.includes('\n') || !/\S\s\S+\s\S/.test(sentence)) return false;
  const said = sentence.toLowerCase();
  const words = headline.toLowerCase().match(/[\p{L}\p{N}#.@-]{2,}/gu) ?? [];
  const telling = words.filter((word) => !IDLE.test(word) && !/^(?:ok|info)$/.test(word));
  return telling.length > 1 && telling.every((word) => said.includes(word.length > 6 ? word.slice(0, 6) : word));
}

/** True if a headline contains every word of a short sentence. */
export const isSaidIn = (sentence: string, headline: string): boolean => {
  const said = headline.toLowerCase();
  const words = sentence.toLowerCase().match(/[^\s,;:!?]+/gu) ?? [];
  return (
    sentence.length < 80 &&
    !sentence.includes('\n') &&
    words.length > 1 &&
    words.every((word) => said.includes(word.replace(/\.$/, '')))
  );
};

/** A text as short as a name, in an object that is not a message: `Buy milk`. */
export const isCaption = (paragraph: string | undefined, value: Dictionary, event: Event): boolean =>
  paragraph !== undefined &&
  ['content', 'text', 'description', 'summary', 'message', 'displayMessage'].some(
    (name) => own(value, name) === paragraph,
  ) &&
  paragraph.length <= 60 &&
  !paragraph.includes('\n') &&
  !/[.!?]$/.test(paragraph) &&
  !/^(?:comment|message|note|reply|review|error)$/.test(event.noun.at(-1) ?? '');

/** Puts the place before a sentence, unless the sentence already contains it. */
export const inPlace = (sentence: string, place: string | undefined): string =>
  place === undefined || sentence.toLowerCase().includes(place.toLowerCase()) ? sentence : `${place}: ${sentence}`;

/** Turns a sentence into a headline. Puts the event before it, unless the sentence already states the event. */
export function sentenceAs(
  sentence: string | undefined,
  { event, head, isCaption }: { event: Event | undefined; head: string | undefined; isCaption: boolean },
) {
  if (sentence === undefined || event === undefined || head === undefined || head.startsWith(sentence)) return sentence;
  const isSaid = (event.verb === '' ? event.noun : event.verb.split(' ')).some((word) =>
    sentence.toLowerCase().includes(word),
  );
  return isSaid ||
    ((!isCaption || event.noun.length === 0) &&
      /^(?:occurred|created|triggered|sent|received|added|posted|raised)$/.test(event.verb))
    ? sentence
    : `${head}: ${sentence}`;
}

/** The first line of a text. Undefined if it is empty or too long for a headline. */
export function firstLine(text: string | undefined): string | undefined {
  const first = text?.split('\n', 1)[0] ?? '';
  return first !== '' && first.length <= 160 ? first : undefined;
}
