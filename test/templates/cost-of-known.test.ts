import { describe, expect, it } from 'vitest';
import { cpuMsOfReading, type Reader } from '../../bench/support/readers.ts';
import { readyMadeFor } from '../../lambdas/templates/ready-made/index.ts';
import { render } from '../../lambdas/templates/render.ts';
import { factsOf, knownCalls } from './ready-made-calls.ts';

/** Pieces whose repetition makes a regular expression restart again and again without finding an end. */
const PIECES = ['<', '(https:', '"destination": [', '[![', '<event><service><name>', '\n'];
const SIZES = [4 * 1024, 32 * 1024] as const;
/** Large texts that need fewer CPU milliseconds are not examined further. Quadratic ones need hundreds. */
const FAST_MS = 40;
/** Linear costs grow eightfold, quadratic ones sixty-four-fold. */
const MOST = 24;
const TRIES = 6;

/** The paths of all texts in a payload. */
const textsOf = (value: unknown, before: string[] = []): string[][] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, inner]) =>
        typeof inner === 'string' ? [[...before, name]] : textsOf(inner, [...before, name]),
      );

/** A call’s body with another text in one place. Text that looks like JSON keeps its identifying beginning. */
function bodyWith(body: object, path: readonly string[], text: string): string {
  const copy = structuredClone(body);
  let holder = copy as Record<string, unknown>;
  for (const name of path.slice(0, -1)) holder = holder[name] as Record<string, unknown>;
  const last = path.at(-1) as string;
  const known = String(holder[last]);
  holder[last] = (known.startsWith('{') ? known.slice(0, 20) : '') + text;
  return JSON.stringify(copy);
}

const repeated = (piece: string, length: number) => piece.repeat(Math.ceil(length / piece.length));

/** The ratio of the costs at both sizes if they grow more than linearly; undefined otherwise. */
async function growthOf(reader: Reader, bodyOf: (length: number) => string): Promise<number | undefined> {
  const [small, large] = SIZES;
  if ((await cpuMsOfReading(reader, bodyOf(large), 'application/json', { runs: 1 })) < FAST_MS) return undefined;
  let ratio = Number.POSITIVE_INFINITY;
  for (let tries = 1; tries <= TRIES && ratio > MOST; tries++) {
    const before = Math.max(1, await cpuMsOfReading(reader, bodyOf(small), 'application/json', { runs: tries }));
    ratio = (await cpuMsOfReading(reader, bodyOf(large), 'application/json', { runs: tries })) / before;
  }
  return ratio > MOST ? ratio : undefined;
}

describe('a hostile body in the name of a known sender', () => {
  const senders = Map.groupBy(
    knownCalls.filter(({ body }) => typeof body === 'object'),
    (call) => readyMadeFor(factsOf(call))?.sender ?? '',
  );

  it.each([...senders.keys()])('takes time at most linear in each of its texts: %s', async (sender) => {
    const slow: string[] = [];
    const seen = new Set<string>();
    for (const { headers, body } of senders.get(sender) ?? []) {
      const id = readyMadeFor(factsOf({ headers, body }))?.id;
      for (const path of textsOf(body)) {
        const place = `${id} ${path.filter((name) => !/^\d+$/.test(name)).join('.')}`;
        if (seen.has(place)) continue;
        seen.add(place);
        // Two of the pieces for each text, so a sender's texts get all of them.
        for (const piece of PIECES.filter((_, index) => index % 3 === seen.size % 3)) {
          const read = (text: string) => {
            const facts = { ...factsOf({ headers, body }), body: text };
            return render({ ...facts, template: readyMadeFor(facts)?.template ?? '' });
          };
          const reader: Reader = { name: sender, where: 'renderer', read };
          const ratio = await growthOf(reader, (length) => bodyWith(body as object, path, repeated(piece, length)));
          if (ratio !== undefined) slow.push(`${place} ${piece}: ${ratio.toFixed(0)} times`);
        }
      }
    }
    expect(slow).toEqual([]);
  });
});
