import { priorityOf } from './fact-ranks.ts';
import { type Counting, countingOf } from './money.ts';
import type { Dictionary, Fact } from './outline.ts';

export interface Ranked extends Fact {
  rank: number;
  /** True for one of several measurements in an object. */
  isMeasured?: boolean;
}

export interface FactSource {
  /** The thing, then its surrounding objects. */
  levels: Dictionary[];
  /** Values that the headline and the paragraph already contain, in lower case. */
  told: string[];
  /** The found thing and its field's name, for its labels, if the event is about another thing. */
  other?: { value: Dictionary; name: string };
  /** True if the headline names the actor. */
  hasDoer: boolean;
  /** True if the headline names the place. */
  hasPlace: boolean;
  /** Names of fields already used. */
  used: Set<string>;
  /** The number of objects that can still be searched. */
  left?: number;
  /** Adds the facts of an inner object. It is passed here, because importing `collect` would be circular. */
  collect(level: Dictionary, source: FactSource, facts: Ranked[], place: Place): void;
}

/** A field's position: rank, depth, and the parent's name, which completes a label. */
export interface Place {
  rank: number;
  depth: number;
  prefix: string;
}

/** Cache of the units of money, so each payload is searched only once. */
const countings = new WeakMap<FactSource, Counting>();

/** Returns the unit of the payload's amounts. */
export function countingIn(source: FactSource): Counting {
  const known = countings.get(source) ?? countingOf(source.levels);
  countings.set(source, known);
  return known;
}

/** Adds a fact with its rank. Earlier fields rank slightly above later ones. */
export function add(facts: Ranked[], label: string, value: string, name: string, { rank, depth }: Place): void {
  if (label === '' || /^(?:to|cc|bcc|by|event|webhook)$/.test(value)) return;
  // A label of one or two letters says little, except for words such as `By`.
  const unclear = /^(?!By|To|No)[A-Z][a-z]?$/.test(label) ? 20 : 0;
  facts.push({
    label,
    value,
    rank: priorityOf(name, value) + rank - unclear - depth * 8 - Math.min(facts.length, 30) * 0.3,
  });
}
