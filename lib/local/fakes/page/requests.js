import { h, whenOf } from './dom.js';
import { openInspector, pathOf, toneOf } from './inspector.js';
import { entriesOf } from './store.js';

const shownAtMost = 200;

/** Every call between the product and a provider, newest first. */
export const renderRequests = (body, provider) => {
  const calls = entriesOf(provider.slug).filter((entry) => entry.kind !== 'user');
  const print = `${calls.length}-${calls.at(-1)?.id}`;
  if (body.dataset.print === print) return;
  body.dataset.print = print;
  if (calls.length === 0) {
    body.replaceChildren(h('p', { class: 'guide' }, `Tellhook and ${provider.name} have not spoken yet.`));
    return;
  }
  body.replaceChildren(
    h(
      'div',
      { class: 'requests', tabindex: '0', role: 'region', 'aria-label': `Requests of ${provider.name}` },
      h(
        'table',
        {},
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            ['Time', 'Direction', 'Call', 'Answer'].map((title) => h('th', { scope: 'col' }, title)),
          ),
        ),
        h(
          'tbody',
          {},
          calls
            .slice(-shownAtMost)
            .reverse()
            .map((entry) => row(entry, provider)),
        ),
      ),
    ),
  );
};

const row = (entry, provider) =>
  h(
    'tr',
    {},
    h('td', {}, whenOf(entry.at)),
    h('td', {}, entry.kind === 'sent' ? 'To Tellhook' : `To ${provider.name}`),
    h(
      'td',
      { class: 'call' },
      h(
        'button',
        { type: 'button', class: 'row-button', on: { click: () => openInspector(entry.id) } },
        h('b', {}, entry.method),
        ' ',
        entry.mail ? entry.mail.subject : pathOf(entry.url),
      ),
      entry.note && h('span', { class: 'note' }, entry.note),
    ),
    h(
      'td',
      {},
      h('span', { class: `badge ${toneOf(entry.status)}` }, entry.status === 0 ? 'none' : String(entry.status)),
    ),
  );
