import { withoutSecretValues } from '#contract/secret-values';
import { isSecretField } from '#contract/secret-words';
import { firstGraphemes } from '../graphemes.ts';
import { PEOPLE, PLACES } from './find-thing.ts';
import { plainWords } from './markup.ts';
import { type Dictionary, entriesOf, isDictionary, own } from './outline.ts';
import { oneLine, visible } from './signs.ts';

const MAX_TEXT = 1000;

/** At most so many characters of a text, with a sign that there is more. */
export const cut = (text: string, most: number): string =>
  text.length > most ? `${firstGraphemes(text.slice(0, most * 2), most).trimEnd()}…` : text;

/** Fields that hold sentences. */
const TEXTS =
  'message,text,error,description,comment,summary,reason,body,content,details,detail,note,notes,body_text,bodyText,plain,body-plain,stripped-text,error_message,errorMessage,failure_message,failure_reason,reason_text,feedback,review,html,status_message,statusMessage,NewStateReason,caption,question,answer,transcript,excerpt,output,msg,object_attributes_note'.split(
    ',',
  );

const SENTENCES = new Set(TEXTS.map((name) => name.toLowerCase()));
const isSentenceField = (name: string) =>
  SENTENCES.has(name.toLowerCase()) ||
  /(?:_|[a-z])(?:[Mm]essage|[Dd]escription|[Ss]ummary|[Cc]omment|[Rr]eason)$/.test(name);

/** Fields that hold sentences, which are no facts; a single word is one. */
export const sentenceFields = (levels: Dictionary[]): string[] =>
  levels.flatMap((level) =>
    entriesOf(level).flatMap(([name, value]) =>
      isSentenceField(name) && !(typeof value === 'string' && /^\S{1,40}$/.test(value)) ? [name] : [],
    ),
  );

/** The longest of the sentences, the thing's before those around it and those inside it. */
export function textIn(levels: Dictionary[], name: string | undefined): string | undefined {
  const inside = entriesOf(levels[0] ?? {}, 40).flatMap(([key, value]) =>
    isDictionary(value) && !PEOPLE.test(key) && !PLACES.test(key) ? [value] : [],
  );
  for (const level of [...levels, ...inside]) {
    let longest = '';
    for (const [field, raw] of entriesOf(level)) {
      if (!isSentenceField(field)) continue;
      const inner = isDictionary(raw)
        ? (own(raw, 'message') ?? own(raw, 'text') ?? own(raw, 'body') ?? own(raw, 'raw') ?? own(raw, 'description'))
        : raw;
      if (typeof inner !== 'string' || isSecretField(field, inner) || /^https?:\/\/\S+$/.test(inner)) continue;
      const text = inner.trim();
      if (text.length > longest.length && /\s|[^\x20-\x7e]/.test(text) && !/^[{[<]\S*$/.test(text)) longest = text;
    }
    if (longest === '') continue;
    const plain = plainWords(withoutSecretValues(visible(longest.slice(0, MAX_TEXT * 12))))
      .replaceAll(/^[%=~#_*-]{3,100}$\n?/gm, '')
      .trim();
    const shown = cut(plain, MAX_TEXT);
    if (shown !== '' && oneLine(shown) !== name) return shown;
  }
  return undefined;
}
