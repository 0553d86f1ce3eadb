import { wordsOf } from '#contract/secret-words';
import { bytesOf, decodeBytes } from '../charsets.ts';
import { parseExactly } from '../payload.ts';
import { holdsAddress } from './addresses.ts';
import { oneLanguage } from './languages.ts';
import { isPlace, nameIn, PEOPLE } from './names.ts';
import { isSenseless } from './noise.ts';
import { type Dictionary, entriesOf, isDictionary, own } from './outline.ts';
import { findWords, STATE_FIELDS, stateIn } from './states.ts';
import { singular } from './words.ts';

const SHELL =
  /^(?:data|payload|event|resource|detail|action|details|object|body|result|record|content|entity|attributes|properties|params|message|item|object_attributes|sns|ses|msg|event_?data|notification|envelope|value|fields|hook|info|essentials|evt|meta_data|current|new)$/i;
const LIST_SHELL =
  /(?:^|_)events$|[a-z]Items$|^(?:actions|messaging|records|entry|entries|items|data|messages|notifications|changes|resources|deliveries|results|result|value|payloads?|updates|statuses|posts|tweets)$/i;

/** What a call is about, and what stands around it, the inmost first. */
export interface Thing {
  value: Dictionary;
  /** The field it was in: `pull_request`; empty for the payload itself. */
  name: string;
  /** The objects that were unwrapped on the way, the nearest first; the payload is the last. */
  around: Dictionary[];
  /** The things that came together with it, when they came as a list; the first is `value`. */
  list: Dictionary[];
  /** How many more of the same kind the call carried. */
  more: number;
}

const MAX_SHELLS = 12;
/** Things of one call that are looked at. */
const MAX_LISTED = 8;

/** Unwraps shells such as `data`, `event` or `Records[0]`, then goes to the thing that the event names. */
export function findThing(payload: Dictionary | unknown[], eventNouns: (value: Dictionary) => string[]): Thing {
  let more = 0;
  let value: unknown = isDictionary(payload) ? withPlainKeys(payload) : payload;
  const around: Dictionary[] = [];
  let name = '';
  let list: Dictionary[] = [];
  for (let depth = 0; depth < MAX_SHELLS; depth++) {
    if (Array.isArray(value)) {
      more += Math.max(0, value.length - 1);
      if (list.length === 0) list = value.slice(0, MAX_LISTED).filter(isDictionary);
      value = value[0];
      continue;
    }
    if (!isDictionary(value)) break;
    value = opened(value);
    const next = shellOf(value as Dictionary, eventNouns(value as Dictionary));
    if (!next) break;
    around.unshift(value as Dictionary);
    name = next.isShell ? name : next.name;
    value = next.value;
    if (!next.isShell && depth > 3) break;
  }
  const found = isDictionary(value) ? value : (around[0] ?? {});
  const inner = innerOf(found, around, eventNouns(found));
  if (inner) return { ...inner, around: [...inner.around, ...around], list, more };
  return { value: found, name, around, list, more };
}

/** Two words that some senders write as one: `monitorname`, `alertid`. */
const SQUASHED =
  /^(monitor|alert|incident|device|service|customer|order|agent|sensor|build|project|product|ticket|task)(name|type|status|state|id|url|reason|level|key|title|number|description|message|time|groupname)$/;

const LOUD = /^[A-Z][A-Z\d_ ]*$/;

/** An object whose names can be read as those of others: in small letters, and two words apart. */
function withPlainKeys(value: Dictionary): Dictionary {
  const entries = entriesOf(value);
  const loud = entries.filter(([key]) => LOUD.test(key)).length;
  const isLoud = loud > 2 && loud > entries.length * 0.7;
  if (!isLoud && !entries.some(([key]) => SQUASHED.test(key))) return value;
  return Object.fromEntries(
    entries.map(([key, inner]) => {
      const plain = isLoud && LOUD.test(key) ? key.toLowerCase() : key;
      return [plain === 'alertname' ? plain : plain.replace(SQUASHED, '$1_$2'), inner];
    }),
  );
}

/** What is deeper in a thing that has no name: the one that the event names, or the one whose fields lie about. */
function innerOf(value: Dictionary, around: Dictionary[], nouns: string[]): Omit<Thing, 'list' | 'more'> | undefined {
  if (nouns.length > 0) {
    for (const [name, part] of entriesOf(value, 30)) {
      if (!isDictionary(part) || nameIn(value) !== undefined) continue;
      const named = entriesOf(part, 30).find(([key, inner]) => isDictionary(inner) && isNamed(key, nouns));
      if (named && !PEOPLE.test(name)) return { value: named[1] as Dictionary, name: named[0], around: [part, value] };
    }
  }
  const gathered = gatheredOf(value, nouns);
  return gathered && around.length < MAX_SHELLS ? gathered : undefined;
}

/** What has fields such as `ticket_id`, `ticket_subject` and `ticket_status`. */
const GATHERED =
  /^(ticket|issue|task|order|invoice|build|deal|lead|job|alert|incident|envelope|campaign|check|booking|meeting|appointment|candidate|document|contract|conversation|submission|survey|product|course|event|call|review|card|story|bug|case|asset|vehicle|device|shipment|delivery|payment|transaction)[_-](\w+)$/;
const TELLING_PART = /^(?:id|uid|uuid|key|number|no|name|title|subject|status|state|url|link)$/;

/** Fields that share the name of a thing, gathered into it: `{ticket_id, ticket_subject}` as `{ticket: {id, subject}}`. */
function gatheredOf(value: Dictionary, nouns: string[]): Omit<Thing, 'list' | 'more'> | undefined {
  const parts = new Map<string, [string, unknown][]>();
  for (const [key, inner] of entriesOf(value)) {
    const [, noun, part] = GATHERED.exec(key) ?? [];
    if (noun === undefined || part === undefined || typeof inner === 'object') continue;
    const known = parts.get(noun);
    if (known) known.push([part, inner]);
    else parts.set(noun, [[part, inner]]);
  }
  const wanted = nouns.map(singular);
  for (const [noun, fields] of parts) {
    const thing = Object.fromEntries(fields);
    if (fields.length < 3 || fields.filter(([part]) => TELLING_PART.test(part)).length < 2) continue;
    if (own(value, noun) !== undefined || (wanted.length > 0 && !wanted.includes(noun))) continue;
    if (nameIn(thing) === undefined) continue;
    const prefix = new RegExp(`^${noun}[_-]`);
    const rest = Object.fromEntries(entriesOf(value).filter(([key]) => !prefix.test(key)));
    return { value: thing, name: noun, around: [rest] };
  }
  return undefined;
}

/** How many texts that hold JSON are read in one object, and how long they may be together with what stands around. */
const MAX_OPENED = 3;

/** Some senders put JSON into a text; what is inside is what was meant. */
function opened(value: Dictionary): Dictionary {
  let open: Dictionary | undefined;
  let count = 0;
  for (const [name, raw] of entriesOf(value)) {
    const translated = isDictionary(raw) ? oneLanguage(raw) : undefined;
    if (translated !== undefined) open = { ...(open ?? value), [name]: translated };
    const text = name === 'data' ? decoded(raw) : raw;
    const said = name === 'data' && isQueued(value) ? plainText(raw) : undefined;
    if (said !== undefined) open = { ...(open ?? value), text: said };
    if (typeof text !== 'string' || !/^\s{0,20}[{[]\s{0,20}["{[]/.test(text) || count >= MAX_OPENED) continue;
    count++;
    try {
      open = { ...(open ?? value), [name]: parseExactly(text) };
    } catch {
      // It only begins like JSON.
    }
  }
  return open ?? value;
}

const hasState = (value: Dictionary): boolean => STATE_FIELDS.some((name) => typeof own(value, name) === 'string');

/** Queues carry JSON in base64. */
function decoded(text: unknown): unknown {
  if (typeof text !== 'string' || text.length > 100_000 || !/^eyJ[\w+/-]{8,}={0,2}$/.test(text)) return text;
  try {
    return decodeBytes(bytesOf(atob(text.replaceAll('-', '+').replaceAll('_', '/'))), 'utf-8') ?? text;
  } catch {
    return text;
  }
}

/** Whether a text lay in a queue, which keeps it in base64. */
const isQueued = (value: Dictionary): boolean =>
  ['messageId', 'message_id', 'publishTime', 'SequenceNumber'].some((name) => own(value, name) !== undefined);

/** What was said in base64; undefined for what is no text that people read. */
function plainText(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.length > 10_000 || !/^[\w+/-]{8,}={0,2}$/.test(text)) return undefined;
  try {
    const said = decodeBytes(bytesOf(atob(text.replaceAll('-', '+').replaceAll('_', '/'))), 'utf-8');
    return said !== undefined && /^[\p{L}\p{N}\p{P}\p{S}\s]+$/u.test(said) && /\S \S/.test(said) ? said : undefined;
  } catch {
    return undefined;
  }
}

/** Questions and their answers are facts of a form, not things of their own. */
const holdsAnswers = (list: unknown[]): boolean =>
  list.length > 1 &&
  list
    .slice(0, 3)
    .every(
      (item) =>
        isDictionary(item) &&
        ['question', 'label', 'field', 'fieldName'].some((name) => typeof own(item, name) === 'string') &&
        ['answer', 'value', 'response'].some((name) => Object.hasOwn(item, name)),
    );

interface Inner {
  name: string;
  value: unknown;
  isShell: boolean;
}

function shellOf(value: Dictionary, nouns: string[]): Inner | undefined {
  const entries = entriesOf(value);
  const objects = entries.filter(
    ([key, inner]) => isDictionary(inner) && !isSenseless(key) && entriesOf(inner, 1).length > 0,
  );
  const named = nouns.length === 0 ? undefined : objects.find(([key]) => isNamed(key, nouns));
  if (named) return { name: named[0], value: named[1], isShell: false };
  const hasName = nameIn(value) !== undefined;
  // `attachment_created` beside `attachments: [{…}]`.
  const listed = entries.find(
    ([key, inner]) =>
      !hasName && Array.isArray(inner) && isDictionary(inner[0]) && nouns.length > 0 && singular(key) === nouns.at(-1),
  );
  if (listed) return { name: singular(listed[0]), value: listed[1], isShell: false };
  // A hook is a shell only where nothing else is: beside others it says what was set up to call.
  const shell = objects.find(([key]) => SHELL.test(key) && key !== 'hook') ?? objects.find(([key]) => key === 'hook');
  // Beside a name only what senders mean as the shell of everything is one.
  if (
    shell &&
    (!hasName ||
      /^(?:data|payload|event|resource|detail|action|object|object_attributes|record|essentials|message|sns|ses|msg)$/i.test(
        shell[0],
      ))
  )
    return { name: shell[0], value: shell[1], isShell: true };
  const list = entries.find(
    ([key, inner]) => LIST_SHELL.test(key) && Array.isArray(inner) && isDictionary(inner[0]) && !holdsAnswers(inner),
  );
  if (
    list &&
    !hasName &&
    entries.filter(([, inner]) => typeof inner === 'string').length <=
      (/^(?:items|data|results|resources|changes)$/i.test(list[0]) ? 1 : 6)
  )
    return { name: list[0], value: list[1], isShell: true };
  // `{"name": "web", "build": {"status": …}}`: what has come out is the news.
  if (hasName && nouns.length === 0 && !hasState(value)) {
    const run = objects.find(
      ([key, inner]) =>
        !isPlace(key) &&
        !PEOPLE.test(key) &&
        hasState(inner as Dictionary) &&
        findWords(stateIn(inner as Dictionary)?.text ?? 'open').isNews,
    );
    if (run) return { name: run[0], value: run[1], isShell: false };
  }
  if (hasName) return undefined;
  // `{"action": "opened", "issue": {…}, "repository": {…}, "sender": {…}}`: the first that is neither place nor person.
  const things = objects.filter(
    ([key, inner]) =>
      !isPlace(key) &&
      !holdsAddress(inner as Dictionary) &&
      (key !== 'error' || Object.keys(inner as Dictionary).length > 3) &&
      !PEOPLE.test(key) &&
      !/^(?:text|body|content|image|_?links?|meta(?:data)?|context|common_?labels|common_?annotations|group_?labels|annotations|extra|custom\w*|headers|(?:web_?)?hook|subscription|integration|device|browser|user_?agent|headers|changes|labels|tags|config|settings|permissions|options|previous\w*|request|response|source|client|geo|location|platform)$/i.test(
        key,
      ),
  );
  // `{"post": {"current": {…}, "previous": {…}}}`
  if (entries.length === 1 && things.length === 1 && things[0])
    return { name: things[0][0], value: things[0][1], isShell: false };
  const scalars = entries.filter(([, inner]) => typeof inner === 'string' || typeof inner === 'number').length;
  const first =
    things.find(([, inner]) => nameIn(inner as Dictionary) !== undefined) ??
    things.find(([key]) => /alert|alarm|incident|violation|fault|exception|outage/i.test(key)) ??
    // What has an id is a thing itself.
    (things.length === 1 && own(value, 'id') === undefined && Object.keys(things[0]?.[1] as Dictionary).length > 2
      ? things[0]
      : undefined);
  return first && scalars <= 8 ? { name: first[0], value: first[1], isShell: false } : undefined;
}

/** Whether a field is what an event names: `pull_request` for `pull_request.opened`, `comment` for `issue_comment`. */
function isNamed(key: string, nouns: string[]): boolean {
  const words = wordsOf(key).map(singular);
  if (words.length === 0) return false;
  const wanted = nouns.map(singular);
  const whole = words.join(' ');
  if (PEOPLE.test(key)) return whole === wanted.join(' ');
  return (
    whole === wanted.join(' ') ||
    (words.length === 1 && wanted.at(-1) === whole) ||
    (words.length > 1 && wanted.join(' ').endsWith(whole))
  );
}
