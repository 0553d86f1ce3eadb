import { bookedOf } from './kinds.ts';
import { type Dictionary, entriesOf, firstOwn, hasText, isDictionary, isText, own } from './outline.ts';
import { isMachineText, titleWords, valueWords } from './values.ts';
import { inAllCases } from './word-lists.ts';

/** Surrounding objects that name the place. */
export const PLACES =
  /^(?:repository|repo|project|organi[sz]ation|org|workspace|site|application|app|service|board|space|team|company|tenant|environment|store|shop|channel|form|calendar|list|account|enterprise|installation|cluster|group)$/i;
/** Roles of people towards a service: the customer, the candidate, the signer. */
export const SOMEBODY =
  'customer|contact|lead|subscriber|recipient|user|member|attendee|invitee|signer|signatory|learner|student|candidate|guest|buyer|client|payer|visitor|reviewer|respondent|applicant|employee|person|profile|participant|prospect|donor|patient|account|requester';
export const IS_SOMEBODY = new RegExp(`^(?:${SOMEBODY})$`, 'i');
/** True for the field of a place, such as `site` or `siteDetails`. */
export const isPlace = (key: string): boolean => PLACES.test(key.replace(/[_-]?(?:details?|info|data)$/i, ''));
export const PEOPLE =
  /^(?:sender|giver|actor|user|author|creator|owner|pusher|committer|initiator|performer|reporter|assignee|update_?author|member|agent|by|[a-z]+ed_?by|submitter|requester|triggering_?actor|commenter|reviewer|voter|login|from|(?:assigned|credited|delegated)_?to(?:_?users?)?|authentication_?info|\w+(?:_by|_user|_author))$/i;
/** Fields that people use as an object's name, the best first. */
const NAMES = inAllCases(
  'title,subject,short_description,message_title,alert_title,alertname,alert_name,alarm_name,rule_name,headline,full_name,path_with_namespace,display_name,name,error_class,exception_class,threat_name,malware_name,virus_name,malware,threat,virus,alert_rule,rule,trigger,problem,topic,title_text,summary,alert,alarm,incident_name,check_name,monitor_name,test_name,monitorFriendlyName,monitorname,node_name,job_name,workflow_name,workflow,pipeline,service_name,project_name,product_name,form_title,form_name,file_name,filename,original_filename,label,key,slug,number,order_number,invoice_number,identifier,iid,tag_name,tag,fullname,username,login,email,email_address,job,backup,check,task,monitor,friendly_name,stream,app,application,workspace_name,host_name,hostname,host,domain,device,sensor,door,gate,machine,printer,vehicle,service,site,server,instance,question,product,metric,repo,repository,full_ref,ref,device_name,device_id,ticker,symbol,monitor_url',
);
const NUMBERS = /^(?:number|iid|order_number|invoice_number)$/;

/** Matches the device or browser that a form reports. */
const IS_BROWSER = /safari|chrome|firefox|\bedge\b|iphone|ipad|android|windows|mac ?os|desktop|mobile/i;

/** Names are cut to this number of characters. */
const LONGEST_NAME = 140;

/** Fields of `metadata` with the sender's own name. */
const OF_SENDER = /^(?:product|service|app|application|site|server|instance)$/i;
/** Parts with meaningless names that hold an object's content. */
const INNER = ['fields', 'attributes', 'properties', 'metadata'];

type Named = { text: string; field: string } | undefined;

/** Cache of names, because each search for a named thing checks the same objects again. */
const known = new WeakMap<Dictionary, { named: Named }>();

/** Returns the name of an object and the name's field; undefined if the object has no name. */
export function nameIn(value: Dictionary, skip?: string): Named {
  if (skip !== undefined) return findName(value, skip);
  const found = known.get(value) ?? { named: findName(value) };
  known.set(value, found);
  return found.named;
}

function findName(value: Dictionary, skip?: string): Named {
  const own_ = ownName(value, skip);
  if (own_ && !isCodeField(own_.field)) return own_;
  for (const part of INNER) {
    const inner = own(value, part);
    const found = isDictionary(inner) ? ownName(inner) : undefined;
    if (found && !isCodeField(found.field) && !(part === 'metadata' && OF_SENDER.test(found.field)))
      return { text: found.text, field: part };
  }
  return own_;
}

export const isCodeField = (field: string) =>
  /^(?:key|number|order_number|invoice_number|iid|identifier|short_id|shortId|reference|slug)$/.test(field);

const CODE_FIELDS = [
  ...inAllCases(
    'key,identifier,iid,number,reference,doc_number,build-number,incident_number,ticket_number,short_id,run_number,build_number,issue_id,issue_key,build_num',
  ),
  'order_number',
  'invoice_number',
];

/**
 * Returns a thing's number or code, such as `#12` or `PROJ-4`; undefined if it has none.
 * @param what a description of the thing, because an invoice's number is not a payment's
 */
export function codeIn(value: Dictionary, what = ''): string | undefined {
  for (const field of CODE_FIELDS) {
    const raw = own(value, field);
    const whose = /^(order|invoice|incident|ticket|build|issue)_?(?:number|num|id|key)$/i.exec(field)?.[1];
    if (whose !== undefined && /payment|transaction|refund|charge|transfer|payout/.test(what) && !what.includes(whose))
      continue;
    if (typeof raw === 'number' && raw > 0 && raw < 1e7) return `#${raw}`;
    if (
      typeof raw === 'string' &&
      /^(?:#?\d{1,7}|[A-Z][A-Z0-9_]{0,14}-\d{1,7}|[A-Z]{2,5}\d{2,9}|[A-Z]{2,5}-\d{4}-\d{1,6})$/.test(raw)
    )
      return /^\d/.test(raw) ? `#${raw}` : raw;
  }
  // People call a commit by the first seven characters of its hash.
  const hash = /\bcommit$/.test(what) ? firstOwn(value, ['sha', 'hash', 'id', 'uuid', 'commit_id'], isText) : undefined;
  if (/^[\da-f]{40}$/.test(hash ?? '')) return hash?.slice(0, 7);
  // `channelOrderDisplayId` is made for display.
  const shown = entriesOf(value, 60).find(([name]) => /display_?(?:id|number|no)$/i.test(name))?.[1];
  return /^#?\d{1,7}$/.test(String(shown)) ? `#${String(shown).replace('#', '')}` : undefined;
}

/** True for a meeting, whose topic is its name, and whose host is a person. */
const isMeeting = (value: Dictionary): boolean =>
  own(value, 'topic') !== undefined &&
  entriesOf(value, 40).some(([name]) => /^(?:join_?url|start_?time|duration|host(?:_?id)?|participants)$/i.test(name));

const rankOfName = new Map(NAMES.map((name, rank) => [name, rank]));

/**
 * Returns the fields of an object that can hold its name, the best first.
 * @param isPerson true if the object has the parts of a person's name, which replace a user name
 */
const namingFields = (value: Dictionary, isPerson: boolean): string[] =>
  [
    ...new Set([
      ...entriesOf(value).flatMap(([name]) => (rankOfName.has(name) ? [name] : [])),
      ...(isPerson ? ['username'] : []),
    ]),
  ].sort((left, right) => (rankOfName.get(left) ?? 0) - (rankOfName.get(right) ?? 0));

function ownName(value: Dictionary, skip?: string): { text: string; field: string } | undefined {
  const person = nameOfParts(value);
  for (const field of namingFields(value, person !== undefined)) {
    // The title of a person with contact details is their job.
    const isJob =
      /^(?:title|headline)$/i.test(field) &&
      typeof own(value, field) === 'string' &&
      (nameOfParts(value) !== undefined || hasText(value, ['email', 'Email', 'phone']));
    if (
      person &&
      (isJob || (field === 'name' && typeof own(value, field) === 'string') || /^(?:username|login|email)/.test(field))
    )
      return { text: person, field };
    const raw = own(value, field);
    if (field === skip || (typeof raw !== 'string' && typeof raw !== 'number')) continue;
    // A text longer than a headline is a paragraph.
    if (String(raw).length > 2 * LONGEST_NAME) continue;
    const text =
      NUMBERS.test(field) && /^\d{1,12}$/.test(String(raw))
        ? `#${raw}`
        : titleWords(String(raw).slice(0, 2000), LONGEST_NAME);
    if (text === '' || (/^https?:\/\/\S*$/.test(text) && !/url$/.test(field))) continue;
    if (isMachineText(text) || /^\d{6,}$|^(?:mr|mrs|ms|dr|prof)\.?$/i.test(text) || text.length < 2) continue;
    if (/^(?:topic|trigger|problem)$/i.test(field) && !/\s/.test(text) && !isMeeting(value)) continue;
    // The tag or label of an email is not its name.
    if (
      /^(?:tag|label)$/i.test(field) &&
      ['Recipient', 'recipient', 'MessageID', 'message_id', 'Email'].some((each) => own(value, each) !== undefined)
    )
      continue;
    // `key: merchant_id` is an identifier for programs; `DEMO-12` is a name that people use.
    if (/^key$/i.test(field) && !/^[A-Z][A-Z\d_]*(?:-\d+)?$|\s/.test(text)) continue;
    if (/^(?:service|product|event|rule)$/i.test(field) && /^[A-Z]+(?:_[A-Z\d]+)+$/.test(text)) continue;
    if (/^invoice_?number$/i.test(field) && bookedOf(value) !== '') continue;
    if (/^device$/i.test(field) && IS_BROWSER.test(text)) continue;
    // The domain of a link is part of its address: `domain: go.example`, `short_url: https://go.example/x`.
    if (/^domain$/i.test(field) && entriesOf(value).some(([, url]) => String(url).startsWith(`https://${text}/`)))
      continue;
    // These user names identify no particular person.
    if (/^(?:user_?name|login)$/i.test(field) && /^(?:system|root|admin|bot|anonymous)$/i.test(text)) continue;
    const bare = /^https?:/.test(text) ? text.replace(/^https?:\/\/(?=[\w.-]+)|\/$/g, '') : text;
    // A state next to host and service is that of the service.
    const service = /^host(?:_?name)?$/i.test(field) ? own(value, 'service') : undefined;
    return {
      text: `${isText(service) && !text.includes(service) ? `${titleWords(service, 60)} on ` : ''}${bare || text}`,
      field,
    };
  }
  return person === undefined ? undefined : { text: person, field: 'first_name' };
}

/** Fields with the name of a customer, contact or the like. */
export const NAME_OF_ROLE = new RegExp(`^(?:${SOMEBODY})[_-]?(?:full[_-]?|display[_-]?)?name$`, 'i');

const DISPLAYED = inAllCases('display_name,name,full_name,fullname,real_name');
const HANDLES = inAllCases('login,username,user_name,nickname,email,email_address,principal_email,public_name,handle');

/** Returns a person's name for display, from a text or an object; undefined if no readable name is found. */
export function personName(value: unknown): string | undefined {
  if (typeof value === 'string') {
    if (
      /^\d{4}-\d\d-\d\d|^(?:system|root|bot|anonymous|no name)$|=[^\s=@]{0,200}@/i.test(value) ||
      isMachineText(value.slice(0, 200)) ||
      /^[a-z]+[_-]\d+$$/i.test(value) ||
      /^[A-Z]{2}\d{2,}[A-Za-z0-9]*[a-z]$/.test(value)
    )
      return undefined;
    const text = titleWords(value, 60).replace(/ <[^<>]*>$/, '');
    return text === '' || isMachineText(text) || /^(?:https?:|\d+$)/.test(text) ? undefined : text;
  }
  if (!isDictionary(value)) return undefined;
  const named = firstName(value, DISPLAYED);
  if (named) return named;
  const both = nameOfParts(value);
  if (both) return both;
  const called = entriesOf(value, 20).find(
    ([key, text]) => NAME_OF_ROLE.test(key) && typeof text === 'string' && personName(text) !== undefined,
  );
  if (called) return personName(called[1]);
  const handle = firstName(value, HANDLES);
  if (handle) return handle;
  const inner = firstOwn(value, ['user', 'profile'], isDictionary);
  return inner && personName(inner);
}

const GIVEN = inAllCases('name_first,first_name,firstname,given_name,fname');
const FAMILY = inAllCases('name_last,last_name,lastname,family_name,lname,surname');

/** Returns a person's name from its parts, in the object or in its `name`. */
export function nameOfParts(value: Dictionary): string | undefined {
  // `first` and `last` are parts of a name only for people.
  const isPerson = hasText(value, ['email', 'phone']) || (hasText(value, ['first']) && hasText(value, ['last']));
  const parts = [
    [...GIVEN, ...(isPerson ? ['first'] : [])],
    [...FAMILY, ...(isPerson ? ['last'] : [])],
  ].flatMap((names) => firstOwn(value, names, isText) ?? []);
  if (parts.length > 0) return titleWords(parts.join(' '), 60) || undefined;
  const inner = firstOwn(value, ['name', 'fullName', 'full_name'], isDictionary);
  return inner && (firstOwn(inner, ['full', 'fullName', 'full_name', 'display'], isText) ?? nameOfParts(inner));
}

const firstName = (value: Dictionary, fields: string[]): string | undefined =>
  fields
    .map((field) => (typeof value[field] === 'string' ? personName(value[field]) : undefined))
    .find((name) => name !== undefined);

/** True if `subject` is a person with an email address: some services use this name for the actor. */
export const isActing = (key: string, value: Dictionary): boolean =>
  key === 'subject' && typeof own(value, 'email') === 'string';

/** Fields with technical details, which never provide a name. */
export const SURROUNDINGS =
  /^(?:currency\w*|platform|\w*locale|\w*language|\w*country|time_?zone|\w*address|client|geo\w*|location|device|request|response|context|parent|user_?agent|browser|debug\w*|\w*(?:gateway|station)\w*|os|https?|ssl|ssh|tls|dns|\w*policy|security\w*|auth\w*)$/i;

/** True for a person, under any field name: `commentResolver: {username, fullName}`. */
const isReachable = (value: Dictionary): boolean =>
  hasText(value, ['username', 'userName', 'login', 'email', 'emailAddress']);

/** Returns the name of an object or of one inside it, up to `levels` deep, for things without a name. */
export function deepName(value: Dictionary, levels = 2): { text: string; field: string } | undefined {
  const found = nameIn(value);
  if (found || levels === 0) return found;
  for (const [key, inner] of entriesOf(value, levels > 1 ? 30 : 12)) {
    if (
      !isDictionary(inner) ||
      /^custom(?!er)|^(?:to|from|caller|callee|status|state|\d+)$/i.test(key) ||
      PEOPLE.test(key) ||
      IS_SOMEBODY.test(key) ||
      isPlace(key) ||
      SURROUNDINGS.test(key) ||
      key === 'source' ||
      isReachable(inner)
    )
      continue;
    const deep = deepName(inner, levels - 1);
    if (deep && deep.text.toLowerCase() !== key.toLowerCase()) return { text: deep.text, field: '' };
  }
  return undefined;
}

/** Returns a short text for an object, to show as a fact: its number, person or name. */
export function objectWords(value: Dictionary): string | undefined {
  return (
    personName(value) ??
    nameIn(value)?.text ??
    (typeof value.value === 'string' ? valueWords('value', value.value) : undefined)
  );
}
