import { createHash } from 'node:crypto';
import type { CallbackAnswer } from '../platform/outbound/callback.ts';
import { dark, escapeHtml, light } from './html-parts.ts';

const colour = (name: keyof typeof light) => `light-dark(${light[name]},${dark[name]})`;

const STYLE = [
  ':root{color-scheme:light dark}',
  `body{margin:0;padding:12vh 16px;background:${colour('page')};color:${colour('ink')};font:16px/1.5 system-ui,sans-serif}`,
  'main{max-width:32rem;margin:0 auto}',
  '.brand{display:flex;align-items:center;gap:8px;margin:0 0 16px;font-weight:700}',
  `.brand::before{width:10px;height:10px;border-radius:3px;background:${colour('accent')};content:""}`,
  `.card{padding:24px;border:1px solid ${colour('line')};border-radius:12px;background:${colour('card')};overflow-wrap:anywhere}`,
  'h1{margin:0 0 12px;font-size:20px;line-height:1.3}',
  '.card p{margin:0}',
  '.card p+p{margin:12px 0 0}',
  `button{margin:20px 0 0;padding:10px 20px;border:0;border-radius:8px;background:${colour('accent')};color:#fff;font:inherit;font-weight:600;cursor:pointer}`,
  `button.other{background:${colour('page')};color:${colour('ink')};border:1px solid ${colour('mark')};padding:9px 19px}`,
].join('');

const paragraphs = (text: string) =>
  text
    .split('\n\n')
    .map((each) => `<p>${escapeHtml(each)}</p>`)
    .join('');

/** The hash of the page's style sheet, the only resource that its content security policy allows. */
const styleHash = createHash('sha256').update(STYLE).digest('base64');

/**
 * A button that posts to the page's own URL, with one field if `name` is given. The first button of a page is
 * emphasised.
 */
interface PageButton {
  label: string;
  name?: string;
  value?: string;
}

const button = ({ label, name, value = '' }: PageButton, index: number) =>
  `<button type="submit"${index > 0 ? ' class="other"' : ''}${name ? ` name="${escapeHtml(name)}" value="${escapeHtml(value)}"` : ''}>${escapeHtml(label)}</button>`;

const form = (buttons: PageButton[]) =>
  buttons.length > 0 ? `<form method="post">${buttons.map(button).join(' ')}</form>` : '';

/**
 * Builds the page behind a link in an email. Opening it changes nothing: the `buttons` post to the same URL. `text` and
 * `title` are plain text, with empty lines between paragraphs.
 */
export const linkPage = (status: number, title: string, text: string, buttons: PageButton[] = []): CallbackAnswer => ({
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
  body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${escapeHtml(title)} · Tellhook</title><style>${STYLE}</style></head><body><main><p class="brand">Tellhook</p><div class="card"><h1>${escapeHtml(title)}</h1>${paragraphs(text)}${form(buttons)}</div></main></body></html>`,
});
