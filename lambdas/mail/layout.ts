import { html, type MailLink, type MailParts } from './layout-html.ts';

/** An email that is ready to send. Both bodies have the same content. */
export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

/** The content of a notice: an email or a message. The footer is the reason for an email. */
export type NoticeParts = Required<Pick<MailParts, 'subject' | 'heading' | 'paragraphs' | 'action' | 'footer'>>;

const RULE = '----------------------------------------';

const signed = (lines: (string | undefined)[]): string =>
  `-- \n${lines.filter((line) => line !== undefined).join('\n')}`;
const inLine = (link: MailLink | undefined) => link && `${link.label}: ${link.url}`;

const text = ({ heading, paragraphs = [], action, quote, message, messages, footer, stop }: MailParts): string => {
  if (message !== undefined) return [message, signed([heading, inLine(action), footer, inLine(stop)])].join('\n\n');
  return [
    heading,
    ...paragraphs,
    ...(quote ? [quote.replace(/^/gm, '> ')] : []),
    ...(messages ?? []).map(
      (each) => `${RULE}\n\n${[each.title, each.url].filter(Boolean).join(': ')}\n\n${each.text}`,
    ),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    signed([footer, inLine(stop)]),
  ].join('\n\n');
};

/** Lays out an email as text and HTML. */
export const layOut = (parts: MailParts): MailContent => ({
  subject: parts.subject,
  text: text(parts),
  html: html(parts),
});
