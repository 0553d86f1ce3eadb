import { createHash } from 'node:crypto';
import { escapeHtml } from '../../../mail/layout.ts';
import type { CallbackAnswer } from '../../callback.ts';

const STYLE =
  ':root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:15vh auto;padding:0 1.5rem}button{font:inherit;padding:.6rem 1.2rem}';

/** The policy names the one style by its hash, so that nothing else can be styled, run or loaded. */
const styleHash = createHash('sha256').update(STYLE).digest('base64');

/**
 * A page for people who followed a link in a mail. It changes nothing by being opened: the `button` posts to the same
 * address. `text` and `title` are plain text.
 */
export const page = (status: number, title: string, text: string, button?: string): CallbackAnswer => ({
  status,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-robots-tag': 'noindex',
  },
  body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)} · Tellhook</title><style>${STYLE}</style></head><body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${
    button ? `<form method="post"><button type="submit">${escapeHtml(button)}</button></form>` : ''
  }</main></body></html>`,
});
