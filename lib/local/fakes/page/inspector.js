import { api } from './api.js';
import { openDialog } from './dialog.js';
import { copyButton, h, timeOf } from './dom.js';

/** The raw request and its answer, as they went over the wire; secrets were replaced before they were kept. */
export const openInspector = async (id) => {
  const entry = await api('GET', `entries/${id}`);
  openDialog(
    `${entry.method} ${pathOf(entry.url)}`,
    h(
      'dl',
      { class: 'facts wide' },
      row('Direction', entry.kind === 'sent' ? 'Provider to Tellhook' : 'Tellhook to provider'),
      row('Address', h('code', {}, entry.url)),
      row('Received', timeOf(entry.at)),
      row(
        'Answer',
        h('span', { class: `badge ${toneOf(entry.status)}` }, entry.status === 0 ? 'none' : String(entry.status)),
      ),
      entry.note && row('Note', entry.note),
    ),
    section('Request body', entry.body, true),
    section('Request headers', headerText(entry.headers)),
    entry.answer && section('Answer body', entry.answer.body, true),
    entry.answer && section('Answer headers', headerText(entry.answer.headers)),
  );
};

export const toneOf = (status) =>
  status >= 200 && status < 400 ? 'ok' : status === 0 || status >= 500 ? 'err' : 'warn';

export const pathOf = (url) => {
  const parsed = URL.parse(url);
  return parsed ? parsed.pathname : url;
};

const row = (name, value) => [h('dt', {}, name), h('dd', {}, value)];

const headerText = (headers) =>
  Object.entries(headers ?? {})
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

const section = (title, text, copy) =>
  text &&
  h(
    'section',
    { class: 'raw' },
    h('h3', {}, title, copy && copyButton(text, 'Copy')),
    h('pre', { tabindex: '0', 'aria-label': title }, pretty(text)),
  );

const pretty = (text) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};
