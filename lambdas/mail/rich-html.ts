import { markOf } from '../templates/rich/markdown.ts';
import { severityColours } from '../templates/rich/severity-looks.ts';
import type { Block, RichMessage, Run } from '../templates/rich/tree.ts';
import { escapeHtml, light } from './html-parts.ts';

const MONO = 'font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace';
const WRAP = 'overflow-wrap:anywhere;word-break:break-word';
const TEXT = `font-size:16px;line-height:1.5;${WRAP};color:${light.ink}`;

/** Returns a rich message as HTML for email clients, with inline styles, no external resources and all text escaped. */
export const richHtml = ({ title, link, severity = 'info', blocks, facts = [], buttons = [] }: RichMessage): string =>
  [
    ...(title
      ? [
          `<h1 class="text" style="margin:0 0 16px;padding-left:12px;border-left:4px solid ${severityColours[severity]};font-size:20px;line-height:1.3;font-weight:600;${WRAP};color:${light.ink}">${inlineHtml(link === undefined ? title : title.map((run) => ({ ...run, link })))}</h1>`,
        ]
      : []),
    ...blocks.map(blockHtml),
    ...(facts.length > 0
      ? [
          `<table cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px">${facts
            .map(
              ({ label, runs }) =>
                `<tr><td class="quiet" valign="top" style="padding:2px 16px 2px 0;font-size:14px;line-height:1.5;color:${light.quiet}">${escapeHtml(label)}</td><td class="text" valign="top" style="padding:2px 0;font-size:14px;line-height:1.5;${WRAP};color:${light.ink}">${inlineHtml(runs)}</td></tr>`,
            )
            .join('')}</table>`,
        ]
      : []),
    ...(buttons.length > 0
      ? [
          `<p class="text" style="margin:0 0 16px;${TEXT}">${buttons.map(({ label, url }) => anchor(escapeHtml(label), url)).join(' &#183; ')}</p>`,
        ]
      : []),
  ].join('\n');

const paragraph = (content: string, style = '') =>
  `<p class="text" style="margin:0 0 16px;${TEXT}${style}">${content}</p>`;

function blockHtml(block: Block): string {
  switch (block.kind) {
    case 'rule':
      return `<hr class="rule" style="margin:16px 0;border:0;border-top:1px solid ${light.line}">`;
    case 'code':
      return `<pre class="text rule" style="margin:0 0 16px;padding:12px;border:1px solid ${light.line};border-radius:6px;${MONO};font-size:13px;line-height:1.5;white-space:pre-wrap;${WRAP};color:${light.ink}">\n${escapeHtml(block.text)}</pre>`;
    case 'quote':
      return paragraph(inlineHtml(block.runs), `;padding-left:16px;border-left:3px solid ${light.mark}`);
    case 'heading':
      return `<h2 class="text" style="margin:0 0 8px;font-size:17px;line-height:1.4;font-weight:600;${WRAP};color:${light.ink}">${inlineHtml(block.runs)}</h2>`;
    // Lists are written as indented paragraphs with list marks, because email programs render list elements
    // differently.
    case 'list':
      return block.items
        .map(
          (item, at) =>
            `<p class="text" style="margin:0 0 ${at === block.items.length - 1 ? 16 : 2}px ${20 * item.depth}px;${TEXT}">${escapeHtml(markOf(item).trimStart())}${inlineHtml(item.runs)}</p>`,
        )
        .join('\n');
    case 'paragraph':
      return paragraph(inlineHtml(block.runs));
  }
}

const inlineHtml = (runs: readonly Run[]): string =>
  runs
    .map(({ text, bold, italic, strike, code, link }) => {
      let html = escapeHtml(text).replaceAll('\n', '<br>\n');
      if (code) html = `<code style="${MONO};font-size:0.9em">${html}</code>`;
      if (strike) html = `<s>${html}</s>`;
      if (italic) html = `<em>${html}</em>`;
      if (bold) html = `<strong>${html}</strong>`;
      return link === undefined ? html : anchor(html, link);
    })
    .join('');

const anchor = (html: string, url: string) =>
  `<a class="link" href="${escapeHtml(url)}" style="color:${light.link}">${html}</a>`;
