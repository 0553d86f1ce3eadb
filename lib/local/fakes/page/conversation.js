import { renderBlocks, renderCard } from './cards.js';
import { dayOf, h, icon, timeOf } from './dom.js';
import { openInspector } from './inspector.js';
import { richText } from './rich-text.js';
import { accepted } from './store.js';

/** Shows a conversation, oldest first; what is there already stays, so that reading is not disturbed. */
export const renderConversation = (body, provider, thread, entries) => {
  let log = body.querySelector('.log');
  if (!log) {
    log = h('div', { class: 'log', role: 'log', 'aria-label': `Messages in ${thread.title}`, tabindex: '0' });
    body.replaceChildren(log);
  }
  const known = new Set([...log.children].map((child) => child.dataset.id));
  const fresh = entries.filter((entry) => !known.has(String(entry.id)) && (entry.bubble || failedUpdate(entry)));
  const wanted = new Set(entries.map((entry) => String(entry.id)));
  for (const child of [...log.children]) if (child.dataset.id && !wanted.has(child.dataset.id)) child.remove();
  log.classList.toggle('empty', log.childElementCount + fresh.length === 0);
  if (fresh.length === 0) return;

  const atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 80;
  for (const entry of fresh) {
    if (log.dataset.day !== dayOf(entry.at)) {
      log.dataset.day = dayOf(entry.at);
      log.append(h('p', { class: 'day', 'data-id': String(entry.id) }, h('span', {}, dayOf(entry.at))));
    }
    log.append(messageOf(provider, thread, entry, log.lastElementChild));
  }
  if (atEnd || known.size === 0) log.scrollTop = log.scrollHeight;
};

/** An update the product did not take is worth a line; one that it took speaks for itself. */
const failedUpdate = (entry) => entry.kind === 'sent' && !accepted(entry);

const messageOf = (provider, thread, entry, previous) => {
  const id = String(entry.id);
  if (!entry.bubble) {
    const reason = entry.status === 0 ? 'nobody answered' : `it answered ${entry.status}`;
    return h(
      'p',
      { class: 'event warn', 'data-id': id },
      `Tellhook did not take this: ${reason}. ${provider.name} will try again. `,
      details(entry),
    );
  }
  const { side, author } = entry.bubble;
  if (side === 'system') return h('p', { class: 'event', 'data-id': id }, entry.bubble.text, ' ', timeOf(entry.at));
  const first = previous?.dataset.author !== author;
  const refused = entry.kind === 'received' && !accepted(entry);
  return h(
    'article',
    {
      class: `message ${side}${refused ? ' refused' : ''}${first ? ' first' : ''}`,
      'data-id': id,
      'data-author': author,
    },
    side === 'product' && h('span', { class: 'avatar', 'aria-hidden': 'true' }, first ? icon(avatarOf(provider)) : ''),
    h(
      'div',
      { class: 'bubble' },
      h('p', { class: first && (side === 'product' || thread.kind !== 'person') ? 'author' : 'sr' }, author),
      contentOf(entry.bubble),
      refused && h('p', { class: 'fate' }, icon('warn'), `Not delivered: ${fateOf(entry)}`),
      !refused && entry.note && h('p', { class: 'fate' }, icon('warn'), entry.note),
      h('p', { class: 'meta' }, timeOf(entry.at), entry.kind === 'received' && details(entry)),
    ),
  );
};

const avatarOf = (provider) =>
  provider.slug === 'telegram' || provider.slug === 'whatsapp' ? provider.slug : 'tellhook';

const fateOf = (entry) => {
  if (entry.status === 0) return entry.note ?? 'no answer';
  return `${entry.status} ${wordsOf(entry.refusal ?? '')}`;
};

/** The words of a refusal, out of whichever form the provider puts them in. */
const wordsOf = (text) => {
  try {
    const body = JSON.parse(text);
    const error = body.error ?? body;
    return [error.code && typeof error.code === 'string' ? error.code : '', error.description ?? error.message ?? '']
      .filter(Boolean)
      .join(': ');
  } catch {
    return text;
  }
};

const contentOf = (bubble) => {
  if (bubble.card) return renderCard(bubble.card);
  if (bubble.blocks) return renderBlocks(bubble.blocks);
  if (bubble.format === 'json') return h('pre', { class: 'json' }, bubble.text);
  return h('div', { class: 'text' }, richText(bubble.text, bubble.format));
};

const details = (entry) =>
  h(
    'button',
    { type: 'button', class: 'details', on: { click: () => openInspector(entry.id) } },
    'Request',
    h('span', { class: 'sr' }, ` of ${new Date(entry.at).toLocaleTimeString()}`),
  );
