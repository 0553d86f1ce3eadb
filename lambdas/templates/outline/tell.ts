import { withoutSecretValues } from '#contract/secret-values';
import { isSecretField } from '#contract/secret-words';
import { type CallFacts, lowerCaseHeaders } from '../payload.ts';
import { chatMessage } from './chat-messages.ts';
import { type Event, eventOf } from './event.ts';
import { factsOf } from './facts.ts';
import { codeIn, findThing, personName } from './find-thing.ts';
import { headline } from './headline.ts';
import { linkIn } from './links.ts';
import { plainWords } from './markup.ts';
import { doerOf, keyOf, nameOfThing, placeOf } from './naming.ts';
import { type Dictionary, entriesOf, type Fact, isDictionary, type Outline, own } from './outline.ts';
import { readBody } from './read-body.ts';
import { cut, sentenceFields, textIn } from './sentences.ts';
import { oneLine, visible } from './signs.ts';
import { changesIn, findWords, judge, levelIn, STATE_FIELDS, stateIn } from './states.ts';
import { titleWords } from './values.ts';
import { plural, singular, spaced } from './words.ts';

export interface OutlineInput extends CallFacts {
  /** Context, for a call that says nothing of its own. */
  webhookName?: string;
}

const MAX_TITLE = 200;
/** A text that is the whole call is shown longer than a paragraph of many. */
const MAX_WHOLE_TEXT = 2500;

/** What a person would say about a call. Never throws; linear in the length of the body. */
export function outlineOf(input: OutlineInput): Outline {
  const headers = lowerCaseHeaders(input.headers);
  const payload = readBody(input);
  const called = input.webhookName?.trim() ? `${input.webhookName.trim()} was called` : 'A call came in';
  if (payload === undefined || payload === null || payload === '') return silent(input, headers, called);
  if (typeof payload === 'string') return ofText(payload, called);
  if (typeof payload !== 'object') return { ...nothing, title: called, text: String(payload) };
  const message = chatMessage(payload);
  if (message) return withoutSecrets(message);
  if (Array.isArray(payload) && !payload.some(isDictionary)) return ofList(payload, called);
  return ofThing(payload as Dictionary | unknown[], headers, called);
}

const nothing: Outline = { severity: 'info', title: '', facts: [], actions: [] };

function silent(
  { undecodable, contentType, method }: OutlineInput,
  headers: Record<string, string>,
  called: string,
): Outline {
  const event = eventOf(headers, []);
  const title =
    (event &&
      headline({
        event,
        kind: '',
        name: undefined,
        code: undefined,
        place: undefined,
        state: undefined,
        by: undefined,
      })) ??
    called;
  if (undecodable)
    return {
      ...nothing,
      title,
      text: `It sent a file that is no text${contentType ? ` (${oneLine(contentType.split(';', 1)[0] ?? '').slice(0, 80)})` : ''}.`,
    };
  return {
    ...nothing,
    title,
    ...(!event && {
      text:
        method && !/^POST$/i.test(method)
          ? `A ${oneLine(method.toUpperCase()).slice(0, 20)} call that sent nothing else.`
          : 'It sent nothing else.',
    }),
  };
}

/** A text is the message: its first line is the headline. */
function ofText(raw: string, called: string): Outline {
  if (/^\s{0,100}(?:\{\s{0,100}"|\[\s{0,100}[{["\d])/.test(raw))
    return { ...nothing, title: called, text: 'It sent JSON that is not well-formed, so it cannot be read.' };
  const shown = visible(raw.slice(0, MAX_WHOLE_TEXT * 8)).trim();
  // A text is what its sender wrote, signs and all; a page is its words.
  const text = cut(
    /^<(?:!doctype html|html|body|div|p|h[1-6]|table|br)\b/i.test(shown) ? plainWords(shown) : shown,
    MAX_WHOLE_TEXT,
  );
  if (text === '') return { ...nothing, title: called };
  const [first = '', ...rest] = withoutSecretValues(text)
    .split('\n')
    .map((line) => line.trimEnd());
  const title = oneLine(first);
  if (title.length > MAX_TITLE) return { ...nothing, title: called, text: withoutSecretValues(text) };
  const paragraph = rest.slice(0, 28).join('\n').replace(/^\n+/, '').trimEnd();
  return { ...nothing, title, ...(paragraph !== '' && { text: paragraph }) };
}

function ofList(items: unknown[], called: string): Outline {
  const said = items
    .slice(0, 20)
    .filter((item) => typeof item === 'string' || typeof item === 'number')
    .map((item) => titleWords(String(item), 160))
    .filter((item) => item !== '');
  if (said.length === 0) return { ...nothing, title: called };
  const more = items.length - said.length;
  return {
    ...nothing,
    title: called,
    text: [
      ...said.slice(0, 8),
      ...(said.length > 8 || more > 0 ? [`and ${items.length - Math.min(8, said.length)} more`] : []),
    ]
      .map((item) => `- ${item}`)
      .join('\n'),
  };
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

function ofThing(payload: Dictionary | unknown[], headers: Record<string, string>, called: string): Outline {
  const seen: Dictionary[] = [];
  const thing = findThing(payload, (value) => {
    seen.push(value);
    const event = eventOf(headers, seen);
    return event?.noun ?? [];
  });
  const levels = [...new Set([thing.value, ...thing.around])];
  const event = eventOf(headers, levels.toReversed());
  const used = new Set(event?.fields ?? []);

  const named = nameOfThing(thing.value, levels, event);
  const place = placeOf(levels);
  // What stands around a thing has states of its own: a comment on an open issue is not open.
  const state = (event?.verb ? levels.slice(0, 1) : levels).map(stateIn).find((found) => found !== undefined);
  const level = levels.map(levelIn).find((found) => found !== undefined);
  const by = doerOf(levels);
  const kind =
    thing.name.length < 3 ||
    /^(?:data|payload|object|entry|changes|records|items|events|messages|value)$/i.test(thing.name)
      ? ''
      : thing.name;
  const isOld =
    isPast(event) || (/(?:updated|changed|edited)$/.test(event?.verb ?? '') && changesIn(levels).length > 0);
  const paragraph = isOld ? undefined : textIn(levels, named?.text);
  const head = headline({
    event,
    kind: event && event.noun.length > 0 ? '' : spaced(singular(kind)),
    name: named?.text,
    code: codeIn(thing.value),
    place,
    state: state?.text,
    by,
  });
  const writer =
    event === undefined &&
    paragraph !== undefined &&
    typeof (own(thing.value, 'email') ?? own(thing.value, 'phone')) === 'string'
      ? personName(thing.value)
      : undefined;
  const several = named === undefined && !event && kind === '' ? listHeadline(levels, state?.text) : undefined;
  const sentence = head === undefined || (named === undefined && !event) ? firstLine(paragraph) : undefined;
  const more = thing.more > 0 ? ` and ${thing.more} more` : '';
  let title = `${titleWords(writer ? `Message from ${writer}` : (several ?? head ?? sentence ?? called), MAX_TITLE)}${more}`;
  const text = sentence === undefined || head !== undefined ? paragraph : paragraph?.slice(sentence.length).trim();
  if (named && typeof own(thing.value, named.field) !== 'object') used.add(named.field);
  const low = title.toLowerCase();
  if (state && (low.includes(findWords(state.text).text) || !findWords(state.text).isNews || head === undefined))
    for (const field of STATE_FIELDS) used.add(field);
  const link = linkIn(levels);
  const facts = factsOf({
    levels,
    hasDoer: by !== undefined && title.includes(by),
    hasPlace: place !== undefined,
    used: new Set([...used, ...sentenceFields(levels)]),
    told: [low, ...(text ? [text.toLowerCase()] : [])],
  });
  // Nothing is a headline: the first fact is a better one than that somebody called.
  const lead = several === undefined && head === undefined && sentence === undefined ? facts.shift() : undefined;
  if (lead) title = lead.label === '' ? lead.value : `${lead.label}: ${lead.value}`;
  const key = keyOf(levels);
  const { shownText, shownFacts } = fitted(text, facts, link !== undefined);
  return {
    severity: judge(levels, `${event?.verb ?? ''}${level ? ` ${level.text}` : ''}`.trim()),
    title,
    ...(link !== undefined && !(text ?? '').includes(link) && { link }),
    ...(shownText && { text: shownText }),
    facts: shownFacts,
    actions: [],
    ...(key !== undefined && { key }),
  };
}

/** A message is read at a glance: so many lines, of which a long paragraph leaves some to the first facts. */
const MAX_LINES = 12;
const FACTS_BESIDE_TEXT = 3;

function fitted(
  text: string | undefined,
  facts: Fact[],
  hasLink: boolean,
): { shownText: string | undefined; shownFacts: Fact[] } {
  const room = MAX_LINES - 1 - (hasLink ? 1 : 0);
  const lines = text?.split('\n') ?? [];
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
  const count = (list[1] as unknown[]).length;
  const what = `${count} ${plural(singular(spaced(list[0]).toLowerCase()))}`;
  return state === undefined ? undefined : `${what} ${findWords(state).text}`;
}

/** The first sentence of a paragraph that is short enough to be a headline. */
function firstLine(text: string | undefined): string | undefined {
  const first = text?.split('\n', 1)[0] ?? '';
  return first !== '' && first.length <= 120 ? first : undefined;
}
