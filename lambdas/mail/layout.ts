import type { RichMessage } from '../templates/rich/tree.ts';
import { html } from './layout-html.ts';

/** A mail ready to send; both bodies say the same. */
export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

export interface MailLink {
  label: string;
  url: string;
}

/** What the layout arranges. All of it is plain text; the layout escapes it. */
export interface MailParts {
  subject: string;
  heading: string;
  paragraphs?: string[];
  /** One thing to do. The address is shown in full below the button, for those whose mail program hides it. */
  action?: MailLink;
  /** A stranger's words, kept apart from ours, line breaks preserved. */
  quote?: string;
  /** The message that this mail carries: comes first in the text, and the heading then names its origin below it. */
  message?: string;
  /** The same message with its looks, for the HTML. */
  rich?: RichMessage;
  /** Many such messages with where each comes from. */
  messages?: { title: string; url?: string; text: string }[];
  /** Why this mail came. */
  footer: string;
  /** How to stop it; only where that is possible. */
  stop?: MailLink;
}

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

/** A mail of the product in its two forms. */
export const layOut = (parts: MailParts): MailContent => ({
  subject: parts.subject,
  text: text(parts),
  html: html(parts),
});
