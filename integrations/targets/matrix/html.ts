import { signBefore } from '../../../lambdas/templates/rich/severity-looks.ts';
import { withPage } from '../../../lambdas/templates/rich/title-link.ts';
import { type Block, type Item, joined, type RichMessage, type Run } from '../../../lambdas/templates/rich/tree.ts';

/**
 * Converts a message to the HTML that clients show (client-server API, "m.room.message msgtypes"). Everything else is
 * escaped.
 */
export const htmlOf = (rich: RichMessage, callLink: string): string => {
  const { title, link, place, severity, blocks, facts = [] } = rich;
  const named = (title ?? []).map((run) => ({ ...run, bold: true, ...(link !== undefined && { link }) }) as const);
  const ways = [...withPage(rich), ...(callLink === '' ? [] : [{ label: 'Open in Tellhook', url: callLink }])];
  const below = joined(escaped(place ?? ''), ...ways.map(({ label, url }) => anchor(escaped(label), url)));
  return [
    ...(title ? [`<p>${escaped(signBefore(severity))}${runsHtml(named)}</p>`] : []),
    ...blocks.map(blockHtml),
    ...(facts.length > 0
      ? [
          `<p>${facts
            .map(({ label, runs }) => `${label === '' ? '' : `<strong>${escaped(label)}:</strong> `}${runsHtml(runs)}`)
            .join('<br>')}</p>`,
        ]
      : []),
    ...(below === '' ? [] : [`<p>${below}</p>`]),
  ].join('');
};

function blockHtml(block: Block): string {
  switch (block.kind) {
    case 'code': {
      const language =
        block.language && /^[\w+#.-]+$/.test(block.language) ? ` class="language-${block.language}"` : '';
      return `<pre><code${language}>${signs(block.text)}</code></pre>`;
    }
    case 'rule':
      return '<hr>';
    case 'list':
      return listHtml(block.items, 0);
    case 'quote':
      return `<blockquote>${runsHtml(block.runs)}</blockquote>`;
    case 'heading':
      return `<p>${runsHtml(block.runs.map((run) => ({ ...run, bold: true })))}</p>`;
    case 'paragraph':
      return `<p>${runsHtml(block.runs)}</p>`;
  }
}

/** Nests deeper items in a list inside the item above them. */
function listHtml(items: readonly Item[], depth: number): string {
  const [first] = items;
  const numbered = first?.number !== undefined;
  const lines: string[] = [];
  for (let at = 0; at < items.length; ) {
    const item = items[at] as Item;
    let end = at + 1;
    while (end < items.length && (items[end] as Item).depth > depth) end++;
    const inner = items.slice(at + 1, end);
    lines.push(`<li>${runsHtml(item.runs)}${inner.length > 0 ? listHtml(inner, depth + 1) : ''}</li>`);
    at = end;
  }
  const start = numbered && first?.number !== 1 ? ` start="${first?.number}"` : '';
  return numbered ? `<ol${start}>${lines.join('')}</ol>` : `<ul>${lines.join('')}</ul>`;
}

const runsHtml = (runs: readonly Run[]): string => runs.map(runHtml).join('');

function runHtml({ text, bold, italic, strike, code, link }: Run): string {
  let shown = escaped(text);
  if (code) shown = `<code>${shown}</code>`;
  if (strike) shown = `<del>${shown}</del>`;
  if (italic) shown = `<em>${shown}</em>`;
  if (bold) shown = `<strong>${shown}</strong>`;
  return link === undefined ? shown : anchor(shown, link);
}

/** Returns a link. One to matrix.to is returned as text, because clients would show it as a mention. */
const anchor = (shown: string, url: string): string =>
  /^https:\/\/matrix\.to\//i.test(url) ? `${shown} (${signs(url)})` : `<a href="${signs(url)}">${shown}</a>`;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const signs = (text: string): string => text.toWellFormed().replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);
const escaped = (text: string): string => signs(text).replaceAll('\n', '<br>');
