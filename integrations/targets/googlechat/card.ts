import type { RichPart } from '../../../lambdas/targets/send-rich.ts';
import { markOf } from '../../../lambdas/templates/rich/markdown.ts';
import { plainOf } from '../../../lambdas/templates/rich/plain.ts';
import { signBefore } from '../../../lambdas/templates/rich/severity-looks.ts';
import { withPage } from '../../../lambdas/templates/rich/title-link.ts';
import { type Block, headOf, joined, type RichMessage, type Run } from '../../../lambdas/templates/rich/tree.ts';

/** A message can have 32,000 bytes, including its cards. */
const MAX_BYTES = 31_000;
/** Google Chat doesn't show widgets beyond the hundredth. */
const MAX_WIDGETS = 100;
const FALLBACK_LENGTH = 200;

/**
 * Converts a message to one card. Its texts use the HTML that cards can show: bold, italic, strikethrough, colour,
 * links and line breaks (developers.google.com/workspace/chat/format-messages). Everything else is escaped.
 */
export const cardMessage = ({ rich, webhookName, link, part, parts }: RichPart) => {
  const { title, severity, blocks, facts = [] } = rich;
  const isLast = part === parts;
  const below = joined(rich.place, isLast ? webhookName : '');
  const named: Run[] = (title ?? []).map((run) => ({
    ...run,
    bold: true,
    ...(rich.link !== undefined && { link: rich.link }),
  }));
  const buttons = [...withPage(rich), ...(isLast && link ? [{ label: 'Open in Tellhook', url: link }] : [])];
  const widgets = [
    ...(title ? [paragraph(escaped(signBefore(severity)) + html(named))] : []),
    ...blockWidgets(blocks),
    ...(facts.length > 0 ? [paragraph(facts.map(({ label, runs }) => factText(label, runs)).join('<br>'))] : []),
    // Google Chat shows the name of the space's webhook, so the card contains the name of the Tellhook webhook.
    ...(below === '' ? [] : [paragraph(`<font color="#80868b">${escaped(below)}</font>`)]),
    ...(buttons.length > 0
      ? [
          {
            buttonList: { buttons: buttons.map(({ label, url }) => ({ text: label, onClick: { openLink: { url } } })) },
          },
        ]
      : []),
  ];
  const fallback = Array.from((title ? headOf(rich) : plainOf(rich)).replace(/\s+/g, ' ').trim());
  return {
    fallbackText: fallback.slice(0, FALLBACK_LENGTH).join('').toWellFormed(),
    cardsV2: [{ cardId: 'message', card: { sections: [{ widgets }] } }],
  };
};

/** True if a part's card is small enough, including the link to the call. */
export const fitsCard = (rich: RichMessage): boolean => {
  const whole = cardMessage({
    rich,
    text: '',
    id: '',
    webhookName: 'x'.repeat(100),
    link: 'x'.repeat(200),
    part: 1,
    parts: 1,
  });
  const widgets = whole.cardsV2[0]?.card.sections[0]?.widgets ?? [];
  return widgets.length <= MAX_WIDGETS && Buffer.byteLength(JSON.stringify(whole)) <= MAX_BYTES;
};

const paragraph = (text: string) => ({ textParagraph: { text: text.toWellFormed() } });

/** Combines the blocks between two rules into one paragraph, so a long message does not reach the widget limit. */
function blockWidgets(blocks: readonly Block[]): object[] {
  const widgets: object[] = [];
  let lines: string[] = [];
  const end = () => {
    if (lines.length > 0) widgets.push(paragraph(lines.join('<br><br>')));
    lines = [];
  };
  for (const block of blocks) {
    if (block.kind === 'rule') {
      end();
      widgets.push({ divider: {} });
    } else lines.push(blockText(block));
  }
  end();
  return widgets;
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'rule':
      return '';
    case 'code':
      return `<font color="#5f6368">${escaped(block.text)}</font>`;
    case 'list':
      return block.items.map((item) => escaped(markOf(item)) + html(item.runs)).join('<br>');
    case 'quote':
      return `<i>${html(block.runs)}</i>`;
    case 'heading':
      return html(block.runs.map((run) => ({ ...run, bold: true })));
    case 'paragraph':
      return html(block.runs);
  }
}

const factText = (label: string, runs: readonly Run[]): string =>
  label === '' ? html(runs) : `${html([{ text: `${label}:`, bold: true }])} ${html(runs)}`;

const html = (runs: readonly Run[]): string => runs.map(runHtml).join('');

function runHtml({ text, bold, italic, strike, link }: Run): string {
  let shown = escaped(text);
  if (strike) shown = `<s>${shown}</s>`;
  if (italic) shown = `<i>${shown}</i>`;
  if (bold) shown = `<b>${shown}</b>`;
  return link === undefined ? shown : `<a href="${escaped(link)}">${shown}</a>`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '<br>',
};

/** Escapes a text for HTML. Spaces at the start of a line become no-break spaces, because HTML would drop them. */
const escaped = (text: string): string =>
  text
    .replace(/[&<>"\n]/g, (sign) => entities[sign] ?? sign)
    .replace(/(^|<br>)( +)/g, (_all, before: string, blanks: string) => before + '\u00a0'.repeat(blanks.length));
