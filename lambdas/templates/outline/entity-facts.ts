import { oneLine } from './characters.ts';
import type { Entity } from './entity.ts';
import { type EntityWords, wordsOfEntity } from './entity-words.ts';
import { anyFacts, factsOf, MAX_FACTS, rawFacts } from './facts.ts';
import { idFacts, longId, quotedFact } from './id-facts.ts';
import { codeIn, IS_SOMEBODY } from './names.ts';
import { entriesOf, type Fact, hasText, isDictionary, own } from './outline.ts';
import { sentenceFields } from './sentences.ts';
import { idsOfSmall } from './small-bodies.ts';
import { findWords, STATE_FIELDS } from './states.ts';

/** An entity's facts, and its title, which is the first fact if nothing else names the thing. */
interface EntityFacts {
  title: string;
  facts: Fact[];
  /** True if the call says nothing to a person, so its facts are data for programs. */
  isMute: boolean;
}

/** Lists what the title and the text have not told yet. */
export function factsOfEntity(
  entity: Entity,
  words: EntityWords,
  { isOneOfMany, hasLink }: { isOneOfMany: boolean; hasLink: boolean },
): EntityFacts {
  const { levels, event, named, kind } = entity;
  const { text, isNameless } = words;
  const facts = factsBeside(entity, words);
  addPeople(entity, words.title, facts);
  // Without a headline, the first fact is better than "a call arrived".
  const lead = isNameless ? facts.shift() : undefined;
  if (!lead && isNameless && text === '') facts.push(...anyFacts(levels));
  const code = codeIn(entity.thing.value, wordsOfEntity(entity).toLowerCase());
  if (code === undefined && facts.length < MAX_FACTS && !isOneOfMany) {
    const told = [words.title.toLowerCase(), text.toLowerCase(), ...facts.map(({ value }) => value.toLowerCase())];
    facts.push(...quotedFact(levels, told.join('\n')));
  }
  const untold = (ids: Fact[]) => ids.filter(({ value }) => !facts.some((fact) => fact.value === value));
  // The title only gives the thing's category, so ids help to identify it.
  if (named === undefined && !lead && code === undefined && !hasLink)
    facts.push(
      ...untold(idFacts(levels, event?.noun.join(' ') || kind, { facts: facts.length, text, isOther: entity.isOther })),
    );
  if (
    named === undefined &&
    code === undefined &&
    !isOneOfMany &&
    entity.thing.more === 0 &&
    !hasLink &&
    !facts.some(({ label }) => /(?:^| )ID$/.test(label))
  ) {
    const isEvent =
      (levels.length === 1 && event !== undefined) ||
      own(levels[1], 'event') === levels[0] ||
      hasText(levels[0], ['event', 'event_type', 'eventType', 'event_name']);
    facts.push(
      ...untold(
        longId(levels, event?.noun.length ? event.noun : [kind], {
          isEvent,
          isAlone: facts.length === 0 && text === '',
        }),
      ),
    );
  }
  if (named === undefined && !isOneOfMany && text === '' && !hasLink && facts.length < 3)
    facts.push(...idsOfSmall(levels.at(-1), facts));
  const isMute = isNameless && !lead && text === '' && facts.length === 0 && !hasLink;
  // If there is nothing else, show data for programs.
  if (isMute) facts.push(...rawFacts(levels));
  const ofLead = lead && (lead.label === '' ? lead.value : `${lead.label}: ${lead.value}`);
  return { title: ofLead ?? words.title, facts, isMute };
}

/** The facts in the fields that neither title nor text has used. */
function factsBeside(entity: Entity, words: EntityWords): Fact[] {
  const { thing, levels, place, by, isOther } = entity;
  const { title, text } = words;
  const [inmost, ...outer] = levels;
  return factsOf({
    // Fields next to a refund's payment belong to the refund.
    levels: isOther && inmost && outer[0] ? [outer[0], inmost, ...outer.slice(1)] : levels,
    hasDoer: by !== undefined && title.includes(by),
    hasPlace: place !== undefined,
    ...(isOther && !IS_SOMEBODY.test(thing.name) && { other: { value: thing.value, name: thing.name } }),
    used: new Set([...usedFields(entity, words), ...sentenceFields(levels)]),
    told: [title.toLowerCase(), ...(text ? [oneLine(text).toLowerCase()] : [])],
  });
}

/** The fields that title and event have used. */
function usedFields({ thing, event, named, said, state, isOther }: Entity, { title, hasHeadline }: EntityWords) {
  const used = new Set(event?.fields ?? []);
  if (named && typeof own(thing.value, named.field) !== 'object') used.add(named.field);
  // Unwrapping may have copied the thing, so its field is recognised by its name.
  if (isDictionary(own(thing.around[0], thing.name))) used.add(thing.name);
  for (const [name, inner] of entriesOf(thing.around[0] ?? {}))
    if (Array.isArray(inner) && inner.length === 1 && inner[0] === thing.value) used.add(name);
  const isTold = () => {
    const { text, isNews } = findWords(state?.text ?? '');
    return text.split(' ').every((word) => title.toLowerCase().includes(word)) || !isNews || !hasHeadline;
  };
  const isOld = said !== state || (isOther && IS_SOMEBODY.test(thing.name));
  if (isOld || (state && !isOther && isTold()))
    for (const field of state ? [...STATE_FIELDS, state.field] : STATE_FIELDS) {
      const inner = own(thing.value, field);
      if (field !== 'status' || !isDictionary(inner) || entriesOf(inner, 5).length < 5) used.add(field);
    }
  return used;
}

/** Labels the two people of an event, and leaves out those in the title. */
function addPeople({ pair }: Entity, title: string, facts: Fact[]): void {
  for (const role of [pair?.concerned, pair?.doer].filter((each) => each !== undefined)) {
    const at = facts.findIndex(({ value }) => value === role.name);
    const isTold = title.includes(role.name);
    if (at >= 0) facts.splice(at, 1, ...(isTold ? [] : [{ label: role.label, value: role.name }]));
    else if (!isTold) facts.unshift({ label: role.label, value: role.name });
  }
}
