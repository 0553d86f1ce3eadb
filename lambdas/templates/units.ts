/** The cost of a stretch of plain text in a target's unit, after the target's escaping. Must be additive. */
export type Cost = (text: string) => number;

/** The ways in which targets count a message’s length; the browser counts in the same ones. */
export const units = {
  /** UTF-16 units of the unchanged text: Telegram, WhatsApp. */
  utf16: (text: string) => text.length,
  /** UTF-16 units after `&`, `<`, `>` became `&amp;`, `&lt;`, `&gt;`. */
  entitiesEscaped: (text: string) => text.length + 4 * count(text, '&') + 3 * count(text, '<') + 3 * count(text, '>'),
  /**
   * UTF-16 units after every sign that can be Markdown got a backslash, which is never too little. Without its context,
   * no sign shows whether it is at the start of a line. Discord.
   */
  markdownEscaped: (text: string) => text.length + (text.match(/[\\*_~`|[\]()<>#+-]/g)?.length ?? 0),
  /**
   * UTF-8 bytes; a sign that JSON escapes costs its share of a body of twice the limit, less what stands around the text.
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
   * Bytes of JSON in an Adaptive Card, never too little. Each line is its own block, leading blanks become no-break
   * spaces, and `{{` gets a zero-width space. Each unit takes at least its share of {@link CARD_BYTES}. Teams.
   */
  cardBytes: (text: string) => {
    let cost = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code < 0x80) cost += ASCII_COSTS[code] as number;
      // Two or three bytes are more than the share of a unit.
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

/** The share of a byte of JSON: 4,096 bytes of text in 7,000 of the 8,192 bytes of a body. */
const JSON_SHARE = 4096 / 7000;
/** `\u0001` */
const CONTROL_COST = 6 * JSON_SHARE;
/** `\b`, `\t`, `\n`, `\f`, `\r`, `\"` and `\\`. */
const ESCAPED_COSTS = Object.fromEntries([8, 9, 10, 12, 13, 0x22, 0x5c].map((code) => [code, 2 * JSON_SHARE]));

/** A message's cost in a card. */
export const CARD_BYTES = 18_000;
/** Beyond 10,000 UTF-16 units a card is no longer shown whole. */
const CARD_BYTES_PER_UNIT = CARD_BYTES / 10_000;
/** `{"type":"RichTextBlock","spacing":"None","inlines":[{"type":"TextRun","text":""}]},` */
const CARD_LINE = 86;

/** The cost of a surrogate pair: four bytes, or the share of two units. */
const PAIR_COST = Math.max(4, 2 * CARD_BYTES_PER_UNIT);
/** `\ud800` */
const LONE_HALF_COST = 6;

/** Bytes of one unit below 0x80. */
function asciiBytesOf(code: number): number {
  if (code === 0x0a || code === 0x0d) return CARD_LINE;
  if (code === 0x7b) return 4;
  if (code === 0x20 || code === 0x22 || code === 0x5c || code === 0x09) return 2;
  return code < 0x20 ? 6 : 1;
}

/** Costs of the most frequent characters: messages of 100 KB are measured several times. */
const ASCII_COSTS = Float64Array.from({ length: 0x80 }, (_, code) => Math.max(asciiBytesOf(code), CARD_BYTES_PER_UNIT));

function count(text: string, char: string): number {
  let found = 0;
  for (let at = text.indexOf(char); at !== -1; at = text.indexOf(char, at + 1)) found++;
  return found;
}
