import { type Dictionary, isDictionary, own } from './outline.ts';
import { oneLine } from './signs.ts';
import { type EventWords, eventWords } from './words.ts';

/** Headers by which senders name their event. */
const EVENT_HEADER = /^(x-[a-z0-9-]*(event|topic)(-key|-type|-name)?|[a-z]+-(event|topic|resource)|ce-type)$/;
/** Fields by which payloads name it, the most telling first. */
const EVENT_FIELDS =
  'event,event_type,eventType,eventCode,event_code,event_name,eventName,eventKey,object_kind,detail-type,detailType,webhookEvent,issue_event_type_name,triggerEvent,trigger_event,notification_type,notificationType,alert_type,alertType,webhook_type,resource_type,subscriptionType,subscription_type,type,kind,topic,Type,hook_name,record_type,RecordType,subject_type,message_type'.split(
    ',',
  );
const ACTION_FIELDS =
  'action,event_action,event-action,operation,change_type,changeType,activity,trigger,verb,sub_type,subtype'.split(',');

/** Names that say only that there is an event. */
const SAYS_NOTHING =
  /^(?:event|events|webhook|hook|notification|message|update|alert|alerts|data|object|default|json|test_type|custom|generic|system|http|post|app|user|info|\d+|true|false|event_callback|cloudevent|text|image|audio|video|private|public|group|standard|basic|normal|unknown|other|none)$/i;

const nameOf = (value: unknown): string | undefined => {
  if (typeof value !== 'string') return undefined;
  const text = oneLine(value.slice(0, 300));
  // A sentence is a title, not the name of an event; a reverse domain keeps its last parts.
  if (
    text.length < 3 ||
    text.length > 80 ||
    /^[\d\s.:-]+$/.test(text) ||
    /^https?:/.test(text) ||
    text.split(' ').length > 5
  )
    return undefined;
  return text
    .replace(/^jira:/, '')
    .replace(/^[a-z-]{2,20}(?::[a-z-]{2,20})*:(?=[a-z]+[._][a-z])/, '')
    .replace(/^(?:com|org|io|net|dev|google|jira)[.:](?:[a-z0-9-]+\.){0,6}?(?=[a-z_]+[.:][\w.:-]+$)/i, '')
    .replace(/\.v\d+$/, '');
};

function saysSomething(value: unknown): boolean {
  const name = nameOf(value);
  if (name === undefined || SAYS_NOTHING.test(name)) return false;
  const { noun, verb } = eventWords(name);
  return verb !== '' || (noun.length > 0 && !SAYS_NOTHING.test(noun.join(' ')));
}

/** What happened, in the words of the sender, taken apart. */
export interface Event extends EventWords {
  /** Fields that are told by it, so that they are no facts. */
  fields: string[];
}

/**
 * The event of a call by its headers, else by the fields of its payload or of what was unwrapped from it.
 * @param levels the payload and the shells in it, the outermost first
 */
export function eventOf(headers: Record<string, string>, levels: Dictionary[]): Event | undefined {
  const header = Object.keys(headers).find((name) => EVENT_HEADER.test(name) && saysSomething(headers[name]));
  let named = header === undefined ? undefined : nameOf(headers[header]);
  const fields: string[] = [];
  // Some keep it beside the thing: `{"meta": {"event_name": …}, "data": {…}}`.
  const beside = levels.flatMap((level) => [level, own(level, 'meta'), own(level, 'metadata')].filter(isDictionary));
  for (const level of named === undefined ? beside : []) {
    const field = EVENT_FIELDS.find((each) => saysSomething(own(level, each)));
    if (field === undefined) continue;
    named = nameOf(level[field]);
    fields.push(field);
    break;
  }
  let action: string | undefined;
  for (const level of levels) {
    const field = ACTION_FIELDS.find((each) => nameOf(own(level, each)));
    if (field === undefined) continue;
    action = nameOf(level[field]);
    fields.push(field);
    break;
  }
  if (named === undefined && action === undefined) return undefined;
  const main = eventWords(named ?? '');
  if (action === undefined) return { ...main, fields };
  const more = eventWords(action);
  // `action: created` beside `issues`; `action: issue.created` says it all.
  const verb = [more.noun.length > 0 && more.verb === '' ? more.noun.join(' ') : '', more.verb]
    .filter((part) => part !== '')
    .join(' ');
  const noun = main.noun.length > 0 ? main.noun : more.verb === '' ? [] : more.noun;
  return {
    noun,
    verb: verb === main.verb || main.verb === '' || main.noun.length > 0 ? verb || main.verb : main.verb,
    fields,
  };
}
