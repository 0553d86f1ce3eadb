/**
 * Measures a plain text in a target's unit, after the target's escaping. The cost of a text must be the sum of the
 * costs of its pieces.
 */
export type Cost = (text: string) => number;

/** The ways in which targets count a message’s length. The browser uses them too. */
export const units = {
  /** UTF-16 units of the unchanged text, for Telegram and WhatsApp. */
  utf16: (text: string) => text.length,
  /** UTF-16 units after replacing `&`, `<`, `>` with `&amp;`, `&lt;`, `&gt;`. */
  entitiesEscaped: (text: string) => text.length + 4 * count(text, '&') + 3 * count(text, '<') + 3 * count(text, '>'),
  /**
   * UTF-16 units after adding a backslash before each character that can be Markdown, for Discord. This is an upper
   * bound, because some characters need a backslash only at the start of a line.
   */
  markdownEscaped: (text: string) => text.length + (text.match(/[\\*_~`|[\]()<>#+-]/g)?.length ?? 0),
  /**
   * UTF-8 bytes. A character that JSON escapes costs more, in proportion to the limit for the whole JSON body.
   */
  utf8Bytes: (text: string) => {
    let cost = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === 0x22 || code === 0x5c || code < 0x20) cost += ESCAPED_COSTS[code] ?? CONTROL_COST;
      else if (code < 0x80) cost += 1;
      else if (code < 0x800) cost += 2;
      else if ((code & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) {
        cost += 4;
        at++;
      } else cost += 3;
    }
    return cost;
  },
  /**
   * Upper bound for the bytes of JSON in a Teams Adaptive Card. Each line is a separate block, leading spaces become
   * no-break spaces, and `{{` gets a zero-width space. Each unit costs at least its share of {@link CARD_BYTES}.
   */
  cardBytes: (text: string) => {
    let cost = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code < 0x80) cost += ASCII_COSTS[code] as number;
      // Two or three bytes are more than a unit's minimum cost.
      else if (code < 0x800) cost += 2;
      else if ((code & 0xf800) !== 0xd800) cost += 3;
      else if ((code & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) {
        cost += PAIR_COST;
        at++;
      } else cost += LONE_HALF_COST;
    }
    return cost;
  },
} satisfies Record<string, Cost>;

/** The cost of a byte of JSON. A text of 4,096 bytes can use 7,000 of the body's 8,192 bytes. */
const JSON_SHARE = 4096 / 7000;
/** The cost of a control character: `\u0001`. */
const CONTROL_COST = 6 * JSON_SHARE;
/** Costs of characters with a short escape: `\b`, `\t`, `\n`, `\f`, `\r`, `\"` and `\\`. */
const ESCAPED_COSTS = Object.fromEntries([8, 9, 10, 12, 13, 0x22, 0x5c].map((code) => [code, 2 * JSON_SHARE]));

/** Maximum cost of a message in a card. */
export const CARD_BYTES = 18_000;
/** Minimum cost of a UTF-16 unit, because Teams cuts off cards with more than 10,000 units. */
const CARD_BYTES_PER_UNIT = CARD_BYTES / 10_000;
/** The length of `{"type":"RichTextBlock","spacing":"None","inlines":[{"type":"TextRun","text":""}]},`. */
const CARD_LINE = 86;

/** The cost of a surrogate pair: four bytes, or the minimum cost of two units if that is larger. */
const PAIR_COST = Math.max(4, 2 * CARD_BYTES_PER_UNIT);
/** The cost of a lone surrogate: `\ud800`. */
const LONE_HALF_COST = 6;

function asciiBytesOf(code: number): number {
  if (code === 0x0a || code === 0x0d) return CARD_LINE;
  if (code === 0x7b) return 4;
  if (code === 0x20 || code === 0x22 || code === 0x5c || code === 0x09) return 2;
  return code < 0x20 ? 6 : 1;
}

/** Precomputed costs of ASCII characters, because messages of 100 KB are measured several times. */
const ASCII_COSTS = Float64Array.from({ length: 0x80 }, (_, code) => Math.max(asciiBytesOf(code), CARD_BYTES_PER_UNIT));

function count(text: string, char: string): number {
  let found = 0;
  for (let at = text.indexOf(char); at !== -1; at = text.indexOf(char, at + 1)) found++;
  return found;
}
