import { wordsOf } from '#contract/secret-words';
import { holdsAddress } from './addresses.ts';
import { singular } from './grammar.ts';
import { isActing, isCodeField, isPlace, nameIn, PEOPLE } from './names.ts';
import { isSenseless } from './noise.ts';
import { holdsAnswers, holdsMeasures, holdsMuch, holdsOnlyIds, isOnlyId, isTagOf } from './object-shapes.ts';
import { type Dictionary, entriesOf, hasText, isDictionary, own, type Thing } from './outline.ts';
import { severityOf } from './severity.ts';
import { findWords, STATE_FIELDS, stateIn } from './states.ts';
import { isMeasure } from './units.ts';
import { gatheredOf, unwrapEnvelope, withPlainKeys } from './unwrap-envelope.ts';
import { tableOf } from './word-lists.ts';

/** Envelope fields that can hold a call's subject, of any type. */
export const SHELL =
  /^(?:data|payload|event|resource|detail|action|details|object|body|result|record|content|entity|attributes|properties|params|message|item|object_attributes|sns|ses|msg|event_?data|resource_?data|notification|envelope|value|fields|hook|info|essentials|evt|meta_data|current|new|_embedded|(?:pn_)?(?:apns|gcm|fcm))$/i;
const LIST_SHELL =
  /(?:^|_)events$|[a-z]Items$|^(?:actions|messaging|records|entry|entries|items|data|messages|notifications|changes|resources|deliveries|results|result|value|payloads?|updates|statuses|posts|tweets|alerts)$/i;

const MAX_SHELLS = 12;
/** Maximum number of things considered per call. */
const MAX_LISTED = 8;

/** Unwraps envelope fields such as `data`, `event` or `Records[0]`, then selects the thing named by the event. */
export function findThing(payload: Dictionary | unknown[], eventNouns: (value: Dictionary) => string[]): Thing {
  let more = 0;
  let value: unknown = isDictionary(payload) ? withPlainKeys(payload) : payload;
  const around: Dictionary[] = [];
  let name = '';
  let list: Dictionary[] = [];
  let isWhole = false;
  let isFound = false;
  for (let depth = 0; depth < MAX_SHELLS; depth++) {
    if (Array.isArray(value)) {
      more += Math.max(0, value.length - 1);
      const items = gravestFirst(value.slice(0, MAX_LISTED).filter(isDictionary));
      if (list.length < 2) list = items;
      value = items[0] ?? value[0];
      continue;
    }
    if (!isDictionary(value)) break;
    value = unwrapEnvelope(value);
    const next = shellOf(value as Dictionary, eventNouns(value as Dictionary), isWhole);
    // Stop at the object that the event names, because the objects inside are its fields.
    if (!next || (isFound && !next.isShell && next.isNamed !== true)) break;
    isFound ||= next.isNamed === true;
    around.unshift(value as Dictionary);
    // In `{"order": {…}}`, the single object is the call's subject, so don't search inside it.
    isWhole =
      !next.isShell && around.length === 1 && entriesOf(value as Dictionary, 2).length === 1 && WHOLE.test(next.name);
    name = next.isShell ? name : next.name;
    value = next.value;
    if (!next.isShell && depth > 3) break;
  }
  const found = isDictionary(value) ? value : (around[0] ?? {});
  const inner = around.length < MAX_SHELLS ? gatheredOf(found, eventNouns(found)) : undefined;
  if (inner) return { ...inner, around: [...inner.around, ...around], list, more };
  return { value: found, name, around, list, more };
}

/** Moves the first critical thing of a call to the front, because it needs attention. */
function gravestFirst(items: Dictionary[]): Dictionary[] {
  const gravest = items.find((item) =>
    ['type', 'event', 'event_type', 'eventType', 'severity', 'status', 'state'].some((name) => {
      const text = own(item, name);
      return typeof text === 'string' && text.length < 40 && severityOf(text) === 'critical';
    }),
  );
  return gravest === undefined ? items : [gravest, ...items.filter((item) => item !== gravest)];
}

/** True for a deleted thing, sent as its last state: `{"current": null, "previous": {…}}`. */
const isGone = (value: Dictionary, key: string): boolean => own(value, NEXT_STATES.get(key) ?? '') === null;
const NEXT_STATES = tableOf('previous current,old new,before after,old_record record');

const hasState = (value: Dictionary): boolean => hasText(value, STATE_FIELDS);

/** Names that make the single object of a call its subject. */
const WHOLE =
  /^(?:order|sale|invoice|payment|subscription|booking|ticket|transaction|refund|submission|shipment|delivery|campaign|deployment|build|job|task|lead|deal|quote|donation|reservation|appointment)$/i;

interface Inner {
  name: string;
  value: unknown;
  isShell: boolean;
  /** True if the event names this object. */
  isNamed?: boolean;
}

/** An object of a call, and the facts about it that decide which of its fields holds the thing. */
interface Level {
  value: Dictionary;
  nouns: string[];
  entries: [key: string, inner: unknown][];
  /** The entries that can be envelopes or things. */
  objects: [key: string, inner: unknown][];
  /** True if a field names the object itself. */
  hasName: boolean;
}

/** Returns the field that holds the thing, or the next envelope around it. */
function shellOf(value: Dictionary, nouns: string[], isWhole = false): Inner | undefined {
  // Next to a `status`, the list of `statuses` is its history.
  const entries = entriesOf(value).filter(([key, inner]) => !Array.isArray(inner) || !hasText(value, [singular(key)]));
  const objects = entries.filter(([key, inner]) => isDictionary(inner) && isThingLike(key, inner));
  const named = nouns.length === 0 ? undefined : objects.find(([key]) => key !== '_links' && isNamed(key, nouns));
  if (named) return { name: named[0], value: named[1], isShell: false, isNamed: true };
  const name = nameIn(value);
  // In `{"number": 7, "pull_request": {"number": 7, …}}`, the number is that of the inner object.
  const hasName =
    name !== undefined &&
    !(isCodeField(name.field) && objects.some(([, inner]) => own(inner, name.field) === own(value, name.field)));
  const level: Level = { value, nouns, entries, objects, hasName };
  const inner = listedThing(level) ?? envelope(level) ?? listEnvelope(level) ?? runningThing(level);
  return inner ?? (hasName || isWhole ? undefined : firstThing(level));
}

const isThingLike = (key: string, inner: Dictionary): boolean =>
  !isSenseless(key) &&
  entriesOf(inner, 1).length > 0 &&
  !isMeasure(inner) &&
  !(/^(?:properties|fields|attributes|params|meta_data)$/.test(key) && holdsOnlyIds(inner)) &&
  !(key === 'event' && isTagOf(inner));

/** The thing as an item of a list: of the only field, as in `attachments: [{…}]`, or of the one that the event names. */
function listedThing({ entries, nouns, hasName }: Level): Inner | undefined {
  const [only] = entries;
  if (
    entries.length === 1 &&
    only &&
    Array.isArray(only[1]) &&
    only[1].length === 1 &&
    isDictionary(only[1][0]) &&
    !LIST_SHELL.test(only[0])
  )
    return { name: singular(only[0]), value: only[1], isShell: false };
  const listed = entries.find(
    ([key, inner]) =>
      !hasName && Array.isArray(inner) && isDictionary(inner[0]) && nouns.length > 0 && singular(key) === nouns.at(-1),
  );
  return listed && { name: singular(listed[0]), value: listed[1], isShell: false };
}

function envelope({ value, entries, objects, hasName }: Level): Inner | undefined {
  // True for a complete message, next to which its sender adds data for programs.
  const isMessage =
    hasText(value, ['title', 'subject']) &&
    ['message', 'text', 'body'].some((name) => /\S\s/.test(String(own(value, name) ?? '')));
  // A hook is an envelope only if it is the only object. Otherwise it is the configured webhook.
  const shell =
    entries.find(([key, inner]) => isDictionary(inner) && isGone(value, key)) ??
    objects.find(
      ([key, inner]) =>
        SHELL.test(key) &&
        key !== 'hook' &&
        // Skip `object: {type, id}` if another envelope holds the object's fields.
        !(
          isTagOf(inner as Dictionary) &&
          objects.some(([other, each]) => other !== key && SHELL.test(other) && !isTagOf(each as Dictionary))
        ) &&
        !(hasName && key === 'event') &&
        !(isMessage && /^(?:data|details?|extra)$/i.test(key)),
    ) ??
    objects.find(([key]) => key === 'hook');
  // In an object with a name, only the most common envelope fields count.
  return shell && (!hasName || COMMON_SHELL.test(shell[0]))
    ? { name: shell[0], value: shell[1], isShell: true }
    : undefined;
}

const COMMON_SHELL =
  /^(?:data|payload|event|resource|detail|action|object|object_attributes|record|essentials|message|sns|ses|msg)$/i;

function listEnvelope({ entries, hasName }: Level): Inner | undefined {
  const list = entries.find(
    ([key, inner]) =>
      LIST_SHELL.test(key) &&
      Array.isArray(inner) &&
      isDictionary(inner[0]) &&
      !holdsAnswers(inner) &&
      !holdsMeasures(inner),
  );
  if (!list || hasName) return undefined;
  const mostTexts = /^(?:items|data|results|resources|changes)$/i.test(list[0]) ? 1 : 6;
  return entries.filter(([, inner]) => typeof inner === 'string').length <= mostTexts
    ? { name: list[0], value: list[1], isShell: true }
    : undefined;
}

/** In `{"name": "web", "build": {"status": …}}`, the inner object has the result, so it is the thing. */
function runningThing({ value, nouns, objects, hasName }: Level): Inner | undefined {
  if (!hasName || nouns.length > 0 || hasState(value)) return undefined;
  const run = objects.find(
    ([key, inner]) =>
      !isPlace(key) &&
      !PEOPLE.test(key) &&
      !/^(?:status|state)$/i.test(key) &&
      hasState(inner as Dictionary) &&
      findWords(stateIn(inner as Dictionary)?.text ?? 'open').isNews,
  );
  return run && { name: run[0], value: run[1], isShell: false };
}

/** The first object that is neither place nor person: `issue` next to `action`, `repository` and `sender`. */
function firstThing({ value, entries, objects }: Level): Inner | undefined {
  // The recorded medium in `metadata` is the thing, not the player that sent the call.
  const kept = objects.find(
    ([key, inner]) => /^metadata$/i.test(key) && nameIn(inner as Dictionary)?.field === 'title',
  );
  if (kept) return { name: '', value: kept[1], isShell: true };
  // A single object is the thing, such as `post` in `{"post": {"current": {…}, "previous": {…}}}`.
  if (entries.length === 1 && objects[0] && !PEOPLE.test(objects[0][0]))
    return { name: objects[0][0], value: objects[0][1], isShell: false };
  // The answers are the news of a survey, not the person's traits or the campaign.
  const answered = objects.find(([, inner]) => Array.isArray(own(inner, 'answers')));
  if (answered) return { name: answered[0], value: answered[1], isShell: false };
  const things = objects.filter(
    ([key, inner]) =>
      !isPlace(key) &&
      !isOnlyId(inner as Dictionary) &&
      !holdsAddress(inner as Dictionary) &&
      (key !== 'error' || Object.keys(inner as Dictionary).length > 3) &&
      !isActing(key, inner as Dictionary) &&
      !PEOPLE.test(key) &&
      // The affected person is not the thing.
      !/^target_?(?:user|account|member|actor)/i.test(key) &&
      !NO_THING.test(key),
  );
  const scalars = entries.filter(([, inner]) => typeof inner === 'string' || typeof inner === 'number').length;
  const first =
    things.find(([, inner]) => nameIn(inner as Dictionary) !== undefined) ??
    things.find(([key]) => /alert|alarm|incident|violation|fault|exception|outage/i.test(key)) ??
    // An object with an id is the thing itself, so don't look inside.
    (things.length === 1 && own(value, 'id') === undefined && holdsMuch(things[0]?.[1] as Dictionary)
      ? things[0]
      : undefined);
  return first && scalars <= 8 ? { name: first[0], value: first[1], isShell: false } : undefined;
}

const NO_THING =
  /^(?:answers|\w*(?:gateway|station)\w*|\w*headers|text|body|content|image|_?links?|meta(?:data)?|context|common_?labels|common_?annotations|group_?labels|annotations|extra|custom\w*|traits?|(?:web_?)?hook|subscription|integration|device|browser|user_?agent|headers|changes|labels|tags|config|settings|permissions|options|previous\w*|request|response|source(?:_?file)?|client|geo|location|platform|parent|classification|branch|status|state|origin|destination|producer|seller|\w*method|\w*changes|\w*history|\w*totals?|model_?info|(?:pn_)?(?:apns|gcm|fcm))$/i;

/** True if an event names this field: `pull_request` for `pull_request.opened`, `comment` for `issue_comment`. */
function isNamed(key: string, nouns: string[]): boolean {
  const words = wordsOf(key).map(singular);
  if (words.length === 0) return false;
  // `recording.statusUpdate` is about a recording.
  const wanted = (
    /^(?:status|state|confirmation|reminder)$/.test(nouns.at(-1) ?? '') && nouns.length > 1 ? nouns.slice(0, -1) : nouns
  ).map(singular);
  const whole = words.join(' ');
  if (PEOPLE.test(key)) return whole === wanted.join(' ');
  return (
    whole === wanted.join(' ') ||
    (words.length === 1 && wanted.at(-1) === whole) ||
    (words.length > 1 && wanted.join(' ').endsWith(whole))
  );
}
