import { OF_CHANGES } from './changes.ts';
import type { Event } from './event.ts';
import { capital } from './grammar.ts';
import { DONE_BY } from './headline.ts';
import { IS_SOMEBODY, isActing, NAME_OF_ROLE, nameOfParts, objectWords, personName, SOMEBODY } from './names.ts';
import { type Dictionary, entriesOf, hasText, isDictionary, own } from './outline.ts';
import { inAllCases } from './word-lists.ts';

/** The name of a thing. */
export interface Naming {
  text: string;
  /** The field with the name; empty if the name was found elsewhere. */
  field: string;
  isPerson?: boolean;
  /** True if the name lists several things of one type. */
  isList?: boolean;
  /** The person's role, from a field's name: `customer`. */
  role?: string;
}

/** Matches fields with a person's user name or email address. */
export const PERSONAL = /^(?:user_?name|login|email|email_?address)$/i;
/** Nouns for people, which a person's name can follow in a headline. */
export const IS_OF_PEOPLE = new RegExp(
  `(?:^| )(?:${SOMEBODY}|follower|person|people|player|friend|owner|agent|author|session|identity|login)$`,
);

const MAIL_OF_SOMEBODY = new RegExp(`^(?:${SOMEBODY})[_-]?e?mail(?:[_-]?address)?$`, 'i');
/** Matches the id of a person, next to which `account_email` is the sender's own account. */
const ID_OF_SOMEBODY = new RegExp(`^(?!account)(?:${SOMEBODY})[_-]?id$`, 'i');

/** Finds the affected person, such as the customer or the signer, in an object or in fields such as `customer_name`. */
export function personAmong(levels: Dictionary[], event: Event | undefined): Naming | undefined {
  const inside = entriesOf(levels[0] ?? {}, 40).flatMap(([, inner]) => (isDictionary(inner) ? [inner] : []));
  for (const level of [...levels, ...inside]) {
    const entries = entriesOf(level, 60);
    const object = entries.find(([key, inner]) => IS_SOMEBODY.test(key) && isDictionary(inner));
    const known =
      (object && (personName(object[1]) ?? objectWords(object[1] as Dictionary))) ??
      nameInParts(entries) ??
      personName(
        entries.find(([key, text]) => NAME_OF_ROLE.test(key) && typeof text === 'string')?.[1] ??
          entries.find(
            ([key, text]) =>
              MAIL_OF_SOMEBODY.test(key) &&
              typeof text === 'string' &&
              !(/^account/i.test(key) && entries.some(([other]) => ID_OF_SOMEBODY.test(other))),
          )?.[1],
      );
    // The headline names this person as the actor.
    if (known !== undefined && isDoer(known, levels, event)) return undefined;
    const role = object?.[0] ?? entries.map(([key]) => NAMES_ROLE.exec(key)?.[1]).find((each) => each !== undefined);
    if (known !== undefined) return { text: known, field: '', isPerson: true, ...(role !== undefined && { role }) };
  }
  const self = event
    ? undefined
    : personName(Object.fromEntries(entriesOf(levels[0] ?? {}).filter(([name]) => name !== 'name')));
  return self === undefined ? undefined : { text: self, field: '', isPerson: true };
}

const NAMES_ROLE = new RegExp(`^(${SOMEBODY})[_-]?(?:(?:first|given|full|display)[_-]?)?name$`, 'i');
const GIVEN_OF_SOMEBODY = new RegExp(`^(${SOMEBODY})[_-]?(?:first|given)[_-]?name$`, 'i');

/** Returns a person's name from fields such as `lead_first_name` and `lead_last_name`. */
function nameInParts(entries: [string, unknown][]): string | undefined {
  const given = entries.find(([key, text]) => GIVEN_OF_SOMEBODY.test(key) && typeof text === 'string');
  const before = given && GIVEN_OF_SOMEBODY.exec(given[0])?.[1]?.toLowerCase();
  const family = entries.find(
    ([key]) =>
      before !== undefined && key.toLowerCase().startsWith(before) && /[_-]?(?:last|family)[_-]?name$/i.test(key),
  );
  return given && personName(`${String(given[1])} ${typeof family?.[1] === 'string' ? family[1] : ''}`.trim());
}

const isDoer = (name: string, levels: Dictionary[], event: Event | undefined): boolean =>
  event !== undefined &&
  DONE_BY.test(`${event.noun.join(' ')} ${event.verb}`.trim()) &&
  actorOf(levels, event.verb)?.toLowerCase() === name.toLowerCase();

/** True if an object's name is a person's name, because the object has contact details. */
export const isSomebody = (value: Dictionary, { text, field }: Naming): boolean =>
  PERSONAL.test(field) ||
  text === nameOfParts(value) ||
  (/name$/i.test(field) &&
    !/[#\d]/.test(text) &&
    hasText(value, ['email', 'emailAddress', 'email_address', 'Email', 'phone', 'phone_number']));

/** Verbs whose actor is the thing's creator. Other events, such as `closed`, can have another actor. */
const OF_MAKING =
  /^(?:|(?:re)?opened|created|added|submitted|posted|written|commented|requested|uploaded|reported|filed|sent|pushed|replied|placed|booked|registered|forked|mentioned)$/;
/** Things whose `user` is the person who gets them, not the one who made them. */
const OF_A_PERSON = /^(?:enroll?ment|membership|certificate|licen[cs]e|entitlement)$/;
const MAKERS = /^(?:author|creator|created_?by|memberCreator|committer|author_name|created_by_name|owner)$/i;

/** Fields that name the actor, the most certain first. */
const ACTORS = inAllCases(
  'sender,member_creator,actor,triggered_by,performed_by,initiator,from,performer,deployer,created_by,updated_by,changed_by,user,author,pusher,creator,committer,pusher_name,actor_name,author_name,sender_name,created_by_name,user_full_name,user_name,user_username,username,login,by,subject',
);

/**
 * Returns the actor's name; undefined if the call names none.
 * @param verb the event's verb; if empty, any field with a person counts
 * @param noun the last word of the event's noun
 */
export function actorOf(levels: Dictionary[], verb = '', noun = ''): string | undefined {
  const isMade = OF_MAKING.test(verb) && !OF_A_PERSON.test(noun);
  for (const name of [...(verb === '' ? [] : [`${verb}_by`, `${verb}By`]), ...ACTORS]) {
    for (const level of levels.toReversed()) {
      const value = own(level, name);
      // A `subject` without an email address is a topic or a thing, not a person.
      if (name === 'subject' && !(isDictionary(value) && isActing(name, value))) continue;
      // The sender of a document is not its signer.
      if (/^sender/.test(name) && /^(?:sign|view|read|click)/.test(verb)) continue;
      // A parcel and its letter are not sent by the person whose address they bear.
      if (name === 'from' && typeof own(level, 'to') === 'object') continue;
      if (value === levels[0] || (!isMade && MAKERS.test(name))) continue;
      // The `user` of a thing is its owner, not the actor.
      if (!isMade && name === 'user' && level === levels[0] && levels.length > 1) continue;
      const found = personName(value);
      if (found) return found;
    }
  }
  // A list of changes can contain the actor: `history_items: [{field, before, after, user}]`.
  for (const [name, list] of levels.flatMap((level) => entriesOf(level, 40)))
    if (OF_CHANGES.test(name) && Array.isArray(list)) {
      const found = personName(own(list[0], 'user') ?? own(list[0], 'author'));
      if (found) return found;
    }
  return undefined;
}

/** A person who acted or is affected, named by their role. */
interface Role {
  label: string;
  name: string;
}

/** The actor and the affected person, if distinguished: `blocker` and `blocked`, `inviter` and `invitee`. */
export interface Pair {
  doer?: Role;
  concerned?: Role;
  /** True if the event is this action, not another event with the same two people. */
  isDeed: boolean;
}

const ROLE =
  /^([a-z]{3,14}?)(er|or|ee|ed)(?:[_-]?(?:user|member|person|account|profile|contact|customer)?[_-]?(?:name|full_?name|username|email)?)?$/i;
/** Returns the stem of an action, which is the same in all its spellings: `referr` and `refer`, `bann` and `ban`. */
const stemOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/(.)\1$/, '$1')
    .replace(/(?:at)?e?$/, '');

/** Matches the field of an actor: `blocked_by`, `invitedByName`. */
const ROLE_BY =
  /^([a-z]{3,14}?)(?:ed|en)?[_-]?by(?:[_-]?(?:user|member|person))?(?:[_-]?(?:full_?)?name|[_-]?email)?$/i;
/** Roles whose words don't show who acted and who was affected. */
const PARTS: Record<string, 'doer' | 'concerned'> = {
  seller: 'doer',
  lender: 'doer',
  sender: 'doer',
  from: 'doer',
  actor: 'doer',
  buyer: 'concerned',
  borrower: 'concerned',
  recipient: 'concerned',
  receiver: 'concerned',
  to: 'concerned',
  target: 'concerned',
};
const PART = new RegExp(`^(${Object.keys(PARTS).join('|')})(?:[_-]?(?:user|member|account))?(?:[_-]?name)?$`, 'i');

/**
 * Finds the acting and the affected person in a call's fields.
 * @param verb the event's verb, such as `blocked`; if it matches the roles, one of the two people is enough
 * @param noun the event's noun, a person or a thing
 */
export function pairIn(levels: Dictionary[], verb: string, noun: string[]): Pair | undefined {
  const isOfPeople = noun.some((word) => IS_OF_PEOPLE.test(word));
  const deed = stemOf(/^([a-z]{3,14}?)(?:ed)$/i.exec(verb)?.[1] ?? '');
  for (const level of levels) {
    const roles = new Map<string, Pick<Pair, 'doer' | 'concerned'>>();
    for (const [key, value] of entriesOf(level, 60)) {
      const part = isOfPeople ? PART.exec(key)?.[1] : undefined;
      const by = ROLE_BY.exec(key)?.[1];
      const [, before = part ?? by ?? '', ending = by && 'ed by'] =
        (part ?? by) === undefined ? (ROLE.exec(key) ?? []) : [];
      const name =
        before === '' || /^(?:[tT]rue|[fF]alse|[yY]es|[nN]o|\d+|[A-Z_]+)$/.test(String(value))
          ? undefined
          : personName(value);
      if (name === undefined) continue;
      const stem = part === undefined ? stemOf(before) : 'part';
      const side = part ? PARTS[part.toLowerCase()] : /^(?:[eo]r|ed by)$/i.test(ending ?? '') ? 'doer' : 'concerned';
      if (side === undefined) continue;
      const label = capital(`${before}${ending ?? ''}`.toLowerCase());
      roles.set(stem, { [side]: { label, name }, ...roles.get(stem) });
    }
    for (const [stem, { doer, concerned }] of roles)
      if ((doer && concerned) || stem === deed)
        return { ...(doer && { doer }), ...(concerned && { concerned }), isDeed: stem === deed };
  }
  return undefined;
}
