import { h } from './dom.js';
import { richText } from './rich-text.js';

/** An Adaptive Card as Teams shows it: the elements that messages are made of, and the words of any other. */
export const renderCard = (card) =>
  h('div', { class: 'card' }, (card.body ?? []).map(cardElement), actionRow(card.actions));

const cardElement = (element) => {
  const spacing = ['None', 'Small', 'Medium', 'Large', 'ExtraLarge'].includes(element.spacing)
    ? ` gap-${element.spacing.toLowerCase()}`
    : '';
  const line = element.separator ? ' separated' : '';
  switch (element.type) {
    case 'TextBlock':
      return h(
        'p',
        { class: `card-text${textClass(element)}${spacing}${line}` },
        richText(dates(element.text ?? ''), 'markdown'),
      );
    case 'RichTextBlock':
      return h('p', { class: `card-text${spacing}${line}` }, (element.inlines ?? []).map(textRun));
    case 'FactSet':
      return h(
        'dl',
        { class: `facts${spacing}${line}` },
        (element.facts ?? []).map((fact) => [
          h('dt', {}, fact.title ?? ''),
          h('dd', {}, richText(fact.value ?? '', 'markdown')),
        ]),
      );
    case 'Container':
    case 'Column':
      return h('div', { class: `card-box${spacing}${line}` }, (element.items ?? []).map(cardElement));
    case 'ColumnSet':
      return h('div', { class: `columns${spacing}${line}` }, (element.columns ?? []).map(cardElement));
    case 'CodeBlock':
      return h('pre', { class: `json${spacing}` }, element.codeSnippet ?? '');
    case 'ActionSet':
      return actionRow(element.actions);
    default:
      return h('p', { class: 'card-text subtle' }, `[${element.type ?? 'unknown element'}]`, element.text ?? '');
  }
};

const textRun = (run) => {
  if (typeof run === 'string') return run;
  const text = dates(run.text ?? '');
  const { type, url } = run.selectAction ?? {};
  return h('span', { class: `run${textClass(run)}` }, type === 'Action.OpenUrl' ? linkIn(url, text) : text);
};

const linkIn = (href, label) =>
  /^https?:/i.test(href) ? h('a', { href, target: '_blank', rel: 'noreferrer noopener' }, label) : label;

const textClass = ({ weight, size, isSubtle, color, italic, strikethrough, fontType }) =>
  [
    weight === 'Bolder' && 'bolder',
    size && `size-${String(size).toLowerCase()}`,
    isSubtle && 'subtle',
    color && `color-${String(color).toLowerCase()}`,
    italic && 'italic',
    strikethrough && 'struck',
    fontType === 'Monospace' && 'mono',
  ]
    .filter(Boolean)
    .map((name) => ` ${name}`)
    .join('');

/** Teams replaces `{{DATE(…)}}` and `{{TIME(…)}}` in every text, so a sender that forgot about it sees it here. */
const dates = (text) =>
  text.replace(/\{\{(DATE|TIME)\(([^,)]+)[^)]*\)\}\}/g, (whole, kind, at) => {
    const date = new Date(at);
    if (Number.isNaN(date.getTime())) return whole;
    return kind === 'DATE' ? date.toLocaleDateString() : date.toLocaleTimeString();
  });

const actionRow = (actions) =>
  Array.isArray(actions) &&
  actions.length > 0 &&
  h(
    'p',
    { class: 'card-actions' },
    actions.map((action) => linkButton(action.title ?? 'Open', action.url)),
  );

const linkButton = (label, url) =>
  typeof url === 'string' && /^https?:/i.test(url)
    ? h('a', { class: 'button small', href: url, target: '_blank', rel: 'noreferrer noopener' }, label)
    : h('span', { class: 'button small', 'aria-disabled': 'true' }, label);

/** Slack's blocks: sections, headers, context, dividers and link buttons. */
export const renderBlocks = (blocks) => h('div', { class: 'blocks' }, blocks.map(block));

const block = (element) => {
  switch (element.type) {
    case 'header':
      return h('p', { class: 'block-header' }, element.text?.text ?? '');
    case 'section':
      return h(
        'div',
        { class: 'text' },
        blockText(element.text),
        element.fields &&
          h(
            'div',
            { class: 'columns' },
            element.fields.map((field) => h('div', {}, blockText(field))),
          ),
      );
    case 'context':
      return h(
        'p',
        { class: 'context' },
        (element.elements ?? []).map((part) => [blockText(part), ' ']),
      );
    case 'rich_text':
      return h(
        'div',
        { class: 'text' },
        (element.elements ?? []).map((section) =>
          (section.elements ?? []).map((part) =>
            part.type === 'link' ? linkIn(part.url, part.text ?? part.url) : (part.text ?? ''),
          ),
        ),
      );
    case 'divider':
      return h('hr');
    case 'markdown':
      return h('div', { class: 'text' }, richText(element.text ?? '', 'markdown'));
    case 'actions':
      return h(
        'p',
        { class: 'card-actions' },
        (element.elements ?? []).map((part) => linkButton(part.text?.text ?? 'Open', part.url)),
      );
    default:
      return h('p', { class: 'context' }, `[${element.type}]`);
  }
};

const blockText = (text) => (text ? richText(text.text ?? '', text.type === 'mrkdwn' ? 'slack' : 'plain') : []);
