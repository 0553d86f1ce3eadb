import { withoutSecretValues } from '#contract/secret-values';
import { isSecretField } from '#contract/secret-words';
import { type CallFacts, lowerCaseHeaders } from '../payload.ts';
import { readBeginning } from './broken-json.ts';
import { changesIn, hasBeforeAndAfter } from './changes.ts';
import { chatMessage } from './chat-messages.ts';
import { type Event, eventOf } from './event.ts';
import { anyFacts, factsOf } from './facts.ts';
import { findThing, type Thing } from './find-thing.ts';
import { headline } from './headline.ts';
import { linkIn } from './links.ts';
import { sayingsOf } from './lists.ts';
import { codeIn, IS_SOMEBODY, personName } from './names.ts';
import { keyOf, kindOf, nameOfThing, placeOf } from './naming.ts';
import { type Dictionary, entriesOf, type Fact, isDictionary, type Outline, own } from './outline.ts';
import { doerOf, IS_OF_PEOPLE } from './people.ts';
import { looksLikeJson, MAX_TITLE, nothing, ofList, ofText, silent } from './plain-bodies.ts';
import { readBody } from './read-body.ts';
import { sentenceFields, textIn } from './sentences.ts';
import { oneLine } from './signs.ts';
import { findWords, judge, levelIn, STATE_FIELDS, stateIn } from './states.ts';
import { titleWords } from './values.ts';
import { capital, inBothCases, plural, singular, spaced } from './words.ts';

export interface OutlineInput extends CallFacts {
  /** Context, for a call that says nothing of its own. */
  webhookName?: string;
}

/** What a person would say about a call. Never throws; linear in the length of the body. */
export function outlineOf(input: OutlineInput): Outline {
  const headers = lowerCaseHeaders(input.headers);
  const payload = readBody(input);
  const called = input.webhookName?.trim() ? `${input.webhookName.trim()} was called` : 'A call came in';
  if (payload === undefined || payload === null || payload === '') return silent(input, headers, called);
  if (typeof payload === 'string') {
    const beginning = looksLikeJson(payload) ? readBeginning(payload) : undefined;
    if (typeof beginning !== 'object' || beginning === null) return ofText(payload, called);
    const outline = ofPayload(beginning, headers, called);
    return { ...outline, text: [outline.text ?? '', BROKEN].filter(Boolean).join('\n') };
  }
  if (typeof payload !== 'object') return { ...nothing, title: called, text: String(payload) };
  return ofPayload(payload, headers, called);
}

/** Said of what could be read in part. */
const BROKEN = '(The rest of the JSON that it sent is cut off or not well-formed.)';

function ofPayload(payload: object, headers: Record<string, string>, called: string): Outline {
  const message = chatMessage(payload);
  if (message) return withoutSecrets(message);
  if (Array.isArray(payload) && !payload.some(isDictionary)) return ofList(payload, called);
  return ofThing(payload as Dictionary | unknown[], { headers, called });
}

function withoutSecrets(outline: Outline): Outline {
  return {
    ...outline,
    title: withoutSecretValues(outline.title),
    ...(outline.text !== undefined && { text: withoutSecretValues(outline.text) }),
    facts: outline.facts
      .filter(({ label, value }) => !isSecretField(label, value))
      .map(({ label, value }) => ({ label, value: withoutSecretValues(value) })),
  };
}

interface Telling {
  headers: Record<string, string>;
  /** What is said of a call that says nothing. */
  called: string;
  /** Whether it is one of several that came together, which are not told in turn. */
  isOneOfMany?: boolean;
}

function ofThing(payload: Dictionary | unknown[], telling: Telling): Outline {
  const { headers, called, isOneOfMany = false } = telling;
  const seen: Dictionary[] = [];
  const thing = findThing(payload, (value) => {
    seen.push(value);
    const event = eventOf(headers, seen);
    return event?.noun ?? [];
  });
  const sayings = thing.list.length > 1 && !isOneOfMany ? sayingsOf(thing.list) : [];
  if (sayings.length > 1) return ofSayings(thing, sayings);
  const levels = [...new Set([thing.value, ...thing.around])];
  const event = eventOf(headers, levels.toReversed());
  const used = new Set(event?.fields ?? []);

  const named = nameOfThing(thing.value, levels, event);
  const place = placeOf(levels);
  // What stands around a thing has states of its own: a comment on an open issue is not open.
  // Nor is a person answered or paid because what they stand in is.
  const isSomebodys = (text: string) =>
    !IS_SOMEBODY.test(thing.name) || text.toLowerCase().startsWith(thing.name.toLowerCase());
  const said = (event?.verb ? levels.slice(0, 1) : levels)
    .map(stateIn)
    .find((found, at) => found !== undefined && (at === 0 || isSomebodys(found.text)));
  // `current` beside `previous`, and no word of what happened.
  const state = said ?? (event === undefined && levels[0] && hasBeforeAndAfter(levels[0]) ? CHANGED : undefined);
  const level = levels.map(levelIn).find((found) => found !== undefined);
  const by = doerOf(levels);
  const ofFields =
    event && event.noun.length > 0
      ? ''
      : (typenameOf(thing.value) ?? (kindOf(thing.name, named?.field) || kindOfId(thing.value)));
  // An alarm in the state of alarm is told by its state.
  const kind = ofFields.toLowerCase() === state?.text.toLowerCase() ? '' : ofFields;
  const isOld =
    isPast(event) || (/(?:updated|changed|edited)$/.test(event?.verb ?? '') && changesIn(levels).length > 0);
  const what = `${event?.noun.join(' ') ?? ''} ${kind} ${thing.name}`;
  const paragraph = isOld ? undefined : textIn(levels, named?.text, what);
  const head = headline({
    event,
    kind,
    // A paragraph that was taken for a name is said once.
    name: isBeginning(named?.text, paragraph) ? undefined : named?.text,
    code: codeIn(thing.value),
    role: named?.role,
    place: place?.toLowerCase() === kind.toLowerCase() ? undefined : place,
    state: state?.text,
    level: state === undefined ? seriousWord(level?.text) : undefined,
    by,
    isStateApart: isOfAnother(event?.noun ?? [], thing.name),
    isApart: named?.isPerson === true && !IS_OF_PEOPLE.test((event?.noun.at(-1) ?? kind).toLowerCase()),
  });
  // What somebody wrote: a form, a message of a chat.
  const isWritten = levels.slice(0, 2).some((level) => WRITTEN.some((name) => typeof own(level, name) === 'string'));
  const writer =
    event === undefined && paragraph !== undefined && isWritten ? writerOf(thing.value, named?.field) : undefined;
  const several = named === undefined && !event && kind === '' ? listHeadline(levels, state?.text) : undefined;
  // A name from somewhere around says less than a sentence about the thing itself.
  const isWeak = named === undefined || (named.field === '' && kind === '' && state === undefined);
  const sentence = head === undefined || (isWeak && !event) ? firstLine(paragraph) : undefined;
  const more = thing.more > 0 ? ` and ${thing.more} more` : '';
  let title = `${titleWords(writer ? `Message from ${writer}` : (several ?? (isWeak ? sentence : undefined) ?? head ?? sentence ?? place ?? called), MAX_TITLE)}${more}`;
  const own_ =
    sentence === undefined || !title.startsWith(titleWords(sentence, MAX_TITLE))
      ? paragraph
      : paragraph?.slice(sentence.length).trim();
  const text = [own_ ?? '', ...(isOneOfMany ? [] : titlesOfOthers(thing, telling, title))].filter(Boolean).join('\n');
  if (named && typeof own(thing.value, named.field) !== 'object') used.add(named.field);
  const low = title.toLowerCase();
  if (
    state &&
    (findWords(state.text)
      .text.split(' ')
      .every((word) => low.includes(word)) ||
      !findWords(state.text).isNews ||
      head === undefined)
  )
    for (const field of STATE_FIELDS) used.add(field);
  const link = linkIn(levels);
  const isTranscribed = text.startsWith('- ');
  const facts = factsOf({
    levels,
    hasDoer: by !== undefined && title.includes(by),
    hasPlace: place !== undefined,
    used: new Set([...used, ...sentenceFields(levels)]),
    told: [low, ...(text ? [oneLine(text).toLowerCase()] : [])],
  }).filter(({ label }) => !isTranscribed || !/transcript$/i.test(label));
  // Nothing is a headline: the first fact is a better one than that somebody called.
  const isNameless = several === undefined && head === undefined && sentence === undefined && place === undefined;
  const lead = isNameless ? facts.shift() : undefined;
  if (lead) title = lead.label === '' ? lead.value : `${lead.label}: ${lead.value}`;
  else if (isNameless && text === '') facts.push(...anyFacts(levels));
  const key = keyOf(levels);
  const isMute = isNameless && !lead && text === '' && facts.length === 0 && link === undefined;
  const { shownText, shownFacts } = fitted(isMute ? 'It sent nothing that a person could read.' : text, facts, link);
  return {
    severity: judge(levels, `${event?.verb ?? ''}${level ? ` ${level.text}` : ''}`.trim()),
    title,
    ...(link !== undefined && !text.includes(link) && { link }),
    ...(shownText && { text: shownText }),
    facts: shownFacts,
    actions: [],
    ...(key !== undefined && { key }),
  };
}

/** Messages, lines of a log, a conversation: read one below the other, under what they have in common. */
function ofSayings({ name, list, around, more }: Thing, sayings: string[]): Outline {
  const kind = kindOf(name, undefined) || spaced(name) || 'message';
  const about = around.map((level) => nameOfThing(level, [level], undefined)?.text).find((text) => text !== undefined);
  const count = `${more + 1} ${plural(singular(kind))}`;
  const rest = more + 1 - sayings.length;
  const link = linkIn(around);
  return {
    severity: judge(list, ''),
    title: titleWords(about === undefined ? count : `${about}: ${count}`, MAX_TITLE),
    text: [...sayings.map((saying) => `- ${saying}`), ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n'),
    facts: [],
    actions: [],
    ...(link !== undefined && { link }),
  };
}

/** What somebody writes; a reason or a description is written about them. */
const WRITTEN = inBothCases('message,comment,comments,text,body,content,feedback,question,review,inquiry,enquiry,msg');

function writerOf(value: Dictionary, nameField: string | undefined): string | undefined {
  const isPerson = typeof (own(value, 'email') ?? own(value, 'phone')) === 'string' || nameField === 'username';
  return isPerson ? personName(value) : undefined;
}

/** What else came in the same call, where it says something new. */
function titlesOfOthers({ list }: Thing, telling: Telling, title: string): string[] {
  const first = title.replace(/ and \d+ more$/, '');
  const others = list.slice(1, 5).map((each) => ofThing(each, { ...telling, called: '', isOneOfMany: true }).title);
  return [...new Set(others)].filter((other) => other !== '' && other !== first).map((other) => `- ${other}`);
}

/** Whether an event is of one thing, and the thing that was found another. */
const isOfAnother = (noun: string[], field: string): boolean =>
  /^(?:mention|comment|note|reply|review|reaction|attachment|vote|tag|label|assignment)$/.test(noun.at(-1) ?? '') &&
  field !== '' &&
  !spaced(field)
    .toLowerCase()
    .endsWith(noun.at(-1) ?? '');

const isBeginning = (name: string | undefined, paragraph: string | undefined): boolean =>
  name?.endsWith('…') === true && oneLine(paragraph ?? '').startsWith(name.slice(0, -1).trimEnd());

/** What GraphQL calls the thing, or an interface its resource. */
const typenameOf = (value: Dictionary): string | undefined => {
  const name = own(value, '__typename');
  if (typeof name === 'string' && /^[A-Za-z]{3,30}$/.test(name)) return spaced(name).toLowerCase();
  const resource = own(value, 'resource');
  return typeof resource === 'string' &&
    /^(?:invoice|payment|order|refund|subscription|customer|booking|ticket)$/.test(resource)
    ? resource
    : undefined;
};

/** `{"conversation_id": …}`: what has its id first is what the call is about. */
const kindOfId = (value: Dictionary): string =>
  entriesOf(value, 40).flatMap(([name]) => /^(appointment|booking|reservation)(?:_|[A-Z])/.exec(name)?.[1] ?? [])[0] ??
  /^(conversation|order|invoice|ticket|booking|appointment|call|submission|meeting|reservation|payment)(?:_id|I[dD])$/.exec(
    entriesOf(value, 1)[0]?.[0] ?? '',
  )?.[1] ??
  '';

const CHANGED = { field: '', text: 'changed' };

/** A level that belongs into the headline. */
const seriousWord = (level: string | undefined): string | undefined =>
  level !== undefined && /^(?:critical|fatal|emergency|disaster|error|warning|warn)$/i.test(level) ? level : undefined;

/** A message is read at a glance: so many lines, of which a long paragraph leaves some to the first facts. */
const MAX_LINES = 12;
const FACTS_BESIDE_TEXT = 3;

function fitted(text: string, facts: Fact[], link: string | undefined): { shownText: string; shownFacts: Fact[] } {
  const room = MAX_LINES - 1 - (link === undefined ? 0 : 1);
  const lines = text === '' ? [] : text.split('\n');
  const most = room - Math.min(facts.length, FACTS_BESIDE_TEXT);
  const shown = lines.length > most ? `${lines.slice(0, most).join('\n').trimEnd()} …` : text;
  return { shownText: shown, shownFacts: facts.slice(0, room - Math.min(lines.length, most)) };
}

/** What is gone, or was only filed elsewhere, need not be read again. */
const isPast = (event: Event | undefined) =>
  /(?:deleted|removed|destroyed|dismissed|labeled|unlabeled|labelled|assigned|unassigned|closed|merged|locked|unlocked|pinned|unpinned|milestoned|demilestoned|transferred|archived|starred)$/.test(
    event?.verb ?? '',
  );

/** `11 alerts firing`: things that came as a list, without a name of their own. */
function listHeadline(levels: Dictionary[], state: string | undefined): string | undefined {
  const list = entriesOf(levels[0] ?? {}).find(
    ([, value]) => Array.isArray(value) && value.length > 1 && isDictionary(value[0]),
  );
  if (!list) return undefined;
  // Answers are those of somebody who was asked.
  if (/^(?:answers|responses|form_?response|questions)$/i.test(list[0])) {
    const names = levels.flatMap((level) => entriesOf(level, 40).map(([name]) => name));
    return capital(
      `${['survey', 'form', 'quiz'].map((each) => (names.some((name) => name.toLowerCase().startsWith(each)) ? each : '')).find(Boolean) ?? 'questions'} answered`,
    );
  }
  const count = (list[1] as unknown[]).length;
  const what = `${count} ${plural(singular(spaced(list[0]).toLowerCase()))}`;
  return state === undefined ? undefined : `${what} ${findWords(state).text}`;
}

/** The first sentence of a paragraph that is short enough to be a headline. */
function firstLine(text: string | undefined): string | undefined {
  const first = text?.split('\n', 1)[0] ?? '';
  return first !== '' && first.length <= 120 ? first : undefined;
}
