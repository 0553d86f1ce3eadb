import { escapeHtml } from '../../../mail/layout.ts';

/**
 * The HTML part of a mail: the text as it is in a pre-wrap block, readable in light and dark, with at most one link
 * below it. `footer` is HTML made by us; everything else is escaped.
 */
export const htmlMail = ({
  title,
  text,
  link,
  footer,
}: {
  title: string;
  text: string;
  link?: { url: string; label: string };
  footer: string;
}): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(title)}</title><style>:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){.page{background:#16181d!important;color:#e6e8ec!important}.quiet{color:#9aa1ac!important}a{color:#8ab4ff!important}}</style></head><body class="page" style="margin:0;padding:24px;background:#ffffff;color:#1a1c20;font:15px/1.5 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"><div style="max-width:640px;margin:0 auto"><h1 style="font-size:17px;margin:0 0 16px">${escapeHtml(title)}</h1><div style="white-space:pre-wrap;overflow-wrap:anywhere">${escapeHtml(text)}</div>${
    link ? `<p style="margin:24px 0 0"><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>` : ''
  }${footer ? `<p class="quiet" style="margin:24px 0 0;font-size:12px;color:#6b7280">${footer}</p>` : ''}</div></body></html>`;

/** A header value is one line; control characters could otherwise start another header. */
export const oneLine = (text: string, max: number): string => {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  const signs = Array.from(line);
  return signs.length > max ? `${signs.slice(0, max - 1).join('')}…` : line;
};
