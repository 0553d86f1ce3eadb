import type { Message } from '../../target-kind.ts';

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
