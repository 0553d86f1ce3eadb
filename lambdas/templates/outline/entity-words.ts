import { changesIn } from './changes.ts';
import type { Entity } from './entity.ts';
import type { Event } from './event.ts';
import { capital, spaced } from './grammar.ts';
import { headline } from './headline.ts';
import { firstLine, inPlace, isCaption, isSaidIn, saysAll, sentenceAs } from './headline-texts.ts';
import { codeIn, personName } from './names.ts';
import { hasText, own } from './outline.ts';
import { IS_OF_PEOPLE } from './people.ts';
import { MAX_TITLE } from './plain-bodies.ts';
import { moreTextIn, textIn } from './sentences.ts';
import { findWords, levelIn } from './states.ts';
import { titleWords } from './values.ts';
import { inAllCases } from './word-lists.ts';

/** A title and the text below it. */
export interface EntityWords {
  title: string;
  /** The thing's text as far as the title does not say it; empty if there is none. */
  text: string;
  /** True if a headline could be composed. */
  hasHeadline: boolean;
  /** True if nothing in the call names the thing, so the title is only a stopgap. */
  isNameless: boolean;
}

/** The words for the thing, in which its code is recognised. */
export const wordsOfEntity = ({ event, kind, thing }: Entity): string =>
  `${event?.noun.join(' ') ?? ''} ${kind} ${thing.name}`;

/**
 * Puts an entity into words: the best headline its parts allow, or the sender's sentence if it says more.
 * @param called the title if the call has no content
 * @param isOneOfMany true for a further thing of the same call, of which only the title is used
 */
export function wordsOfThing(entity: Entity, called: string, isOneOfMany: boolean): EntityWords {
  const { thing, levels, named, kind, place, state } = entity;
  const paragraph = isTextOld(entity) ? undefined : textIn(levels, named?.text, wordsOfEntity(entity));
  const composed = composedHeadline(entity);
  // Prefer the sender's complete sentence to a composed headline.
  const head = composed !== undefined && paragraph !== undefined && saysAll(paragraph, composed) ? paragraph : composed;
  // A sentence about the thing says more than the name of a surrounding object.
  const isWeak = named === undefined || (named.field === '' && kind === '' && state === undefined);
  const sentence = sentenceOf(entity, { head, paragraph, isWeak });
  const opening = sentence === undefined ? undefined : inPlace(sentence, place);
  const stateAlone = state && findWords(state.text).isNews ? capital(findWords(state.text).text) : undefined;
  const about = (isWeak ? opening : undefined) ?? head ?? opening ?? place ?? stateAlone ?? called;
  const writer = writerOf(entity, paragraph);
  const more = thing.more > 0 ? ` and ${thing.more} more` : '';
  const title = `${titleWords(writer ? `Message from ${writer}` : about, MAX_TITLE)}${more}`;
  const rest =
    head === paragraph || (paragraph !== undefined && head !== undefined && isSaidIn(paragraph, head))
      ? ''
      : sentence === undefined || !title.includes(titleWords(sentence, MAX_TITLE - (place?.length ?? 0) - 2))
        ? paragraph
        : paragraph?.slice(firstLine(paragraph)?.length).trim();
  // The headline already contains this text, so another field can provide the details.
  const other = paragraph !== undefined && rest === '' && !isOneOfMany ? moreTextIn(thing.value, title) : undefined;
  return {
    title,
    text: rest || (other ?? ''),
    hasHeadline: head !== undefined,
    isNameless: [head, sentence, place, stateAlone].every((part) => part === undefined),
  };
}

/** True if the thing's text is not news, because the event is a deletion, a move or a change of other fields. */
function isTextOld({ event, levels }: Entity): boolean {
  const isEdit = /(?:updated|changed|edited)$/.test(event?.verb ?? '');
  return isPast(event) || (isEdit && changesIn(levels).some(({ name }) => !/^(?:status|state)$/i.test(name)));
}

function composedHeadline(entity: Entity): string | undefined {
  const { thing, levels, event, named, kind, place, state, isOther, by } = entity;
  const level = levels.map(levelIn).find((found) => found !== undefined);
  return headline({
    event,
    kind,
    name: named?.text,
    code: codeIn(thing.value, wordsOfEntity(entity).toLowerCase()),
    role: named?.role,
    place,
    state: isOther || isOfPart(entity) ? undefined : state?.text,
    level: state === undefined ? seriousWord(level?.text) : undefined,
    by,
    isStateApart: isOfAnother(event?.noun ?? [], thing.name),
    isNear: named?.field === '' && named.isPerson !== true,
    isAlarm: IS_ALARM.test(`${event?.noun.join(' ') ?? ''} ${kind}`.trim()),
    isApart:
      named?.isList === true ||
      (named?.isPerson === true && !IS_OF_PEOPLE.test((event?.noun.at(-1) ?? kind).toLowerCase())),
  });
}

/** The sender's sentence, if the headline says less. */
function sentenceOf(
  { thing, event, named, kind, place, state }: Entity,
  { head, paragraph, isWeak }: { head: string | undefined; paragraph: string | undefined; isWeak: boolean },
): string | undefined {
  const isBare =
    event === undefined ||
    event.noun.length === 0 ||
    (named === undefined && (event.verb === '' || isCaption(paragraph, thing.value, event)));
  const line = firstLine(paragraph) ?? '';
  // The state says more than a reason of up to three words.
  const isReason = event === undefined && state !== undefined && line.split(' ').length < 4;
  if (isReason && named === undefined && kind === '' && line !== '') return reasonAs(line, state.text, place);
  if (head !== undefined && !(isWeak && isBare && !isReason)) return undefined;
  const isOnlyCaption = event !== undefined && isCaption(paragraph, thing.value, event);
  return sentenceAs(firstLine(paragraph), { event, head, isCaption: isOnlyCaption });
}

/** A short reason with its state, unless it already says it: `Failed: disk full`, but `Build 7 failed`. */
function reasonAs(line: string, state: string, place: string | undefined): string {
  const { text, isNews } = findWords(state);
  if (!isNews || line.toLowerCase().includes(text)) return line;
  return place === undefined ? `${capital(text)}: ${line}` : `${line} (${text})`;
}

/** Fields with a person's own text, unlike reasons or descriptions, which can be about that person. */
const WRITTEN = inAllCases('message,comment,comments,text,body,content,feedback,question,review,inquiry,enquiry,msg');

/** The person who wrote the text, for example in a form or a chat. */
function writerOf({ thing: { value }, levels, event, named }: Entity, text: string | undefined): string | undefined {
  const isWritten =
    event === undefined && text !== undefined && levels.slice(0, 2).some((level) => hasText(level, WRITTEN));
  const isPerson = typeof (own(value, 'email') ?? own(value, 'phone')) === 'string' || named?.field === 'username';
  return isWritten && isPerson ? personName(value) : undefined;
}

/** True if a state is not the named thing's: a call's and not its campaign's, or `review_status` next to a `name`. */
function isOfPart({ event, kind, named, state, thing }: Entity): boolean {
  const isOver = /^(?:complet|finish|ended|done|success)/i.test(state?.text ?? '');
  if (isOver && event === undefined && kind === '' && named?.field === '' && named.isPerson !== true) return true;
  const [, of = ''] = /^(?:new|current)?_?(\w*?)_?stat(?:us|e)/i.exec(state?.field ?? '') ?? [];
  return (
    named !== undefined &&
    !/^(?:|build|test|alert|job|payment|financial|delivery|health|to)$/i.test(of) &&
    !`${named.field} ${event?.noun.join('_') ?? ''} ${kind} ${thing.name}`.toLowerCase().includes(of.toLowerCase())
  );
}

/** True if an event is about a comment, label or the like, but the thing found is a different object. */
const isOfAnother = (noun: string[], field: string): boolean =>
  /^(?:mention|comment|note|reply|review|reaction|attachment|vote|tag|label|assignment)$/.test(noun.at(-1) ?? '') &&
  field !== '' &&
  !spaced(field)
    .toLowerCase()
    .endsWith(noun.at(-1) ?? '');

/** Things whose opening is news, such as alerts and doors. */
const IS_ALARM =
  /\b(?:alert|alarm|incident|problem|violation|outage|sensor|door|window|gate|garage|valve|lock|contact sensor)$/;

/** Returns the level if it is serious enough for the headline. */
const seriousWord = (level: string | undefined): string | undefined =>
  level !== undefined && /^(?:critical|fatal|emergency|disaster|error|warning|warn)$/i.test(level) ? level : undefined;

const isPast = (event: Event | undefined) =>
  /(?:deleted|removed|destroyed|dismissed|labeled|labelled|assigned|closed|merged|(?<!b)locked|pinned|milestoned|transferred|archived|starred)$/.test(
    event?.verb ?? '',
  );
