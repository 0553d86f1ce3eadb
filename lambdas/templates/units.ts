/** The cost of a stretch of plain text in a target's unit, after the target's escaping. Must be additive. */
export type Cost = (text: string) => number;

/** The ways in which targets count the length of a message; the browser counts in the same ones. */
export const units = {
  /** UTF-16 units of the text as it is: Telegram, WhatsApp. */
  utf16: (text: string) => text.length,
  /** UTF-16 units after `&`, `<`, `>` became `&amp;`, `&lt;`, `&gt;`. */
  entitiesEscaped: (text: string) => text.length + 4 * count(text, '&') + 3 * count(text, '<') + 3 * count(text, '>'),
  /**
   * UTF-16 units after every sign that can be Markdown got a backslash, which is never too little: out of its place, it
   * cannot be told whether a sign stands at the start of a line. Discord.
   */
  markdownEscaped: (text: string) => text.length + (text.match(/[\\*_~`|[\]()<>#+-]/g)?.length ?? 0),
  /**
   * Bytes of JSON in an Adaptive Card, never too little: each line is a block of its own, leading blanks become no-break
   * spaces, `{{` gets a zero-width space, and each unit takes its share of {@link CARD_BYTES} at least. Teams.
   */
  cardBytes: (text: string) => {
    let cost = 0;
    for (const character of text) cost += Math.max(cardBytesOf(character), character.length * CARD_BYTES_PER_UNIT);
    return cost;
  },
} satisfies Record<string, Cost>;

/** What a card takes of a message. */
export const CARD_BYTES = 18_000;
/** Beyond 10,000 UTF-16 units a card is no longer shown whole. */
const CARD_BYTES_PER_UNIT = CARD_BYTES / 10_000;
/** `{"type":"RichTextBlock","spacing":"None","inlines":[{"type":"TextRun","text":""}]},` */
const CARD_LINE = 86;

function cardBytesOf(character: string): number {
  if (character === '\n' || character === '\r') return CARD_LINE;
  if (character === '{') return 4;
  if (' "\\\t'.includes(character)) return 2;
  const code = character.codePointAt(0) ?? 0;
  const isLoneHalf = code >= 0xd800 && code <= 0xdfff;
  if (code < 0x20 || isLoneHalf) return 6;
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4;
}

function count(text: string, char: string): number {
  let found = 0;
  for (let at = text.indexOf(char); at !== -1; at = text.indexOf(char, at + 1)) found++;
  return found;
}
