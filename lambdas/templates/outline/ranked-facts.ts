import { wantedness } from './fact-ranks.ts';
import { type Counting, countingOf } from './money.ts';
import type { Dictionary, Fact } from './outline.ts';

export interface Ranked extends Fact {
  rank: number;
  /** One of several numbers that belong together. */
  isMeasured?: boolean;
}

export interface FactSource {
  /** The thing, then its surroundings. */
  levels: Dictionary[];
  /** Values that the headline and the paragraph already contain, in lower case. */
  told: string[];
  /** The found thing, by the name of its field, if the event is of another: its state is its own. */
  other?: { value: Dictionary; name: string };
  /** True if the headline says who did it, and where it is. */
  hasDoer: boolean;
  hasPlace: boolean;
  /** Fields that were used, by name. */
  used: Set<string>;
  /** The number of further objects that are searched: the important ones come first. */
  left?: number;
  /** Adds the facts of an object inside: `collect`, handed in because it uses lists and objects itself. */
  collect(level: Dictionary, source: FactSource, facts: Ranked[], place: Place): void;
}

/** The place of a field: its rank, its depth, and the name that completes its own. */
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
  facts.push({ label, value, rank: wantedness(name, value) + rank - depth * 8 - Math.min(facts.length, 30) * 0.3 });
}
