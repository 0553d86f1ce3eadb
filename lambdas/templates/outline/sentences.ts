import { withoutSecretValues } from '#contract/secret-values';
import { isSecretField } from '#contract/secret-words';
import { firstGraphemes } from '../graphemes.ts';
import { oneLine, visible } from './characters.ts';
import { capital, spaced } from './grammar.ts';
import { itemTitles } from './lists.ts';
import { plainWords } from './markup.ts';
import { IS_SOMEBODY, PEOPLE, PLACES } from './names.ts';
import { type Dictionary, entriesOf, firstOwn, hasText, isDictionary, own } from './outline.ts';
import { isMachineText } from './values.ts';

const MAX_TEXT = 1000;

/** Cuts a text to `most` characters and marks the cut with "…". */
export const cut = (text: string, most: number): string =>
  text.length > most ? `${firstGraphemes(text.slice(0, most * 2), most).trimEnd()}…` : text;

/** Fields that usually contain sentences. */
const TEXTS =
  'message,text,error,description,comment,summary,reason,body,content,details,detail,note,notes,body_text,bodyText,plain,body-plain,stripped-text,error_message,errorMessage,failure_message,failure_reason,reason_text,feedback,review,html,status_message,statusMessage,NewStateReason,caption,question,answer,transcript,excerpt,output,msg,_raw,log_line,object_attributes_note,blurb,cooked'.split(
    ',',
  );

/** Beginnings of fields with the text that this one answers or replaces. */
const OF_EARLIER = /^(?:original|previous|prev|old|parent|quoted|last(?=_?[mM]essage))(?=[_-]|[A-Z]|body|message|text)/;

const SENTENCES = new Set(TEXTS.map((name) => name.toLowerCase()));
const isSentenceField = (name: string) =>
  SENTENCES.has(name.toLowerCase()) ||
  /(?:_|[a-z])(?:[Mm]essage|[Dd]escription|[Ss]ummary|[Cc]omment|[Rr]eason)$|^(?:message|sms|text)_?(?:[Bb]ody|[Tt]ext)$/.test(
    name,
  );

/** A call's people and organisations. Their descriptions are the same in all calls, so they say nothing new. */
const described = new WeakSet<Dictionary>();
const IS_DESCRIBED = /^(?:organi[sz]ation|org|company|vendor|supplier|merchant|business|employer|shop|store|brand)$/i;
const OF_THEM =
  /^(?:(?:customer|contact|user|client|internal|private|staff)_?)?(?:notes?|bio|biography|about|about_me|description|summary|details?|introduction|tagline|remarks?)$/i;

/** True if a field is a text about a person or an organisation, such as a note on a customer. */
export const isAboutSomebody = (level: Dictionary, name: string): boolean => described.has(level) && OF_THEM.test(name);

/** Records which objects of a payload are people or organisations. */
export function noteSomebody(payload: unknown, name = '', depth = 0): void {
  if (depth > 8) return;
  if (Array.isArray(payload))
    for (const each of payload.slice(0, 20)) noteSomebody(each, name.replace(/s$/i, ''), depth + 1);
  else if (isDictionary(payload)) {
    if (PEOPLE.test(name) || IS_SOMEBODY.test(name) || IS_DESCRIBED.test(name)) described.add(payload);
    for (const [key, inner] of entriesOf(payload, 40))
      if (typeof inner === 'object') noteSomebody(inner, key, depth + 1);
  }
}

const INNER_TEXTS = ['message', 'text', 'body', 'raw', 'description'];

/** Names of fields with sentences, which are not facts. A field with a single word is still a fact. */
export const sentenceFields = (levels: Dictionary[]): string[] =>
  levels.flatMap((level) =>
    entriesOf(level).flatMap(([name, value]) =>
      isSentenceField(name) &&
      (!isDictionary(value) || (entriesOf(value, 6).length < 6 && hasText(value, INNER_TEXTS))) &&
      !Array.isArray(value) &&
      !(typeof value === 'string' && /^\S{1,40}$/.test(value))
        ? [name]
        : [],
    ),
  );

/** Things whose text can be a single word. */
const SAID = /\b(?:comment|note|message|sms|mms|reply|review|answer|feedback)\b/i;

/**
 * Finds the call's longest text, first in the thing, then in the objects around and inside it. If there is none,
 * returns the texts of a list of messages, or any text that reads like prose.
 * @param what a description of the thing, because a comment can be a single word
 */
export function textIn(levels: Dictionary[], name: string | undefined, what: string): string | undefined {
  return (
    sentenceIn(levels, name, SAID.test(what)) ??
    conversationIn(levels) ??
    proseIn(levels, name) ??
    transcriptIn(levels.at(-1))
  );
}

/** Returns the longest further text of a thing whose headline has `said` its first text. */
export function moreTextIn(level: Dictionary | undefined, said: string): string | undefined {
  const low = oneLine(said).toLowerCase();
  const texts = entriesOf(level ?? {}).flatMap(([field, raw]) => {
    if (
      !isSentenceField(field) ||
      OF_EARLIER.test(field) ||
      typeof raw !== 'string' ||
      isSecretField(field, raw) ||
      isAboutSomebody(level ?? {}, field)
    )
      return [];
    const text = /\S\s+\S+\s+\S/.test(raw) && !/^\s*[{[<]/.test(raw) ? paragraphOf(raw.trim()) : '';
    const flat = oneLine(text).toLowerCase();
    return flat === '' || low.includes(flat) || flat === low ? [] : [text];
  });
  return texts.toSorted((left, right) => right.length - left.length)[0];
}

function sentenceIn(levels: Dictionary[], name: string | undefined, isSaid: boolean): string | undefined {
  const inside = entriesOf(levels[0] ?? {}, 40).flatMap(([key, value]) =>
    isDictionary(value) && !PEOPLE.test(key) && !PLACES.test(key) && !OF_EARLIER.test(key) ? [value] : [],
  );
  // The violated rule describes the event, even if it is next to the data: `rule: {description}` next to `data`.
  const broken = levels
    .slice(1)
    .flatMap((level) =>
      entriesOf(level, 40).flatMap(([key, value]) =>
        isDictionary(value) &&
        (/^(?:alert|detection|finding|violation)$/i.test(key) ||
          (/^(?:rule|policy)$/i.test(key) && own(value, 'level') !== undefined)) &&
        !levels.includes(value)
          ? [value]
          : [],
      ),
    );
  for (const level of [...levels, ...inside, ...broken]) {
    let longest = '';
    let isSaidOfCall = false;
    for (const [field, raw] of entriesOf(level)) {
      if (!isSentenceField(field) || OF_EARLIER.test(field) || isAboutSomebody(level, field)) continue;
      const inner = isDictionary(raw) ? firstOwn(raw, INNER_TEXTS) : raw;
      if (typeof inner !== 'string' || isSecretField(field, inner) || /^https?:\/\/\S+$/.test(inner)) continue;
      const text = inner.trim();
      const isProse =
        /\s|[^\x20-\x7e]/.test(text) ||
        (isSaid &&
          level === levels[0] &&
          /^(?:text|body|comment|message|note|content)$/.test(field) &&
          !isMachineText(text));
      if (!isProse || /^[{[<]\S*$/.test(text)) continue;
      // A message about this call ranks above a description that is the same in all calls.
      const isOfCall = /message$/i.test(field) && text.split(/\s+/, 5).length > 3;
      if (isOfCall || (!isSaidOfCall && text.length > longest.length)) [longest, isSaidOfCall] = [text, isOfCall];
    }
    if (longest === '') continue;
    const shown = paragraphOf(longest);
    // Leave out a first line that repeats the headline.
    const [first = '', ...rest] = shown.split('\n');
    const more = oneLine(first) === name ? rest.join('\n').trim() : shown;
    if (more !== '') return more;
  }
  return undefined;
}

/** Removes an email signature, which follows a line of two hyphens (RFC 3676, section 4.3). */
const withoutSignature = (text: string): string =>
  text.replace(/(?<=\S\s{0,4})\r?\n-- ?\r?\n(?:[^\n]{0,120}\n){0,7}[^\n]{0,120}$/, '');

const paragraphOf = (text: string): string =>
  cut(
    plainWords(withoutSecretValues(visible(withoutSignature(text.slice(0, MAX_TEXT * 12)))))
      .replaceAll(/^[%=~#_*-]{3,100}$\n?/gm, '')
      .trim(),
    MAX_TEXT,
  );

/** Returns the texts of a list as lines, such as a chat's messages or a ticket's replies. */
function conversationIn(levels: Dictionary[]): string | undefined {
  for (const [name, items] of levels.slice(0, 2).flatMap((level) => entriesOf(level, 40))) {
    if (
      !Array.isArray(items) ||
      !/messages|comments|^items$|replies|notes|dialog|transcript|entries|history/i.test(name)
    )
      continue;
    const said = itemTitles(items.filter(isDictionary));
    if (items.length === 1 && isDictionary(items[0])) {
      const only = sentenceIn([items[0]], undefined, true);
      // A text of several lines gets no author, because the name would seem to be part of the first line.
      if (only !== undefined) return only.includes('\n') ? only : (said[0] ?? only);
    }
    if (said.length > 0) return said.map((each) => `- ${each}`).join('\n');
  }
  return undefined;
}

/** Finds the text of a recording, which speech services put deep into their results. */
function transcriptIn(value: unknown, name = '', depth = 0): string | undefined {
  if (typeof value === 'string' && /^transcript(ion)?(_?text)?$/i.test(name) && /\S\s+\S/.test(value))
    return `${capital(spaced(name))}: ${paragraphOf(value)}`;
  if (depth > 6 || typeof value !== 'object' || value === null) return undefined;
  const inner = Array.isArray(value) ? value.slice(0, 8).entries() : entriesOf(value as Dictionary, 40);
  for (const [key, each] of inner) {
    const found = transcriptIn(each, String(key), depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Names of long texts that are not written for a message’s reader. */
const NOT_PROSE =
  /version|cache|disposition|encoding|agent|browser|signature|address|query|sql|command|cmd|argv|path|url|uri|header|disclaimer|legal|footer|licen[cs]e|copyright|template|snippet|expression|condition|rule|schema|labels?$|tags$|name$|title$/i;

/** Returns the first text that reads like prose, under any field name. */
function proseIn(levels: Dictionary[], name: string | undefined): string | undefined {
  for (const level of levels.slice(0, 2)) {
    for (const [field, text] of entriesOf(level)) {
      if (
        typeof text !== 'string' ||
        text.length < 20 ||
        /(?:ids?|keys?|token|hash|code)$/i.test(field) ||
        NOT_PROSE.test(field) ||
        isAboutSomebody(level, field) ||
        isSecretField(field, text)
      )
        continue;
      const words = text.slice(0, 400).match(/(?<!\S)[\p{L}'’]{2,}[.,:;!?]?(?!\S)/gu) ?? [];
      if (words.length < 4 || /^[{[<]/.test(text)) continue;
      const shown = paragraphOf(text);
      if (shown !== '' && oneLine(shown) !== name) return shown;
    }
  }
  return undefined;
}
