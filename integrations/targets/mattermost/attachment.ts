import { plainOf } from '../../../lambdas/templates/rich/plain.ts';
import { severityColours } from '../../../lambdas/templates/rich/severity-looks.ts';
import { headOf, joined, type RichMessage, textOf } from '../../../lambdas/templates/rich/tree.ts';
import { escapeMarkdown, linked, markdownOf, marked } from './text.ts';

/**
 * Maximum size of the attachments. Mattermost splits longer texts or collapses them behind "Show more", and earlier
 * versions reject attachments of more than 7,900 characters.
 */
const MAX_CHARACTERS = 7500;
const FALLBACK_LENGTH = 200;

/** Converts a message to an attachment, with all text escaped (developers.mattermost.com, "Message attachments"). */
export const attachmentOf = (rich: RichMessage, callLink: string) => {
  const { title, link, place = '', severity = 'info', blocks, facts = [], buttons = [] } = rich;
  const below = joined(escapeMarkdown(place), callLink);
  const text = [
    markdownOf(blocks),
    buttons.map(({ label, url }) => linked(label, url)).join(' · '),
    ...(facts.length > 0 ? [] : [below]),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
  const fallback = Array.from((title ? headOf(rich) : plainOf(rich)).replace(/\s+/g, ' ').trim());
  return {
    fallback: escapeMarkdown(fallback.slice(0, FALLBACK_LENGTH).join('')),
    color: severityColours[severity],
    ...(title && { title: escapeMarkdown(textOf(title)) }),
    ...(title && link !== undefined && { title_link: link }),
    ...(text !== '' && { text }),
    ...(facts.length > 0 && {
      fields: [
        ...facts.map(({ label, runs }) => ({ title: escapeMarkdown(label), value: marked(runs), short: true })),
        // Fields are shown below the text, so the place and the link to the call must be the last field.
        ...(below === '' ? [] : [{ title: '', value: below, short: false }]),
      ],
    }),
  };
};

/** True if the attachment fits into one post, including the link to the call. */
export const fitsAttachment = (rich: RichMessage): boolean =>
  JSON.stringify([attachmentOf(rich, 'x'.repeat(250))]).length <= MAX_CHARACTERS;
