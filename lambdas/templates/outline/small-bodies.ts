import { isSecretField, wordsOf } from '#contract/secret-words';
import { labelOf } from './grammar.ts';
import { isShortId } from './id-facts.ts';
import { type Dictionary, entriesOf, type Fact, isDictionary } from './outline.ts';

/** Maximum number of leaves in a small payload, whose ids are shown. */
const FEW_LEAVES = 12;
/** Objects whose ids don't identify the call's subject. */
const OF_CALL =
  /^(?:|event|webhook|request|message|delivery|account|site|app|application|team|plugin|update|publisher|object|subject|resource|data|state|trigger|campaign|workspace|organi[sz]ation|tenant|server|instance|subscription|portal|project|client|shop|store|integration|channel|detail|group|token|transaction)$/;

interface Id {
  of: string[];
  value: string | number;
}

/** Collects an object's short ids with the names of their objects. Returns false if it has too many leaves. */
function idsOf(value: Dictionary, parents: string[], found: { leaves: number; ids: Id[] }, depth: number): boolean {
  return entriesOf(value).every(([name, inner]) => {
    if (Array.isArray(inner)) return false;
    if (isDictionary(inner)) return depth > 0 && idsOf(inner, wordsOf(name), found, depth - 1);
    const words = wordsOf(name);
    // In `pump: {id: 7}`, the id belongs to the pump.
    if (words.at(-1) === 'id' && isShortId(inner) && !isSecretField(name, inner))
      found.ids.push({ of: words.length === 1 ? parents : words.slice(0, -1), value: inner });
    return ++found.leaves <= FEW_LEAVES;
  });
}

/** Returns the ids of a small payload, labelled with their objects: `Seat ID: B4`. Empty for larger payloads. */
export function idsOfSmall(payload: Dictionary | undefined, told: Fact[]): Fact[] {
  const found = { leaves: 0, ids: [] as Id[] };
  if (payload === undefined || !idsOf(payload, [], found, 3)) return [];
  return found.ids.flatMap(({ of, value }) => {
    const label = `${labelOf(of.join('_'))} ID`;
    const isTold = told.some((fact) => fact.label === label || fact.value === String(value));
    return isTold || OF_CALL.test(of.at(-1) ?? '') ? [] : [{ label, value: String(value) }];
  });
}
