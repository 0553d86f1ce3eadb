/** A mail ready to send; both bodies say the same. */
export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

/** What the layout arranges. All of it is plain text; the layout escapes it. */
export interface MailParts {
  subject: string;
  heading: string;
  paragraphs: string[];
  /** One thing to do. The address is shown in full below the button, for those whose mail program hides it. */
  action?: { label: string; url: string };
  /** A stranger's words, kept apart from ours, line breaks preserved. */
  quote?: string;
  /** Why this mail came and how to stop it. */
  footer: string;
}

/** Text as HTML shows it literally. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

// Colours as attributes and classes: programs without style sheets get the light ones, those that know dark mode swap them.
const style = `
body{margin:0;padding:0;background:#f4f5f7;color:#1b1f27}
.page{background:#f4f5f7}.card{background:#ffffff;border:1px solid #e3e6eb;border-radius:12px}
.text{color:#1b1f27}.quiet{color:#5d6675}.quote{border-left:3px solid #cfd5de}
.button{background:#4f46e5;color:#ffffff}
@media (prefers-color-scheme:dark){
body,.page{background:#101319!important}.card{background:#191d25!important;border-color:#2b313c!important}
.text{color:#e8ebf0!important}.quiet{color:#9aa4b4!important}.quote{border-color:#3a4250!important}
.button{background:#6d66f2!important;color:#ffffff!important}}
`.trim();

const font = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

const html = ({ subject, heading, paragraphs, action, quote, footer }: MailParts): string => {
  const paragraph = (text: string) =>
    `<p class="text" style="margin:0 0 16px;font-size:16px;line-height:1.5;color:#1b1f27">${escapeHtml(text)}</p>`;
  const button = action
    ? `<p style="margin:24px 0"><a class="button" href="${escapeHtml(action.url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#4f46e5;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none">${escapeHtml(action.label)}</a></p>
<p class="quiet" style="margin:0 0 16px;font-size:13px;line-height:1.5;color:#5d6675;word-break:break-all">${escapeHtml(action.url)}</p>`
    : '';
  const quoted = quote
    ? `<blockquote class="text quote" style="margin:0 0 16px;padding:4px 0 4px 16px;border-left:3px solid #cfd5de;font-size:16px;line-height:1.5;color:#1b1f27;white-space:pre-wrap">${escapeHtml(quote)}</blockquote>`
    : '';
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title><style>${style}</style></head>
<body class="page" style="margin:0;background:#f4f5f7;${font}">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f5f7"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px"><tr><td>
<p class="text" style="margin:0 0 16px;font-size:16px;font-weight:700;color:#1b1f27">Tellhook</p>
<div class="card" style="padding:28px;background:#ffffff;border:1px solid #e3e6eb;border-radius:12px">
<h1 class="text" style="margin:0 0 16px;font-size:20px;line-height:1.3;color:#1b1f27">${escapeHtml(heading)}</h1>
${paragraphs.map(paragraph).join('\n')}
${quoted}${button}</div>
<p class="quiet" style="margin:16px 0 0;font-size:13px;line-height:1.5;color:#5d6675">${escapeHtml(footer)}</p>
</td></tr></table></td></tr></table></body></html>`;
};

const text = ({ heading, paragraphs, action, quote, footer }: MailParts): string =>
  [
    heading,
    ...paragraphs,
    ...(quote ? [quote.replace(/^/gm, '> ')] : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    `-- \n${footer}`,
  ].join('\n\n');

/** A mail of the product in its two forms. */
export const layOut = (parts: MailParts): MailContent => ({
  subject: parts.subject,
  text: text(parts),
  html: html(parts),
});
