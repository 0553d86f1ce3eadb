import type { Event } from './event.ts';
import { capital, isUndecided, singular, spaced } from './grammar.ts';
import { severityOf } from './severity.ts';
import { findWords } from './states.ts';

interface Parts {
  event: Event | undefined;
  /** The thing's type: `invoice`. Empty if unknown. */
  kind: string;
  name: string | undefined;
  /** The thing's number or id: `#12`. */
  code: string | undefined;
  /** The thing's place: the repository, the project. */
  place: string | undefined;
  state: string | undefined;
  /** The severity, if it belongs in the headline. */
  level?: string | undefined;
  by: string | undefined;
  /** True if the name must stay apart from the event: `Payment failed: Ada`, not `Payment Ada failed`. */
  isApart?: boolean | undefined;
  /** The role of the named person: `contact`. */
  role?: string | undefined;
  /** True for a thing such as an alert, whose opening is news. */
  isAlarm?: boolean | undefined;
  /** True if the name belongs to an adjacent object. */
  isNear?: boolean | undefined;
  /** True if the state belongs to a different thing than the event, such as a mention in an assigned conversation. */
  isStateApart?: boolean | undefined;
}

/** Verbs that leave the result open; the thing's state gives it. */
const OPEN_ENDED =
  /^(?:completed|finished|updated|changed|ended|processed|reported|received|status changed|state changed|run|created|triggered|notified|done)?$/;
const OVER = /^(?:completed|finished|ended|processed|done)$/;
/** Verbs for a person's action, for which the headline names the actor. */
export const DONE_BY =
  /(?:created|opened|updated|deleted|edited|added|merged|closed|approved|followed|liked|viewed|clicked|acknowledged|escalated|snoozed|signed|purchased|booked|subscribed|submitted|published|invited|uploaded|renamed|commented|pushed|starred|forked|archived|restored|moved|changed|requested|dismissed|declined|labeled|labelled|pinned|transferred|locked|answered|replied|posted|joined|left|deployed|started|cancelled|rejected|accepted|shared|mentioned|resolved|converted|modified|released|installed|push|comment|commit|fork)$/;

/** Matches a part of a thing, which has no number: `deal stage`. */
const OF_A_THING = / (?:stage|owner|assignee|priority|title|price|role|due date)$/;

/** Matches a name that shows that a problem is over. */
const IS_OVER = /\b(?:resolved|recovered|cleared|back to normal)\b/i;
const isCode = (name: string) => /^(?:#?\d[\d.-]*|[A-Z][A-Z0-9]{0,9}-\d+|v?\d+\.\d[\w.-]*|[A-Z0-9]{4,12})$/.test(name);
const isSentence = (name: string) => name.split(' ').length > 2 || name.length > 42 || /[.!?:]$|: /.test(name);

/** Composes a readable headline, `<thing> <event> <state>`. Returns undefined if the call has none of these. */
export const headline = (parts: Parts): string | undefined => sentence(parts, chooseWords(parts));

/** The words of a headline before they are put in order. */
interface Words {
  noun: string;
  verb: string;
  /** The state in brackets, with a space before it. */
  tail: string;
  name: string | undefined;
  /** The last word of the noun, before a code was added. */
  lastNoun: string;
}

/** Chooses noun and verb from event and state, so neither repeats the other. */
function chooseWords({
  event,
  kind,
  name,
  code,
  state,
  level,
  by,
  isApart = false,
  isAlarm = false,
  isStateApart = false,
}: Parts): Words {
  const nounWords = event && event.noun.length > 0 ? event.noun : kind === '' ? [] : [kind];
  let noun = spaced(nounWords.map((word, index) => (index === nounWords.length - 1 ? singular(word) : word)).join(' '));
  let verb = event?.verb ?? '';
  const isOfStatus = / (?:status|state)$/.test(noun);
  let said =
    state === undefined || (!isOfStatus && holds(`${noun} ${verb}`, spaced(state) || state))
      ? undefined
      : findWords(state, isAlarm);
  // For `StatusChange`, the new state replaces the event.
  if (said && /^(?:status|state)$/.test(noun) && /^(?:|changed|updated)$/.test(verb)) [noun, verb] = [kind, ''];
  let tail = '';
  const isInName = (text: string) =>
    [` ${text} `, `[${text}`].some((part) => ` ${name?.toLowerCase()} `.includes(part));
  if (said && name !== undefined && isInName(said.text)) said = undefined;
  // `error` next to `job.failed` would repeat the verb.
  if (said && verb.startsWith(said.text)) said = undefined;
  // The state `signer-signed` repeats the thing, a signer.
  const bare = noun.replace(/ (?:status|state)$/, '').toLowerCase();
  if (said && bare !== '' && said.text.startsWith(`${bare} `)) said = findWords(said.text.slice(bare.length + 1));
  if (said) {
    if (
      OPEN_ENDED.test(verb) &&
      // A finished thing is not pending: that state belongs to a surrounding object.
      (!OVER.test(verb) || severityOf(said.text) !== undefined) &&
      !(by !== undefined && /^(?:updated|changed)$/.test(verb)) &&
      // An update can concern anything, so a good state is not its news.
      !(verb === 'updated' && !isOfStatus && severityOf(said.text) === 'ok') &&
      said.isVerb &&
      said.isNews &&
      !isStateApart &&
      // `booking.no_show` has no verb, and its state can't replace one.
      (verb !== '' ||
        event === undefined ||
        event.noun.length < 2 ||
        isOfStatus ||
        said.text.startsWith(noun.split(' ').at(-1) ?? '')) &&
      (verb !== 'created' || (said.text !== 'cancelled' && severityOf(said.text) !== undefined))
    )
      verb = said.text;
    else if (said.isNews && !(name !== undefined && isInName(said.text))) tail = ` (${said.text})`;
    if (noun.endsWith(' status') || noun.endsWith(' state')) noun = noun.replace(/ (?:status|state)$/, '');
  }
  // If the verb already gives the result, `(completed)` adds nothing.
  if (/^ \((?:completed|finished|done|succeeded)\)$/.test(tail) && severityOf(verb) !== undefined) tail = '';
  if (
    tail === '' &&
    level !== undefined &&
    !IS_OVER.test(name ?? '') &&
    !`${noun} ${verb} ${name ?? ''}`.toLowerCase().includes(level.toLowerCase())
  )
    tail = ` (${level.toLowerCase()})`;
  if (verb === 'created' && /^(?:comment|note|message|reply)$/.test(noun.split(' ').at(-1) ?? '')) verb = 'added';
  // The verb `incoming_chat` already contains the thing, a chat.
  if (noun !== '' && verb.endsWith(` ${noun}`)) [noun, verb] = [verb, ''];
  // Avoid repetitions such as `push pushed`.
  const lastNoun = noun.split(' ').at(-1) ?? '';
  if (verb !== '' && lastNoun !== '' && verb.startsWith(lastNoun) && noun.includes(' '))
    noun = noun.slice(0, -lastNoun.length).trim();
  const isCoded = name !== undefined && (isCode(name) || code === undefined || name.includes(code));
  if (code !== undefined && noun !== '' && !isCoded)
    noun = OF_A_THING.test(noun) ? noun.replace(OF_A_THING, ` ${code}$&`) : `${noun} ${code}`;
  // People use numbers such as `INC0000001` and `DEMO-12` as names.
  if (noun === '' && name !== undefined && code !== undefined && !code.startsWith('#') && !name.includes(code))
    name = isApart ? `${code}: ${name}` : `${code} ${name}`;
  return { noun, verb, tail, name, lastNoun };
}

/** Puts the words of a headline in order. Returns undefined if there are none. */
function sentence(
  { event, code, place, by, isApart = false, isNear = false, role }: Parts,
  { noun, verb, tail, name, lastNoun }: Words,
): string | undefined {
  const actor = by !== undefined && by !== name && DONE_BY.test(`${noun} ${verb}`.trim()) ? ` by ${by}` : '';
  const what = [noun, verb].filter((part) => part !== '').join(' ');
  const where = place !== undefined && !name?.toLowerCase().startsWith(place.toLowerCase()) ? `${place}: ` : '';
  if (name !== undefined && isSelfDescribing(name, lastNoun, verb)) return `${where}${name}`;
  const lower = where === '' ? capital : (text: string) => text;
  const isInPlace =
    name !== undefined && code !== undefined && where.toLowerCase().endsWith(`/${name.toLowerCase()}: `);
  if (name === undefined || (isInPlace && what !== ''))
    return what === '' ? undefined : `${where}${lower(what)}${actor}${tail}`;
  if (what === '') return `${where}${role === undefined ? '' : `${lower(spaced(role))}: `}${name}${tail}`;
  // A state such as done or answered does not apply to people or unknown things, so it is shown as a fact.
  if (noun === '' && isApart && !event?.verb && !isSentence(name))
    return `${where}${role === undefined ? '' : `${lower(spaced(role))}: `}${name}`;
  if (noun === '')
    return isSentence(name)
      ? `${where}${name} (${what}${actor}${tail.replace(/^ \((.*)\)$/, ', $1')})`
      : `${where}${name}${IS_PARTICIPLE.test(verb) ? ` ${verb}` : IS_HOW.test(verb) ? ` is ${verb}` : `: ${verb}`}${actor}${tail}`;
  if (isUndecided(verb)) return `${where}${lower(noun)} ${name}: ${verb}${tail}`;
  const repeats = name.toLowerCase().includes(noun.toLowerCase());
  // The name of a comment or message is its topic, so it comes after a colon.
  const isAbout =
    /^(?:comment|note|reply|review|reaction|attachment|mention|email|mail|message|tag|label)$/.test(lastNoun) &&
    !isCode(name);
  // A loosely related name comes last, after a colon, because no short sentence could express the relation.
  const isLoose =
    isApart ||
    (isNear && !name.toLowerCase().startsWith(lastNoun)) ||
    (noun.includes(' ') && verb !== '' && !isCode(name) && !name.toLowerCase().startsWith(lastNoun));
  if (isAbout || isLoose || isSentence(name) || (code !== undefined && code !== name && !isCode(name)))
    return `${where}${lower(what)}${actor}: ${name}${tail}`;
  if (verb === '')
    return isCode(name)
      ? `${where}${lower(noun)} ${name}${actor}${tail}`
      : `${where}${lower(noun)}${actor}${where === '' || actor !== '' ? ':' : ''} ${name}${tail}`;
  const said_ = IS_HOW.test(verb) ? `is ${verb}` : verb;
  if (isCode(name)) return `${where}${lower(noun)} ${name} ${said_}${actor}${tail}`;
  return `${where}${repeats ? name : `${lower(noun)} ${name}`} ${said_}${actor}${tail}`;
}

const holds = (text: string, word: string) =>
  ` ${text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `.includes(` ${word.toLowerCase()} `);

/** True if the name is itself a headline: `Invoice 12 was paid`. */
function isSelfDescribing(name: string, noun: string, verb: string): boolean {
  if (!isSentence(name) || verb === '') return false;
  return holds(name, verb) && (holds(name, noun) || name.toLowerCase().endsWith(verb.toLowerCase()));
}

/** States that are written with `is`. */
const IS_HOW =
  /^(?:down|up|online|offline|open|critical|ok|firing|alerting|running|pending|ready|overdue|degraded|unhealthy|healthy|in progress|in transit|out for delivery|on hold|late|live|due|missing|unreachable|available|failing)$/;

/** Past participles: `failed`, but not `down`. */
const IS_PARTICIPLE = /ed(?: (?:up|in|out|off|on))?$|^(?:sent|paid|made|built|done|won|lost|left|begun)$/;
