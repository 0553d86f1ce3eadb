/** Matches a JSON number outside strings. */
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g;
/** Matches numbers that JavaScript could change. */
const MAY_CHANGE = /\d{16}|[eE]\+?\d{3}/;

/**
 * Turns numbers that JavaScript can't represent exactly into strings, so readers see the original number. These are
 * integers that it would round, and numbers that it parses as infinite. Takes linear time.
 * @param json well-formed JSON
 */
export function withExactNumbers(json: string): string {
  const out: string[] = [];
  let from = 0;
  let at = 0;
  while (at < json.length) {
    const quote = json.indexOf('"', at);
    const gap = json.slice(at, quote === -1 ? json.length : quote);
    if (gap.length > 3 && MAY_CHANGE.test(gap)) {
      const exact = gap.replace(NUMBER, (number) => (isChanged(number) ? `"${number}"` : number));
      if (exact !== gap) {
        out.push(json.slice(from, at), exact);
        from = at + gap.length;
      }
    }
    if (quote === -1) break;
    at = endOfString(json, quote);
  }
  return out.length === 0 ? json : out.join('') + json.slice(from);
}

/** True if a JSON text may contain numbers that need {@link withExactNumbers}. Most texts don't. */
export const mayHoldLargeNumbers = (json: string): boolean =>
  /[:,[\s-]\d{16}|\d[eE]\+?\d{3}/.test(json) || /^\d{16}/.test(json);

function isChanged(number: string): boolean {
  const value = Number(number);
  if (!Number.isFinite(value)) return true;
  return /^-?\d{16,}$/.test(number) && !Number.isSafeInteger(value) && BigInt(number) !== BigInt(value);
}

function endOfString(json: string, quote: number): number {
  let end = json.indexOf('"', quote + 1);
  while (end !== -1) {
    let slashes = 0;
    while (json.charCodeAt(end - 1 - slashes) === 0x5c) slashes++;
    if (slashes % 2 === 0) return end + 1;
    end = json.indexOf('"', end + 1);
  }
  return json.length;
}
