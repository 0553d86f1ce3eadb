import { wordsOf } from '#contract/secret-words';
import { changesIn } from './changes.ts';
import { oneLine } from './characters.ts';
import { type Event, eventOf } from './event.ts';
import { anyFacts, factsOf, MAX_FACTS, rawFacts } from './facts.ts';
import { findThing, SHELL } from './find-thing.ts';
import { capital, singular, spaced } from './grammar.ts';
import { headline } from './headline.ts';
import { firstLine, inPlace, isCaption, isSaidIn, saysAll, sentenceAs } from './headline-texts.ts';
import { idFacts, quotedFact } from './id-facts.ts';
import { kindOfThing } from './kinds.ts';
import { linkIn } from './links.ts';
import { itemTitles } from './lists.ts';
import { asMail, isAfterSending, mailNaming } from './mails.ts';
import { codeIn, IS_SOMEBODY, personName } from './names.ts';
import { keyOf, nameOfThing, placeOf } from './naming.ts';
import {
  type Dictionary,
  entriesOf,
  type Fact,
  hasText,
  isDictionary,
  type Outline,
  own,
  type Thing,
} from './outline.ts';
import { actorOf, IS_OF_PEOPLE, type Naming, type Pair, pairIn } from './people.ts';
import { MAX_TITLE } from './plain-bodies.ts';
import { moreTextIn, sentenceFields, textIn } from './sentences.ts';
import { listHeadline, sentencesOutline } from './several.ts';
import { idsOfSmall } from './small-bodies.ts';
import { findWords, isStale, judge, levelIn, STATE_FIELDS, stateIn } from './states.ts';
import { titleWords } from './values.ts';
import { inAllCases } from './word-lists.ts';

interface Telling {
  headers: Record<string, string>;
  /** The title if the call has no content. */
  called: string;
  /** True for a further thing of the same call, of which only the title is used. */
  isOneOfMany?: boolean;
}

/** Summarises a call's subject, or its list of subjects. */
export function summarizeEntity(payload: Dictionary | unknown[], telling: Telling): Outline {
  const { headers, called, isOneOfMany = false } = telling;
  const seen: Dictionary[] = [];
  const thing = findThing(payload, (value) => {
    seen.push(value);
    const event = eventOf(headers, seen);
    return event?.noun ?? [];
  });
  const sayings = thing.list.length > 1 && !isOneOfMany ? itemTitles(thing.list) : [];
  if (sayings.length > 1) return sentencesOutline(thing, sayings);
  const levels = [...new Set([thing.value, ...thing.around])];
  const event = asMail(eventOf(headers, levels.toReversed()), levels);
  const used = new Set(event?.fields ?? []);

  const pair = pairIn(levels, event?.verb ?? '', event?.noun ?? []);
  const isOfPair = (text: string | undefined) =>
    text !== undefined && [pair?.doer?.name, pair?.concerned?.name].includes(text);
  const found = mailNaming(event, levels) ?? nameOfThing(thing.value, levels, event);
  const named =
    pair &&
    (found === undefined ||
      isOfPair(found.text) ||
      (pair.isDeed && pair.concerned && IS_OF_PEOPLE.test(event?.noun.at(-1) ?? '')))
      ? concernedIn(pair, event?.noun.at(-1) ?? '')
      : found;
  const place = placeOf(levels);
  // Surrounding objects have separate states: a comment on an open issue is not open itself. Likewise, a paid invoice
  // doesn't make its customer paid.
  const isSomebodys = (text: string) =>
    !IS_SOMEBODY.test(thing.name) || text.toLowerCase().startsWith(thing.name.toLowerCase());
  const said = (event?.verb && !/^(?:status|state)$/.test(event.noun.join(' ')) ? levels.slice(0, 1) : levels)
    .map(stateIn)
    .find((found, at) => found !== undefined && (at === 0 || isSomebodys(found.text)));
  const state = said && isStale(said.text, event?.verb ?? '') ? undefined : said;
  // If the event is about a refund and the thing found is its payment, the payment's state isn't the refund's.
  const isOther = event !== undefined && event.verb !== '' && isOtherThan(event.noun, thing.name);
  const level = levels.map(levelIn).find((found) => found !== undefined);
  const doer = (pair?.isDeed ? pair.doer?.name : undefined) ?? actorOf(levels, event?.verb);
  const isDoer = !isOfPair(doer) || (pair?.isDeed === true && doer === pair.doer?.name);
  const by = isAfterSending(event) || !isDoer ? undefined : doer;
  const ofFields = event && event.noun.length > 0 ? '' : kindOfThing(thing, named?.field, said?.field);
  // Don't repeat a kind that equals the state, such as `alarm`.
  const kind = ofFields.toLowerCase() === state?.text.toLowerCase() ? '' : ofFields;
  const isOld =
    isPast(event) ||
    (/(?:updated|changed|edited)$/.test(event?.verb ?? '') &&
      changesIn(levels).some(({ name }) => !/^(?:status|state)$/i.test(name)));
  const what = `${event?.noun.join(' ') ?? ''} ${kind} ${thing.name}`;
  const paragraph = isOld ? undefined : textIn(levels, named?.text, what);
  const composed = headline({
    event,
    kind,
    name: named?.text,
    code: codeIn(thing.value, what.toLowerCase()),
    role: named?.role,
    place,
    state: isOther ? undefined : state?.text,
    level: state === undefined ? seriousWord(level?.text) : undefined,
    by,
    isStateApart: isOfAnother(event?.noun ?? [], thing.name),
    isNear: named?.field === '' && named.isPerson !== true,
    isAlarm: IS_ALARM.test(`${event?.noun.join(' ') ?? ''} ${kind}`.trim()),
    isApart:
      named?.isList === true ||
      (named?.isPerson === true && !IS_OF_PEOPLE.test((event?.noun.at(-1) ?? kind).toLowerCase())),
  });
  // Prefer the sender's complete sentence to a composed headline.
  const head = composed !== undefined && paragraph !== undefined && saysAll(paragraph, composed) ? paragraph : composed;
  // True if a person wrote the text, for example in a form or a chat.
  const isWritten = levels.slice(0, 2).some((level) => hasText(level, WRITTEN));
  const writer =
    event === undefined && paragraph !== undefined && isWritten ? writerOf(thing.value, named?.field) : undefined;
  const several = named === undefined && !event && kind === '' ? listHeadline(levels, state?.text) : undefined;
  // A sentence about the thing says more than the name of a surrounding object.
  const isWeak = named === undefined || (named.field === '' && kind === '' && state === undefined);
  const isBare =
    event === undefined ||
    event.noun.length === 0 ||
    (named === undefined && (event.verb === '' || isCaption(paragraph, thing.value, event)));
  // The state says more than a reason of up to three words.
  const isReason = event === undefined && state !== undefined && (firstLine(paragraph) ?? '').split(' ').length < 4;
  const sentence =
    head === undefined || (isWeak && isBare && !isReason)
      ? sentenceAs(firstLine(paragraph), {
          event,
          head,
          isCaption: event !== undefined && isCaption(paragraph, thing.value, event),
        })
      : undefined;
  const opening = sentence === undefined ? undefined : inPlace(sentence, place);
  const stateAlone = state && findWords(state.text).isNews ? capital(findWords(state.text).text) : undefined;
  const more = thing.more > 0 ? ` and ${thing.more} more` : '';
  const about = several ?? (isWeak ? opening : undefined) ?? head ?? opening ?? place ?? stateAlone ?? called;
  let title = `${titleWords(writer ? `Message from ${writer}` : about, MAX_TITLE)}${more}`;
  const own_ =
    head === paragraph || (paragraph !== undefined && head !== undefined && isSaidIn(paragraph, head))
      ? ''
      : sentence === undefined || !title.includes(titleWords(sentence, MAX_TITLE - (place?.length ?? 0) - 2))
        ? paragraph
        : paragraph?.slice(firstLine(paragraph)?.length).trim();
  // The headline already contains this text, so another field can provide the details.
  const more_ = paragraph !== undefined && own_ === '' && !isOneOfMany ? moreTextIn(thing.value, title) : undefined;
  const text = [own_ || (more_ ?? ''), ...(isOneOfMany ? [] : titlesOfOthers(thing, telling, title))]
    .filter(Boolean)
    .join('\n');
  if (named && typeof own(thing.value, named.field) !== 'object') used.add(named.field);
  // Unwrapping may have copied the thing, so its field is recognised by its name.
  if (isDictionary(own(thing.around[0], thing.name))) used.add(thing.name);
  const parts = Object.keys(thing.value).join();
  for (const [name, inner] of entriesOf(thing.around[0] ?? {}))
    if (isDictionary(inner) && Object.keys(inner).join() === parts && isSame(inner, thing.value)) used.add(name);
    else if (Array.isArray(inner) && inner.length === 1 && inner[0] === thing.value) used.add(name);
  const low = title.toLowerCase();
  if (said !== state || (isOther && IS_SOMEBODY.test(thing.name))) for (const field of STATE_FIELDS) used.add(field);
  if (
    state &&
    !isOther &&
    (findWords(state.text)
      .text.split(' ')
      .every((word) => low.includes(word)) ||
      !findWords(state.text).isNews ||
      head === undefined)
  )
    for (const field of STATE_FIELDS) used.add(field);
  const link = linkIn(levels);
  const [inmost, ...outer] = levels;
  const facts = factsOf({
    // Fields next to a refund's payment belong to the refund.
    levels: isOther && inmost && outer[0] ? [outer[0], inmost, ...outer.slice(1)] : levels,
    hasDoer: by !== undefined && title.includes(by),
    hasPlace: place !== undefined,
    ...(isOther && !IS_SOMEBODY.test(thing.name) && { other: { value: thing.value, name: thing.name } }),
    used: new Set([...used, ...sentenceFields(levels)]),
    told: [low, ...(text ? [oneLine(text).toLowerCase()] : [])],
  });
  for (const role of [pair?.concerned, pair?.doer].filter((each) => each !== undefined)) {
    const at = facts.findIndex(({ value }) => value === role.name);
    const isTold = title.includes(role.name);
    if (at >= 0) facts.splice(at, 1, ...(isTold ? [] : [{ label: role.label, value: role.name }]));
    else if (!isTold) facts.unshift({ label: role.label, value: role.name });
  }
  // Without a headline, the first fact is better than "a call arrived".
  const isNameless =
    several === undefined &&
    head === undefined &&
    sentence === undefined &&
    place === undefined &&
    stateAlone === undefined;
  const lead = isNameless ? facts.shift() : undefined;
  if (lead) title = lead.label === '' ? lead.value : `${lead.label}: ${lead.value}`;
  else if (isNameless && text === '') facts.push(...anyFacts(levels));
  const hasCode = codeIn(thing.value, what.toLowerCase()) !== undefined;
  if (!hasCode && facts.length < MAX_FACTS && !isOneOfMany)
    facts.push(
      ...quotedFact(levels, [low, text.toLowerCase(), ...facts.map(({ value }) => value.toLowerCase())].join('\n')),
    );
  // The title only gives the thing's category, so ids help to identify it.
  if (named === undefined && !lead && !hasCode && link === undefined)
    facts.push(
      ...idFacts(levels, event?.noun.join(' ') || kind, { facts: facts.length, text }).filter(
        ({ value }) => !facts.some((fact) => fact.value === value),
      ),
    );
  if (named === undefined && !isOneOfMany && text === '' && link === undefined && facts.length < 3)
    facts.push(...idsOfSmall(levels.at(-1), facts));
  const key = keyOf(levels);
  const isMute = isNameless && !lead && text === '' && facts.length === 0 && link === undefined;
  // If there is nothing else, show data for programs.
  if (isMute) facts.push(...rawFacts(levels));
  const { shownText, shownFacts } = fitted(
    isMute && facts.length === 0 ? 'The call contains nothing that a person can read.' : text,
    facts,
    link,
  );
  return {
    severity: judge(isOther ? levels.slice(1) : levels, wordOfEvent(event).trim(), event?.noun.join(' ')),
    title,
    ...(link !== undefined && !text.includes(link) && { link }),
    ...(shownText && { text: shownText }),
    facts: shownFacts,
    actions: [],
    ...(key !== undefined && { key }),
  };
}

/** Fields with a person's own text, unlike reasons or descriptions, which can be about that person. */
const WRITTEN = inAllCases('message,comment,comments,text,body,content,feedback,question,review,inquiry,enquiry,msg');

function writerOf(value: Dictionary, nameField: string | undefined): string | undefined {
  const isPerson = typeof (own(value, 'email') ?? own(value, 'phone')) === 'string' || nameField === 'username';
  return isPerson ? personName(value) : undefined;
}

/** Maximum number of further things listed; more would hide the call's other content. */
const MOST_OTHERS = 5;

/** Returns the titles of a call's further things as list lines, without repetitions. */
function titlesOfOthers({ list }: Thing, telling: Telling, title: string): string[] {
  const first = title.replace(/ and \d+ more$/, '');
  const others = list
    .slice(1, MOST_OTHERS + 1)
    .map((each) => summarizeEntity(each, { ...telling, called: '', isOneOfMany: true }).title);
  return [...new Set(others)].filter((other) => other !== '' && other !== first).map((other) => `- ${other}`);
}

/** True if an event is about a comment, label or the like, but the thing found is a different object. */
const isOfAnother = (noun: string[], field: string): boolean =>
  /^(?:mention|comment|note|reply|review|reaction|attachment|vote|tag|label|assignment)$/.test(noun.at(-1) ?? '') &&
  field !== '' &&
  !spaced(field)
    .toLowerCase()
    .endsWith(noun.at(-1) ?? '');

const TO_SEE_TO = /\b(?:ticket|issue|incident|alert|alarm|problem|case|check|violation|event|monitor)s?$/i;

/** True if an event and the thing found have no words in common, so the event is about another thing. */
function isOtherThan(noun: string[], field: string): boolean {
  if (
    /^(?:|status|state)$/.test(noun.join(' ')) ||
    field === '' ||
    SHELL.test(field) ||
    /payload|web_?hook|notification$/i.test(field)
  )
    return false;
  // Both words name something that a person has to handle, such as a ticket or an alert.
  if ([noun.at(-1) ?? '', spaced(field)].every((word) => TO_SEE_TO.test(word))) return false;
  const [event, thing] = [noun, wordsOf(field)].map((words) => words.map(singular));
  return (
    !event?.some((word) => thing?.join('').includes(word)) && !thing?.some((word) => event?.join('').includes(word))
  );
}

/** True if two objects are copies of the same thing: they share an id or a number. */
const isSame = (one: Dictionary, other: Dictionary): boolean =>
  ['id', 'uuid', 'number', 'slug'].some((name) => own(one, name) !== undefined && own(one, name) === own(other, name));

/** Things whose opening is news, such as alerts and doors. */
const IS_ALARM =
  /\b(?:alert|alarm|incident|problem|violation|outage|sensor|door|window|gate|garage|valve|lock|contact sensor)$/;

/** Returns the word that decides an event's severity: `error` for an error that occurred. */
const wordOfEvent = (event: Event | undefined): string =>
  event !== undefined &&
  /^(?:error|exception|crash)$/.test(event.noun.at(-1) ?? '') &&
  /^(?:|occurred|created|raised|reported|new)$/.test(event.verb)
    ? 'error'
    : (event?.verb ?? '');

/** Returns the affected person if the headline should name them: if the event is about people and is this action. */
const concernedIn = ({ concerned, isDeed }: Pair, noun: string): Naming | undefined =>
  concerned && isDeed && IS_OF_PEOPLE.test(noun) ? { text: concerned.name, field: '', isPerson: true } : undefined;

/** Returns the level if it is serious enough for the headline. */
const seriousWord = (level: string | undefined): string | undefined =>
  level !== undefined && /^(?:critical|fatal|emergency|disaster|error|warning|warn)$/i.test(level) ? level : undefined;

/**
 * Maximum numbers of lines in a message, and of lines that a long paragraph leaves for facts. Messages should be
 * readable at a glance.
 */
const MAX_LINES = 12;
const FACTS_BESIDE_TEXT = 3;

function fitted(text: string, facts: Fact[], link: string | undefined): { shownText: string; shownFacts: Fact[] } {
  const room = MAX_LINES - 1 - (link === undefined ? 0 : 1);
  const lines = text === '' ? [] : text.split('\n');
  const most = room - Math.min(facts.length, FACTS_BESIDE_TEXT);
  const shown = lines.length > most ? `${lines.slice(0, most).join('\n').trimEnd()} …` : text;
  return { shownText: shown, shownFacts: facts.slice(0, room - Math.min(lines.length, most)) };
}

/** True if the thing's text is not news, because the event is, for example, a deletion or a move. */
const isPast = (event: Event | undefined) =>
  /(?:deleted|removed|destroyed|dismissed|labeled|unlabeled|labelled|assigned|unassigned|closed|merged|(?<!b)locked|pinned|unpinned|milestoned|demilestoned|transferred|archived|starred)$/.test(
    event?.verb ?? '',
  );
