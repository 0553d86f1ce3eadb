import type { Message } from '../../target-kind.ts';

export const CARD_LIMIT = 18_000;
/** Beyond 10,000 UTF-16 units a card is no longer shown whole, so that each unit takes its share of the bytes at least. */
const BYTES_PER_UNIT = CARD_LIMIT / 10_000;
/** `{"type":"RichTextBlock","spacing":"None","inlines":[{"type":"TextRun","text":""}]},` */
const LINE_OVERHEAD = 86;

/**
 * What a run of text takes of the card in bytes of JSON, never too little: each line is a block of its own, leading
 * blanks become no-break spaces, `{{` gets a zero-width space.
 */
export const cardCost = (text: string): number => {
  let cost = 0;
  for (const character of text) cost += Math.max(jsonBytes(character), character.length * BYTES_PER_UNIT);
  return cost;
};

const jsonBytes = (character: string): number => {
  if (character === '\n' || character === '\r') return LINE_OVERHEAD;
  if (character === '{') return 4;
  if (' "\\\t'.includes(character)) return 2;
  const code = character.codePointAt(0) ?? 0;
  const isLoneHalf = code >= 0xd800 && code <= 0xdfff;
  if (code < 0x20 || isLoneHalf) return 6;
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4;
};

/** The card renderer expands `{{DATE(…)}}` and `{{TIME(…)}}` even in text runs; a zero-width space stops it. */
const inert = (line: string) => line.replace(/\{(?=\{)/g, '{\u200b');

/** Blanks at the start of a line would be swallowed, and with them the indentation. */
const keepIndent = (line: string) => line.replace(/^ +/, (blanks) => '\u00a0'.repeat(blanks.length)) || '\u00a0';

const line = (text: string, more: object = {}) => ({
  type: 'RichTextBlock',
  spacing: 'None',
  inlines: [{ type: 'TextRun', text: inert(keepIndent(text)), ...more }],
});

/**
 * The message as an Adaptive Card 1.4 in the envelope that the workflow template expects. Text runs, because text
 * blocks would read the message as Markdown; one block a line, because line breaks inside a run are lost.
 */
export const adaptiveCard = ({ text, webhookName, link, part, parts }: Message) => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      contentUrl: null,
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        msteams: { width: 'Full' },
        body: [
          // A readable rendering begins with the webhook's name already.
          ...(part === 1 && !text.startsWith(webhookName)
            ? [line(webhookName, { weight: 'Bolder', size: 'Medium' })]
            : []),
          ...text.split(/\r\n|\n|\r/).map((each) => line(each)),
        ],
        ...(part === parts && link && { actions: [{ type: 'Action.OpenUrl', title: 'Open in Tellhook', url: link }] }),
      },
    },
  ],
});
