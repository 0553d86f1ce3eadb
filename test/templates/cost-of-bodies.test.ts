import { describe, expect, it } from 'vitest';
import { FAMILIES_PER_TYPE, hostileFamilies } from '../../bench/support/hostile-bodies.ts';
import { cpuMsOfReading, type Reader, readers } from '../../bench/support/readers.ts';

/**
 * Sizes in UTF-16 units, and milliseconds of CPU below which the clock says little and nobody has to wait. What goes to a
 * target is cut at 100 KB, in a few parts that make it grow in steps.
 */
const BODY = { sizes: [32 * 1024, 256 * 1024], leastMs: 1 } as const;
const SENT = { sizes: [12 * 1024, 96 * 1024], leastMs: 2 } as const;
const GROWTH = 8;
/** Linear costs grow as the size does, quadratic ones by its square: between the two is room for what disturbs a run. */
const MOST = 3 * GROWTH;
/** What takes this long for the small size is not asked for the large one. */
const TOO_LONG_MS = 100;
/** A run that was disturbed is repeated. */
const TRIES = 6;

const families = hostileFamilies();
const types = [...new Set(families.map(({ type }) => type))];
const isSending = ({ name }: Reader) => name.startsWith('send to ');

const growsTooFast = async (reader: Reader, contentType: string, body: (length: number) => string) => {
  const { sizes, leastMs } = isSending(reader) ? SENT : BODY;
  const [small, large] = sizes;
  let ratio = Number.POSITIVE_INFINITY;
  for (let tries = 1; tries <= TRIES && ratio > MOST; tries++) {
    const before = Math.max(leastMs, await cpuMsOfReading(reader, body(small), contentType, { runs: tries }));
    if (before > TOO_LONG_MS) break;
    ratio = (await cpuMsOfReading(reader, body(large), contentType, { runs: tries })) / before;
  }
  return ratio > MOST ? ratio : undefined;
};

describe('reading what a stranger sent', () => {
  it.each(types)('takes time that grows no faster than the body, for any kind of body: %s', async (type) => {
    const own = families.filter((family) => family.type === type);
    expect(own).toHaveLength(FAMILIES_PER_TYPE);
    const tooFast: string[] = [];
    // A text looks the same to a target whatever its call was, so that one type's families do for all.
    for (const reader of readers.filter((each) => type === 'text' || !isSending(each))) {
      // Its first run loads and compiles what it needs.
      await reader.read('a', 'text/plain');
      for (const { name, contentType, body } of own) {
        const ratio = await growsTooFast(reader, contentType, body);
        if (ratio !== undefined)
          tooFast.push(`${reader.name}, ${name}: ${ratio.toFixed(0)} times for ${GROWTH} times the size`);
      }
    }
    expect(tooFast).toEqual([]);
  });
});
