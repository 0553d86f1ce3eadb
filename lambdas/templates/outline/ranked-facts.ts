import { priorityOf } from './fact-ranks.ts';
import { type Counting, countingOf } from './money.ts';
import type { Dictionary, Fact } from './outline.ts';

export interface Ranked extends Fact {
  rank: number;
  /** One of several numbers in a group. */
  isMeasured?: boolean;
}

export interface FactSource {
  /** The thing, then its surrounding objects. */
  levels: Dictionary[];
  /** Values that the headline and the paragraph already contain, in lower case. */
  told: string[];
  /** The found thing, by its field's name, if the event is about another thing: its state is separate. */
  other?: { value: Dictionary; name: string };
  /** True if the headline names actor and place. */
  hasDoer: boolean;
  hasPlace: boolean;
  /** Names of fields already used. */
  used: Set<string>;
  /** The number of further objects that are searched; the important ones come first. */
  left?: number;
  /** Adds the facts of an inner object: `collect`, a parameter because it uses lists and objects itself. */
  collect(level: Dictionary, source: FactSource, facts: Ranked[], place: Place): void;
}

/** The place of a field: its rank, its depth, and the name that completes it. */
export interface Place {
  rank: number;
  depth: number;
  prefix: string;
}

/** Searched once for the whole payload, and not for each amount. */
const countings = new WeakMap<FactSource, Counting>();

/** The service's unit of money. */
export function countingIn(source: FactSource): Counting {
  const known = countings.get(source) ?? countingOf(source.levels);
  countings.set(source, known);
  return known;
}

/** A fact with its rank: earlier fields count a little more than later ones. */
export function add(facts: Ranked[], label: string, value: string, name: string, { rank, depth }: Place): void {
  if (label === '' || /^(?:to|cc|bcc|by)$/.test(value)) return;
  facts.push({ label, value, rank: priorityOf(name, value) + rank - depth * 8 - Math.min(facts.length, 30) * 0.3 });
}
