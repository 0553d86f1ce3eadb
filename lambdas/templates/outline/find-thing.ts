import { wordsOf } from '#contract/secret-words';
import { parseExactly } from '../payload.ts';
import { type Dictionary, entriesOf, isDictionary, own } from './outline.ts';
import { isMachineText, titleWords } from './values.ts';
import { singular, spaced } from './words.ts';

/** Objects around a thing, which say where it is; and people, who did it. */
export const PLACES =
  /^(?:repository|repo|project|organi[sz]ation|org|workspace|site|application|app|service|board|space|team|company|tenant|environment|store|shop|channel|form|calendar|list|account|enterprise|installation|cluster|group)$/i;
export const PEOPLE =
  /^(?:sender|actor|user|author|creator|owner|pusher|committer|initiator|performer|reporter|assignee|update_?author|member|agent|by|created_?by|updated_?by|closed_?by|merged_?by|pushed_?by|triggered_?by|performed_?by|submitted_?by|submitter|requested_?by|requester|approved_?by|uploaded_?by|deleted_?by|invited_?by|changed_?by|started_?by|initiated_?by|triggering_?actor|commenter|reviewer|voter|login|from)$/i;
const SHELL =
  /^(?:data|payload|event|resource|detail|action|details|object|body|result|record|content|entity|attributes|properties|params|message|item|object_attributes|sns|ses|msg|event_?data|notification|envelope|value|fields|hook|info|essentials|evt|meta_data)$/i;
const LIST_SHELL =
  /(?:^|_)events$|[a-z]Items$|^(?:records|entry|entries|items|data|messages|notifications|changes|resources|deliveries|results)$/i;

/** What a call is about, and what stands around it, the inmost first. */
export interface Thing {
  value: Dictionary;
  /** The field it was in: `pull_request`; empty for the payload itself. */
  name: string;
  /** The objects that were unwrapped on the way, the nearest first; the payload is the last. */
  around: Dictionary[];
  /** How many more of the same kind the call carried. */
  more: number;
}

const MAX_SHELLS = 12;

/** Unwraps shells such as `data`, `event` or `Records[0]`, then goes to the thing that the event names. */
export function findThing(payload: Dictionary | unknown[], eventNouns: (value: Dictionary) => string[]): Thing {
  let more = 0;
  let value: unknown = payload;
  const around: Dictionary[] = [];
  let name = '';
  for (let depth = 0; depth < MAX_SHELLS; depth++) {
    if (Array.isArray(value)) {
      more += Math.max(0, value.length - 1);
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
  return { value: isDictionary(value) ? value : (around[0] ?? {}), name, around, more };
}

/** How many texts that hold JSON are read in one object, and how long they may be together with what stands around. */
const MAX_OPENED = 3;

/** Some senders put JSON into a text; what is inside is what was meant. */
function opened(value: Dictionary): Dictionary {
  let open: Dictionary | undefined;
  let count = 0;
  for (const [name, text] of entriesOf(value)) {
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

interface Inner {
  name: string;
  value: unknown;
  isShell: boolean;
}

function shellOf(value: Dictionary, nouns: string[]): Inner | undefined {
  const entries = entriesOf(value);
  const objects = entries.filter(([, inner]) => isDictionary(inner) && Object.keys(inner).length > 0);
  const named = nouns.length === 0 ? undefined : objects.find(([key]) => isNamed(key, nouns));
  if (named) return { name: named[0], value: named[1], isShell: false };
  const hasName = nameIn(value) !== undefined;
  const shell = objects.find(([key]) => SHELL.test(key));
  // Beside a name only what senders mean as the shell of everything is one.
  if (
    shell &&
    (!hasName ||
      /^(?:data|payload|event|resource|detail|action|object|object_attributes|record|essentials|message|sns|ses|msg)$/i.test(
        shell[0],
      ))
  )
    return { name: shell[0], value: shell[1], isShell: true };
  const list = entries.find(([key, inner]) => LIST_SHELL.test(key) && Array.isArray(inner) && isDictionary(inner[0]));
  if (
    list &&
    !hasName &&
    entries.filter(([, inner]) => typeof inner === 'string').length <=
      (/^(?:items|data|results|resources|changes)$/i.test(list[0]) ? 1 : 6)
  )
    return { name: list[0], value: list[1], isShell: true };
  if (hasName) return undefined;
  // `{"action": "opened", "issue": {…}, "repository": {…}, "sender": {…}}`: the first that is neither place nor person.
  const things = objects.filter(
    ([key]) =>
      !PLACES.test(key) &&
      !PEOPLE.test(key) &&
      !/^(?:text|body|content|error|image|_?links?|meta(?:data)?|context|common_?labels|common_?annotations|group_?labels|annotations|extra|custom\w*|headers|changes|labels|tags|config|settings|permissions|options|previous\w*|request|response|source|client|geo|location)$/i.test(
        key,
      ),
  );
  const scalars = entries.filter(([, inner]) => typeof inner === 'string' || typeof inner === 'number').length;
  const first =
    things.find(([, inner]) => nameIn(inner as Dictionary) !== undefined) ??
    (things.length === 1 && Object.keys(things[0]?.[1] as Dictionary).length > 2 ? things[0] : undefined);
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

/** What a person would call an object by, the best first. */
const NAMES =
  'title,subject,Subject,alertname,alert_name,AlarmName,alarm_name,ruleName,rule_name,headline,full_name,path_with_namespace,display_name,displayName,name,Name,title_text,summary,incident_name,check_name,monitor_name,monitorFriendlyName,monitor_url,job_name,workflow_name,workflow,pipeline,service_name,serviceName,project_name,product_name,form_title,form_name,file_name,filename,fileName,original_filename,label,key,slug,number,order_number,invoice_number,reference,identifier,iid,tag_name,tag,username,login,email,email_address,emailAddress,job,check,task,monitor,friendly_name,app,application,workspace_name,hostname,host,domain,device,sensor,service,site,server,instance,question,product,metric,repo,repository,full_ref,ref'.split(
    ',',
  );
const NUMBERS = /^(?:number|iid|order_number|invoice_number)$/;

/** Names longer than this are texts. */
const LONGEST_NAME = 140;

/** Parts of an object that hold what it is, under names that say nothing. */
const INNER = ['fields', 'attributes', 'properties'];

/** The name of an object, and the field it was in. */
export function nameIn(value: Dictionary, skip?: string): { text: string; field: string } | undefined {
  const own_ = ownName(value, skip);
  if (own_ && !isCodeField(own_.field)) return own_;
  for (const part of INNER) {
    const inner = own(value, part);
    const found = isDictionary(inner) ? ownName(inner) : undefined;
    if (found && !isCodeField(found.field)) return { text: found.text, field: part };
  }
  return own_;
}

const isCodeField = (field: string) =>
  /^(?:key|number|order_number|invoice_number|iid|identifier|short_id|shortId|reference|slug)$/.test(field);

/** What a thing is counted or filed by: `#12`, `PROJ-4`. */
export function codeIn(value: Dictionary): string | undefined {
  for (const field of [
    'key',
    'identifier',
    'iid',
    'number',
    'order_number',
    'invoice_number',
    'incident_number',
    'ticket_number',
    'shortId',
    'short_id',
    'run_number',
    'build_number',
    'buildNumber',
    'buildNum',
  ]) {
    const raw = own(value, field);
    if (typeof raw === 'number' && raw > 0 && raw < 1e7) return `#${raw}`;
    if (typeof raw === 'string' && /^(?:#?\d{1,7}|[A-Z][A-Z0-9_]{0,14}-\d{1,7}|[A-Z]{2,5}\d{2,9})$/.test(raw))
      return /^\d/.test(raw) ? `#${raw}` : raw;
  }
  return undefined;
}

function ownName(value: Dictionary, skip?: string): { text: string; field: string } | undefined {
  const person =
    typeof (own(value, 'first_name') ?? own(value, 'firstName')) === 'string' ? personName(value) : undefined;
  for (const field of NAMES) {
    if (person && /^(?:username|login|email)/.test(field)) return { text: person, field };
    const raw = own(value, field);
    if (field === skip || (typeof raw !== 'string' && typeof raw !== 'number')) continue;
    const text =
      NUMBERS.test(field) && /^\d+$/.test(String(raw))
        ? `#${raw}`
        : titleWords(String(raw).slice(0, 2000), LONGEST_NAME);
    if (text === '' || (/^https?:\/\/\S*$/.test(text) && !/url$/.test(field))) continue;
    if (isMachineText(text) || /^\d{6,}$/.test(text) || text.length < 2) continue;
    return { text: text.replace(/^https?:\/\/(?=[\w.-]+)/, '').replace(/\/$/, '') || text, field };
  }
  return undefined;
}

/** A person by the name others call them. */
export function personName(value: unknown): string | undefined {
  if (typeof value === 'string') {
    if (isMachineText(value.slice(0, 200))) return undefined;
    const text = titleWords(value, 60).replace(/ <[^<>]*>$/, '');
    return text === '' || isMachineText(text) || /^(?:https?:|\d+$)/.test(text) ? undefined : text;
  }
  if (!isDictionary(value)) return undefined;
  const whole = [
    'display_name',
    'displayName',
    'name',
    'full_name',
    'fullName',
    'real_name',
    'login',
    'username',
    'userName',
    'user_name',
    'nickname',
    'email',
    'emailAddress',
    'email_address',
    'public_name',
  ];
  for (const field of whole) {
    const found = personName(typeof value[field] === 'string' ? value[field] : undefined);
    if (found) return found;
  }
  const [first, last] = [
    value.first_name ?? value.firstName ?? value.given_name,
    value.last_name ?? value.lastName ?? value.family_name,
  ];
  const both = [first, last].filter((part) => typeof part === 'string' && part !== '').join(' ');
  if (both !== '') return titleWords(both, 60);
  return isDictionary(value.user)
    ? personName(value.user)
    : isDictionary(value.profile)
      ? personName(value.profile)
      : undefined;
}

/** The name of an object within three levels, for things that have none of their own. */
export function deepName(value: Dictionary, levels = 2): { text: string; field: string } | undefined {
  const found = nameIn(value);
  if (found || levels === 0) return found;
  for (const [key, inner] of entriesOf(value, 30)) {
    if (!isDictionary(inner) || PEOPLE.test(key) || PLACES.test(key)) continue;
    const deep = deepName(inner, levels - 1);
    if (deep) return { text: deep.text, field: '' };
  }
  return undefined;
}

/** An object in a few words, as a fact: its name, or who it is. */
export function objectWords(value: Dictionary): string | undefined {
  return (
    personName(value) ??
    nameIn(value)?.text ??
    (typeof value.value === 'string' ? titleWords(value.value, 80) || undefined : undefined)
  );
}

export const nounOf = (name: string): string => (name === '' ? '' : spaced(singular(name)));
