import { linkedPieces } from '../templates/rich/addresses.ts';
import { joined, type RichMessage } from '../templates/rich/tree.ts';
import { dark, escapeHtml, light } from './html-parts.ts';
import { richHtml } from './rich-html.ts';

/**
 * Returns the style rules for dark mode. `scope` is a selector for email programs that mark the document instead of
 * supporting media queries.
 */
const darkRules = (scope = '') =>
  [
    ['.page', `background:${dark.page}`],
    ['.card', `background:${dark.card}`],
    ['.card,.rule', `border-color:${dark.line}`],
    ['.text', `color:${dark.ink}`],
    ['.quiet', `color:${dark.quiet}`],
    ['.link', `color:${dark.link}`],
    ['.quote', `border-color:${dark.mark}`],
    ['.accent', `background:${dark.accent}`],
    ['.button', 'color:#ffffff'],
  ]
    .map(([names = '', rule]) => `${names.replaceAll(/(^|,)/g, `$1${scope}`)}{${rule}!important}`)
    .join('');

// Email programs without support for style sheets use the light colours in the attributes.
const style = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  '@media (max-width:480px){.card-cell{padding:20px!important}.around{padding:16px 12px!important}}',
  `@media (prefers-color-scheme:dark){${darkRules()}}`,
  // Outlook on the web marks elements with this attribute in dark mode.
  darkRules('[data-ogsc] '),
].join('\n');

const FONT = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const WRAP = 'overflow-wrap:anywhere;word-break:break-word';
const BODY = `font-size:16px;line-height:1.5;${WRAP}`;
const SMALL = `font-size:13px;line-height:1.5;${WRAP}`;

const table = (cells: string, attributes = '') =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0"${attributes}><tr>${cells}</tr></table>`;

const paragraph = (text: string) =>
  `<p class="text" style="margin:0 0 16px;${BODY};color:${light.ink}">${escapeHtml(text)}</p>`;

/** Returns a button with its URL below. The URL can break anywhere, because it contains no spaces. */
const button = ({ label, url }: MailLink) => {
  const address = escapeHtml(url);
  const link = `<a class="button" href="${address}" style="display:inline-block;padding:12px 20px;font-size:16px;line-height:20px;font-weight:600;color:#ffffff;text-decoration:none">${escapeHtml(label)}</a>`;
  const cell = `<td class="accent" bgcolor="${light.accent}" style="border-radius:8px;background:${light.accent}">${link}</td>`;
  return `${table(cell, ' style="margin:24px 0 16px"')}
<p class="quiet" style="margin:0;${SMALL};word-break:break-all;color:${light.quiet}">${address}</p>`;
};

const inLine = ({ label, url }: MailLink) =>
  `<a class="link" href="${escapeHtml(url)}" style="color:${light.link}">${escapeHtml(label)}</a>`;

/** Maximum number of links in one text, so a stranger's text cannot make an email huge. */
const MAX_LINKS = 50;

const withLinks = (text: string): string =>
  linkedPieces(text)
    .map(({ text: label, link }, at) =>
      link !== undefined && at < 2 * MAX_LINKS ? inLine({ label, url: link }) : escapeHtml(label),
    )
    .join('');

/**
 * Keeps line breaks, even in programs that ignore `white-space`. HTML drops the first line break in a <pre>, so one is
 * added.
 */
const verbatim = (content: string, className = 'text', style = 'margin:0') =>
  `<pre class="${className}" style="${style};${FONT};${BODY};color:${light.ink};white-space:pre-wrap">\n${content}</pre>`;

const quoted = (text: string) =>
  verbatim(
    escapeHtml(text),
    'text quote',
    `margin:0 0 16px;padding:4px 0 4px 16px;border-left:3px solid ${light.mark}`,
  );

const listed = ({ title, url, text }: { title: string; url?: string; text: string }) =>
  `<div class="rule" style="margin:0 0 20px;padding:20px 0 0;border-top:1px solid ${light.line}">
<p style="margin:0 0 8px;${SMALL};font-weight:600">${url ? inLine({ label: title, url }) : escapeHtml(title)}</p>
${verbatim(withLinks(text))}</div>`;

/** Removes a message's first line if it is the same as the heading. Most messages begin with the webhook's name. */
const below = (heading: string, message: string) =>
  message.startsWith(`${heading}\n`) ? message.slice(heading.length + 1).replace(/^\n+/, '') : message;

const inside = ({ heading, paragraphs = [], action, quote, message, rich, messages = [] }: MailParts): string =>
  [
    ...paragraphs.map(paragraph),
    ...(message === undefined ? [] : [rich ? richHtml(rich) : verbatim(withLinks(below(heading, message)))]),
    ...messages.map(listed),
    ...(quote ? [quoted(quote)] : []),
    ...(action
      ? [message === undefined ? button(action) : `<p style="margin:20px 0 0;${BODY}">${inLine(action)}</p>`]
      : []),
  ].join('\n');

/**
 * Returns the HTML of an email. It uses tables and attributes for old programs, has one column of any width, and loads
 * nothing.
 */
export const html = (parts: MailParts): string => {
  const { subject, heading, footer, stop } = parts;
  const brand = `<p class="text" style="margin:0 0 16px;font-size:16px;line-height:20px;font-weight:700;color:${light.ink}"><span class="accent" style="display:inline-block;width:10px;height:10px;margin-right:8px;border-radius:3px;background:${light.accent}"></span>Tellhook</p>`;
  const card = table(
    `<td class="card card-cell" bgcolor="${light.card}" style="padding:28px;background:${light.card};border:1px solid ${light.line};border-radius:12px">
${
  parts.rich?.title
    ? `<p class="quiet" style="margin:0 0 8px;${SMALL};color:${light.quiet}">${escapeHtml(joined(parts.rich.place, heading))}</p>`
    : `<h1 class="text" style="margin:0 0 16px;font-size:20px;line-height:1.3;font-weight:600;${WRAP};color:${light.ink}">${escapeHtml(heading)}</h1>`
}
${inside(parts)}</td>`,
    ' width="100%" style="border-collapse:separate"',
  );
  const below = `<p class="quiet" style="margin:16px 0 0;${SMALL};color:${light.quiet}">${escapeHtml(footer)}${stop ? ` ${inLine(stop)}` : ''}</p>`;
  const column = table(`<td>${brand}${card}${below}</td>`, ' width="100%" style="max-width:600px"');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title><style>${style}</style></head>
<body class="page" style="margin:0;padding:0;background:${light.page};${FONT}">
${table(`<td class="around" align="center" style="padding:32px 16px">${column}</td>`, ` class="page" width="100%" bgcolor="${light.page}" style="background:${light.page}"`)}</body></html>`;
};

export interface MailLink {
  label: string;
  url: string;
}

/** The content of an email, as plain text that the layout escapes. */
export interface MailParts {
  subject: string;
  heading: string;
  paragraphs?: string[];
  /** A button. Its URL is also shown in full below it. */
  action?: MailLink;
  /** A stranger's text, shown as a quotation with its line breaks. */
  quote?: string;
  /** The message that this email delivers. It comes first, and the heading below it names the webhook. */
  message?: string;
  /** The same message with formatting, for the HTML. */
  rich?: RichMessage;
  /** Several messages with their origins. */
  messages?: { title: string; url?: string; text: string }[];
  /** The reason for this email. */
  footer: string;
  /** The link that stops such emails, if possible. */
  stop?: MailLink;
}
