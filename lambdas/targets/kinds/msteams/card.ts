import type { Message } from '../../target-kind.ts';

/**
 * What one run of text takes of the card, in bytes of JSON, never too little: each line is a block of its own, leading
 * blanks become no-break spaces, `{{` gets a zero-width space. The second bound keeps a card below 10,000 UTF-16 units,
 * beyond which Teams stops rendering it.
 */
export const cardCost = (text: string): number => {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (character === '\n') bytes += LINE_OVERHEAD;
    else if (character === ' ') bytes += 2;
    else if (character === '{') bytes += 4;
    else if (character === '"' || character === '\\' || character === '\t' || character === '\r') bytes += 2;
    else if (code < 0x20 || (code >= 0xd800 && code <= 0xdfff)) bytes += 6;
    else bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4;
  }
  return Math.max(bytes, text.length * UNITS_WEIGHT);
};

export const CARD_LIMIT = 18_000;
const UNITS_WEIGHT = CARD_LIMIT / 10_000;
/** `{"type":"RichTextBlock","spacing":"None","inlines":[{"type":"TextRun","text":""}]},` */
const LINE_OVERHEAD = 86;

/** The card renderer expands `{{DATE(…)}}` and `{{TIME(…)}}` even in text runs; a zero-width space stops it. */
const inert = (line: string) => line.replaceAll('{{', '{\u200b{');

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
          ...(part === 1 ? [line(webhookName, { weight: 'Bolder', size: 'Medium' })] : []),
          ...text.split(/\r\n|\n|\r/).map((each) => line(each)),
        ],
        ...(part === parts && link && { actions: [{ type: 'Action.OpenUrl', title: 'Open in Tellhook', url: link }] }),
      },
    },
  ],
});
