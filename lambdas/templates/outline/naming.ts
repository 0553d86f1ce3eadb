import type { Event } from './event.ts';
import { deepName, nameIn, objectWords, PEOPLE, PLACES, personName } from './find-thing.ts';
import { type Dictionary, entriesOf, isDictionary, own } from './outline.ts';
import { oneLine } from './signs.ts';
import { isMachineText, titleWords } from './values.ts';

/** What the thing is called: by a field of its own, by what it is about, or by the person it belongs to. */
export function nameOfThing(value: Dictionary, levels: Dictionary[], event: Event | undefined) {
  const skip = event?.fields.find((field) => /^(?:name|subject|type|title)$/i.test(field));
  // `pulse_name` of a pulse.
  const noun = event?.noun.at(-1);
  for (const field of noun ? [`${noun}_name`, `${noun}Name`, `${noun}_title`, `${noun}Title`] : []) {
    const text = own(value, field);
    if (typeof text === 'string' && text.trim() !== '') return { text: titleWords(text, 140), field };
  }
  const direct = nameIn(value, skip);
  if (direct) return direct;
  const mail = oneLine(String(own(value, 'from') ?? own(value, 'From') ?? '')).slice(0, 100);
  if (mail !== '' && typeof own(value, 'text') === 'string') return undefined;
  // A comment is named by what it is about, which stands beside it.
  for (const level of levels.slice(1, 4)) {
    for (const [key, inner] of entriesOf(level, 40)) {
      if (
        !isDictionary(inner) ||
        inner === value ||
        PEOPLE.test(key) ||
        PLACES.test(key) ||
        /^(?:meta|metadata|_?links)$/i.test(key)
      )
        continue;
      const found = nameIn(inner);
      if (found) return { text: found.text, field: '' };
    }
    const found = nameIn(level, skip);
    if (found && !/^(?:username|login|email|repository|repo|project_name|site|service|ref)/.test(found.field))
      return found;
  }
  const deep = deepName(value) ?? namedBySuffix(value);
  if (deep) return deep;
  const person = levels
    .flatMap((level) => entriesOf(level, 40))
    .find(
      ([key, inner]) =>
        isDictionary(inner) && /^(?:customer|member|contact|lead|account|person|profile|subscriber)$/i.test(key),
    );
  const known = person
    ? objectWords(person[1] as Dictionary)
    : event
      ? undefined
      : personName({ ...levels[0], name: undefined });
  return known === undefined ? undefined : { text: known, field: '' };
}

/** `project-name`, `workspace_name`: what the first such field says. */
function namedBySuffix(value: Dictionary): { text: string; field: string } | undefined {
  for (const [field, text] of entriesOf(value, 40)) {
    if (
      typeof text !== 'string' ||
      !/[a-z](?:[_-]name|Name)$/.test(field) ||
      /^(?:user|first|last|nick|family|given|middle|sender|author|event|display|domain|class|type)/i.test(field)
    )
      continue;
    const shown = titleWords(text, 100);
    if (shown !== '' && !isMachineText(shown)) return { text: shown, field };
  }
  return undefined;
}

/** The repository, the project, the application something happened in. */
export function placeOf(levels: Dictionary[]): string | undefined {
  for (const name of [
    'repository',
    'repo',
    'project',
    'site',
    'application',
    'app',
    'board',
    'space',
    'form',
    'workspace',
    'organization',
  ]) {
    for (const level of levels) {
      const value = own(level, name);
      if (level === value || value === levels[0]) continue;
      const found = isDictionary(value)
        ? nameIn(value)?.text
        : typeof value === 'string' && !isMachineText(value) && !/^https?:/.test(value)
          ? titleWords(value, 60)
          : undefined;
      if (found && found.length <= 60) return found;
    }
  }
  return undefined;
}

/** Who did it. */
export function doerOf(levels: Dictionary[]): string | undefined {
  const names = [
    'sender',
    'memberCreator',
    'actor',
    'triggered_by',
    'triggeredBy',
    'performed_by',
    'initiator',
    'performer',
    'deployer',
    'created_by',
    'createdBy',
    'updated_by',
    'user',
    'author',
    'pusher',
    'creator',
    'committer',
    'user_name',
    'userName',
    'user_username',
    'username',
    'login',
    'by',
  ];
  for (const name of names) {
    for (const level of levels.toReversed()) {
      const value = own(level, name);
      if (value === levels[0]) continue;
      const found = personName(value);
      if (found) return found;
    }
  }
  return undefined;
}

const KEYS = [
  'dedup_key',
  'dedupKey',
  'dedupe_key',
  'incident_key',
  'alias',
  'groupKey',
  'fingerprint',
  'key',
  'id',
  'uuid',
  '_id',
  'number',
  'iid',
];

/** What later calls about the same thing share. */
export function keyOf(levels: Dictionary[]): string | undefined {
  for (const level of levels) {
    for (const name of KEYS) {
      const value = own(level, name);
      if ((typeof value === 'string' && value !== '' && value.length <= 200) || typeof value === 'number')
        return String(value);
    }
  }
  return undefined;
}
