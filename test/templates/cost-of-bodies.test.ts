import { describe, expect, it } from 'vitest';
import { FAMILIES_PER_TYPE, hostileFamilies } from '../../bench/support/hostile-bodies.ts';
import { cpuMsOfReading, type Reader, readers } from '../../bench/support/readers.ts';

/**
 * Sizes in UTF-16 units, and the minimum CPU milliseconds that the clock measures reliably. Sent text is cut at 100 KB
 * into a few parts, so its cost grows in steps.
 */
const BODY = { sizes: [32 * 1024, 256 * 1024], leastMs: 1 } as const;
const SENT = { sizes: [12 * 1024, 96 * 1024], leastMs: 2 } as const;
const GROWTH = 8;
/** Linear costs grow like the size, quadratic ones like its square. The limit in between allows for disturbances. */
const MOST = 3 * GROWTH;
/** Bodies that take this long at the small size are not tested at the large size. */
const TOO_LONG_MS = 100;
/** A disturbed run is repeated. */
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

describe('reading a body from an unknown sender', () => {
  it.each(types)('takes time at most linear in the body’s size: %s', async (type) => {
    const own = families.filter((family) => family.type === type);
    expect(own).toHaveLength(FAMILIES_PER_TYPE);
    const tooFast: string[] = [];
    // A text looks the same to a target regardless of its call, so one type's families are enough.
    for (const reader of readers.filter((each) => type === 'text' || !isSending(each))) {
      // The first run loads and compiles the code.
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
