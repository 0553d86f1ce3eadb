import type { Message } from '../../../lambdas/model/message.ts';
import { linkedPieces } from '../../../lambdas/templates/rich/addresses.ts';

/**
 * Separates double braces with a zero-width space. Otherwise the card renderer would expand `{{DATE(…)}}` and
 * `{{TIME(…)}}` even in text runs.
 */
export const inert = (line: string) => line.replace(/\{(?=\{)/g, '{\u200b');

/** Replaces the spaces at the start of a line with no-break spaces, because Teams would drop them. */
const keepIndent = (line: string) => line.replace(/^ +/, (blanks) => '\u00a0'.repeat(blanks.length)) || '\u00a0';

const run = (text: string, more: object = {}) => ({ type: 'TextRun', text: inert(text), ...more });

const line = (text: string, more: object = {}) => ({
  type: 'RichTextBlock',
  spacing: 'None',
  inlines: [run(keepIndent(text), more)],
});

/** Maximum bytes that links can add to a card, so it stays within Teams' limit. */
const LINK_BYTES = 1200;
/**
 * Maximum bytes that a link adds apart from its URL:
 * `{"type":"TextRun","text":"","selectAction":{"type":"Action.OpenUrl","url":""}},` and one more text run.
 */
const BYTES_AROUND_LINK = 130;

/**
 * Converts lines to blocks with links, because Teams doesn't detect URLs in text runs. If the links would add too many
 * bytes, the last lines take precedence.
 */
const linesOf = (text: string) => {
  let room = LINK_BYTES;
  return text
    .split(/\r\n|\n|\r/)
    .toReversed()
    .map((each) => {
      const pieces = linkedPieces(keepIndent(each));
      const links = pieces.flatMap(({ link }) => link ?? []);
      const cost = links.reduce((sum, link) => sum + Buffer.byteLength(link) + BYTES_AROUND_LINK, 0);
      if (links.length === 0 || cost > room) return line(each);
      room -= cost;
      const inlines = pieces.map(({ text: piece, link }) =>
        run(piece, link === undefined ? {} : { selectAction: { type: 'Action.OpenUrl', url: link } }),
      );
      return { type: 'RichTextBlock', spacing: 'None', inlines };
    })
    .toReversed();
};

/**
 * Converts the message to an Adaptive Card 1.4 in the envelope that the workflow template expects. It uses text runs,
 * because text blocks would parse Markdown, and one block per line, because line breaks inside a run are lost.
 */
export const adaptiveCard = ({ text, webhookName, link, part, parts }: Message) =>
  envelope(
    [
      ...(part === 1 && !text.startsWith(webhookName) ? [line(webhookName, { weight: 'Bolder', size: 'Medium' })] : []),
      ...linesOf(text),
    ],
    part === parts && link ? [{ type: 'Action.OpenUrl', title: 'Open in Tellhook', url: link }] : [],
  );

/** Wraps a card in the envelope that the workflow template expects. */
export const envelope = (body: object[], actions: object[]) => ({
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
        body,
        ...(actions.length > 0 && { actions }),
      },
    },
  ],
});
