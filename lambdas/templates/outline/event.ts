import { wordsOf } from '#contract/secret-words';
import { isNote, isTitle, nameOf, saysSomething } from './event-names.ts';
import { SHELL } from './find-thing.ts';
import { type EventWords, eventWords, pastOf, singular } from './grammar.ts';
import { type Dictionary, entriesOf, isDictionary, own } from './outline.ts';
import { inAllCases } from './word-lists.ts';

/** Headers that contain the event's name. */
export const EVENT_HEADER =
  /^(x-[a-z0-9-]*(event|topic)(-key|-type|-name)?|[a-z]+-(event|topic|resource|webhook-kind)(-key|-type|-name)?|ce-type)$/;
/** Payload fields with the event's name, the clearest first. */
const EVENT_FIELDS = inAllCases(
  'event,event.name,event.type,event_type,event-type,event-name,event_code,event_name,eventKey,event_key,object_kind,detail-type,webhookEvent,issue_event_type_name,trigger_event,trigger_type,notification_type,alert_type,webhook_type,resource_type,trigger_name,method,subscription_type,discriminator,type,kind,hook,topic,hook_name,record_type,subject_type,message_type,scope,category,description,field',
);
const ACTION_FIELDS = inAllCases(
  'action,event_action,event-action,alert_action,operation,change_type,activity,trigger,metric,verb,sub_type,subtype,op,aspect_type',
);
/** Fields that name the object of the action if the event itself does not. */
const ENTITY_FIELDS = inAllCases(
  'entity_type,object_type,resource_type,model,entity,table,object,item,module,resource,sobject,collection,scope,event_category,target',
);

/** Less common names of fields with the event's name. */
const NAMES_EVENT =
  /^(?:[a-z]+_)?(?:event|original|trigger(?:ed)?|occurrence)_(?:type|name|kind|slug)$|^(?:event|original|trigger)(?:Type|Name|Kind)$|^triggered_event$|^(?:object_class|type_?webhook|webhook_?template|(?:webhook|notify|hook|system)_event)$/i;

/** The event in the sender's words, split into parts. */
export interface Event extends EventWords {
  /** Fields that the event was taken from, so they aren't repeated as facts. */
  fields: string[];
}

const PUSH: Event = { noun: ['push'], verb: '', fields: [] };

/** Objects that some senders put the event into, next to the thing: `{"meta": {"event_name": …}, "data": {…}}`. */
const BESIDE = 'event meta metadata subscription message webhookInfo webhook_info event_info'.split(' ');

/**
 * Finds a call’s event in its headers, or in the fields of its payload or of the unwrapped object.
 * @param levels the payload and the objects that were unwrapped from it, the outermost first
 */
export function eventOf(headers: Record<string, string>, levels: Dictionary[]): Event | undefined {
  const header = Object.keys(headers).find((name) => EVENT_HEADER.test(name) && saysSomething(headers[name]));
  let named = header === undefined ? undefined : nameOf(headers[header]);
  let telling: string | undefined;
  const fields: string[] = [];
  const beside = levels.flatMap((level) =>
    [
      level,
      ...BESIDE.map((name) => own(level, name)),
      // `hook` counts only if it contains the event: `{"hook": {"event": "file.uploaded", …}, "data": {…}}`.
      typeof own(own(level, 'hook'), 'event') === 'string' ? own(level, 'hook') : undefined,
    ].filter(isDictionary),
  );
  // In `X-Event: device` with `event_type: sensor.offline`, the header only gives the thing's type.
  const isToldByHeader =
    named !== undefined &&
    (eventWords(named).verb !== '' ||
      wordsOf(named).length > 1 ||
      !beside.some((level) =>
        EVENT_FIELDS.some(
          (each) =>
            saysSomething(own(level, each)) &&
            !isTitle(each, level[each]) &&
            eventWords(nameOf(level[each]) ?? '').verb !== '',
        ),
      ));
  if (!isToldByHeader) named = undefined;
  for (const level of isToldByHeader ? [] : beside) {
    const said = EVENT_FIELDS.filter(
      (each) =>
        saysSomething(own(level, each)) &&
        !isTitle(each, level[each]) &&
        // The type of an alert's subject is not the event.
        (!/^resource_?type$/i.test(each) || typeof own(level, 'name') !== 'string') &&
        // `field` is the event only next to its value: `{"field": "leadgen", "value": {…}}`.
        (each.toLowerCase() !== 'field' || isDictionary(own(level, 'value'))),
    );
    if (said.length === 0) continue;
    // In `event: error_activity` with `eventType: CommentAdded`, the field with a verb is the event.
    fields.push(...said);
    named ??= withCode(level, said[0] as string, fields) ?? nameOf(level[said[0] as string]);
    if (eventWords(named ?? '').verb !== '') break;
    telling = said.map((each) => nameOf(level[each])).find((name) => eventWords(name ?? '').verb !== '');
    if (telling !== undefined) break;
  }
  let action: string | undefined;
  for (const level of beside) {
    const field = ACTION_FIELDS.find(
      (each) =>
        nameOf(own(level, each)) &&
        (each !== 'metric' || pastOf(String(level[each])) !== undefined) &&
        !isNote(String(level[each])) &&
        (!/^sub_?type$/i.test(each) || !/\s/.test(String(level[each])) || eventWords(String(level[each])).verb !== ''),
    );
    if (field === undefined) continue;
    action = nameOf(level[field]);
    fields.push(field);
    break;
  }
  if (named === undefined && action === undefined)
    return (
      eventOfOtherNames([...levels.map((level) => own(level, 'event_type')), ...levels].filter(isDictionary)) ??
      (levels.some((level) => ['commits', 'refChanges'].some((name) => Array.isArray(own(level, name))))
        ? PUSH
        : undefined) ??
      bareUpdate(levels) ??
      wholeEvent(levels)
    );
  const whole = named === undefined ? wholeEvent(levels) : undefined;
  if (whole) return { ...whole, fields };
  const main = eventWords(named ?? '');
  if (action !== undefined && main.noun.join(' ') === (named ?? '').toLowerCase()) main.verb = '';
  if (telling !== undefined && action === undefined) {
    const { noun, verb } = eventWords(telling);
    return { noun, verb, fields };
  }
  if (main.noun.length === 0 && (action !== undefined || main.verb !== '')) main.noun = entityOf(levels, fields);
  if (main.noun.length === 0 && action !== undefined && eventWords(action).noun.length === 0)
    main.noun = dependentOf(levels);
  if (action === undefined) return { ...main, fields };
  const more = eventWords(action);
  // In `workflow.triggered` with `action: send_email`, the action is the workflow's and not the event.
  if (
    main.verb !== '' &&
    main.noun.length > 0 &&
    more.verb !== '' &&
    !more.noun.every((word) => main.noun.includes(word))
  )
    return { ...main, fields };
  // `action: created` needs a noun, such as `issues`, but `action: issue.created` is complete.
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

/** `order.paid`, `user-joined`: a thing and a verb. */
const READS_LIKE_EVENT =
  /^[a-z_]{2,30}\.[a-z_]{2,30}$|^[a-z]{2,20}(?:-[a-z]{2,20}){0,2}-(?:[a-z]{2,20}ed|left|sent|paid)$/;

/** A path that ends with what happened: `/account/12/telephony/sessions`. */
const EVENT_PATH = /^\/.*\/[\d~][^/]*\/([a-z_-]{3,20}(?:\/[a-z_-]{3,20})?)$/;

/** Finds the event in a less common event field, or in `name` if its text reads like an event. */
function eventOfOtherNames(levels: Dictionary[]): Event | undefined {
  const [field, said] =
    levels
      .toReversed()
      .flatMap((level) => entriesOf(level, 60))
      .find(([key, text]) => NAMES_EVENT.test(key) && saysSomething(text) && !/\s/.test(String(text))) ?? [];
  if (field !== undefined) return { ...eventWords(nameOf(said) ?? ''), fields: [field] };
  for (const level of levels)
    for (const other of ['name', 'id', 'event']) {
      const text = String(own(level, other));
      const name = READS_LIKE_EVENT.test(text) ? text : EVENT_PATH.exec(text)?.[1];
      if (saysSomething(name) && (!/\.[a-z]{2,4}$/.test(text) || eventWords(text).verb !== ''))
        return { ...eventWords(String(name)), fields: [other] };
    }
  return undefined;
}

/** Joins `webhook_type: TRANSFER` with `webhook_code: RECURRING_CANCELLED`: the code is the event. */
function withCode(level: Dictionary, field: string, fields: string[]): string | undefined {
  const codeField = field.replace(/([_-]?)type$/i, (_, seam: string) => `${seam}${/T/.test(field) ? 'Code' : 'code'}`);
  const code = codeField === field ? undefined : nameOf(own(level, codeField));
  if (code === undefined || !/^[A-Z][A-Z_]+$/.test(code)) return undefined;
  fields.push(codeField);
  const type = wordsOf(String(level[field]));
  const rest = wordsOf(code).filter((word) => !type.map(singular).includes(singular(word)));
  return [...type, ...rest].join('_');
}

/** Accepts `type: update` as an event if the call contains the updated object. Otherwise the word means nothing. */
function bareUpdate(levels: Dictionary[]): Event | undefined {
  for (const level of levels)
    for (const field of ['type', 'event', 'event_type', 'eventType', 'action'])
      if (
        /^updated?$/i.test(String(own(level, field))) &&
        (entriesOf(level, 40).some(([, inner]) => isDictionary(inner)) || entityOf(levels, []).length > 0)
      )
        return { noun: entityOf(levels, []), verb: 'updated', fields: [field] };
  return undefined;
}

/** Finds the event in the name of the only outermost element, such as `<successful_payment_notification>`. */
function wholeEvent([outermost]: Dictionary[]): Event | undefined {
  const [only, second] = entriesOf(outermost ?? {}, 2);
  if (only === undefined || second !== undefined || !isDictionary(only[1])) return undefined;
  const { noun, verb } = eventWords(only[0]);
  return verb !== '' && noun.length > 0 ? { noun, verb, fields: [] } : undefined;
}

/** Finds a dependent object that the action is about: `comment` next to `action: deleted` and `issue`. */
function dependentOf(levels: Dictionary[]): string[] {
  for (const level of levels) {
    const objects = entriesOf(level, 40).filter(([, inner]) => isDictionary(inner));
    // In `{"action": "created", "user": {…}}`, the user is the only object and therefore the thing, not the actor.
    const [only, second] = objects;
    if (only && !second && isOfCall(level, levels) && /^(?:user|member|agent|account|customer|contact)$/i.test(only[0]))
      return wordsOf(only[0]);
    const found = objects.length > 1 ? objects.find(([key]) => DEPENDENT.test(key)) : undefined;
    if (found) return wordsOf(found[0]);
  }
  return [];
}

/** True if an object represents the whole call: it has the action, or is only the envelope. */
const isOfCall = (level: Dictionary, levels: Dictionary[]): boolean =>
  ACTION_FIELDS.some((field) => own(level, field) !== undefined) ||
  levels.some((each) => entriesOf(each, 40).some(([key, inner]) => inner === level && SHELL.test(key)));

const DEPENDENT = /^(?:[a-z]+_)?(?:comment|reply|reaction|review|worklog|work_?log|attachment)$/i;

/** Returns the noun of the affected object: `story` of `{entity_type: "story", action: "update"}`. */
function entityOf(levels: Dictionary[], fields: string[]): string[] {
  for (const level of levels
    .toReversed()
    .flatMap((each) => [each, own(each, 'event'), own(each, 'meta'), own(each, 'metadata')].filter(isDictionary))) {
    for (const field of ENTITY_FIELDS) {
      const value = own(level, field);
      const words = saysSomething(value) ? (nameOf(value) ?? '') : '';
      if (words === '' || /[\s/]/.test(words)) continue;
      fields.push(field);
      const { noun } = eventWords(words);
      return noun.length > 0 ? noun : wordsOf(words);
    }
  }
  return [];
}
