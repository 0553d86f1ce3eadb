import { api } from './api.js';
import { h, icon, whenOf } from './dom.js';
import { guideOf } from './guides.js';
import { openInspector } from './inspector.js';
import { richText } from './rich-text.js';
import { accepted, entriesOf, isRead, markRead, providerOf } from './store.js';

let chosenPart = 'html';

/** The inbox of everybody the product writes to: a list, and the opened mail beside it. */
export const renderMailbox = (body, openId, act) => {
  const mails = entriesOf('email')
    .filter((entry) => entry.mail)
    .reverse();
  const open = mails.find((entry) => String(entry.id) === openId);
  if (open && document.visibilityState === 'visible') markRead(open);
  const print = JSON.stringify([openId, open?.note, mails[0]?.id, mails.length, mails.filter(isRead).length]);
  if (body.dataset.print === print) return;
  body.dataset.print = print;
  if (mails.length === 0) {
    body.replaceChildren(guideOf(providerOf('email')));
    return;
  }
  const kept = body.querySelector('.mail');
  const pane =
    kept && kept.dataset.id === openId && kept.dataset.note === open?.note
      ? kept
      : open
        ? mailPane(open, act)
        : nothingOpen();
  const list = h(
    'ul',
    { class: 'mails', 'aria-label': 'Mails, newest first' },
    mails.map((entry) => item(entry, entry === open)),
  );
  const scrolled = body.querySelector('.mails')?.scrollTop ?? 0;
  // The opened mail stays in the page: its frame would load again otherwise.
  if (kept === pane) body.querySelector('.mails').replaceWith(list);
  else body.replaceChildren(h('div', { class: `mailbox${open ? ' reading' : ''}` }, list, pane));
  list.scrollTop = scrolled;
};

const item = (entry, open) =>
  h(
    'li',
    {},
    h(
      'a',
      {
        class: `mail-item${isRead(entry) ? '' : ' unread'}`,
        href: `#email/${entry.id}`,
        'aria-current': open ? 'page' : undefined,
      },
      h('span', { class: 'mail-line' }, h('span', { class: 'mail-to' }, entry.mail.to), whenOf(entry.at)),
      h('span', { class: 'mail-subject' }, entry.mail.subject || '(no subject)'),
      h(
        'span',
        { class: 'mail-preview' },
        accepted(entry)
          ? entry.mail.text.replace(/\s+/g, ' ').slice(0, 110)
          : `Not sent: ${entry.note ?? entry.status}`,
      ),
      !isRead(entry) && h('span', { class: 'sr' }, 'unread'),
    ),
  );

const nothingOpen = () =>
  h(
    'div',
    { class: 'guide pick' },
    h('p', {}, 'Choose a mail to read it.'),
    h('p', {}, h('a', { href: '/__fakes/mails' }, 'See every mail of the product')),
  );

const mailPane = (entry, act) => {
  const { mail } = entry;
  const parts = [mail.hasHtml && ['html', 'Mail'], mail.text && ['text', 'Plain text']].filter(Boolean);
  const panel = h('div', { class: 'mail-part', role: 'tabpanel', id: 'mail-part', 'aria-labelledby': 'mail-tab-html' });
  const tabs = h('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Parts of the mail' });
  const show = (part) => {
    chosenPart = part;
    panel.setAttribute('aria-labelledby', `mail-tab-${part}`);
    for (const tab of tabs.children) {
      const selected = tab.dataset.part === part;
      tab.setAttribute('aria-selected', String(selected));
      tab.tabIndex = selected ? 0 : -1;
    }
    panel.replaceChildren(
      part === 'html' ? frame(entry) : h('div', { class: 'mail-text', tabindex: '0' }, richText(mail.text, 'plain')),
    );
  };
  for (const [part, label] of parts) {
    tabs.append(
      h(
        'button',
        {
          type: 'button',
          role: 'tab',
          id: `mail-tab-${part}`,
          'data-part': part,
          'aria-controls': 'mail-part',
          on: { click: () => show(part) },
        },
        label,
      ),
    );
  }
  tabs.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    const other = [...tabs.children].find((tab) => tab.tabIndex === -1);
    if (!other) return;
    show(other.dataset.part);
    other.focus();
  });
  if (parts.length > 0) show(parts.some(([part]) => part === chosenPart) ? chosenPart : parts[0][0]);
  return h(
    'article',
    { class: 'mail', 'data-id': String(entry.id), 'data-note': entry.note, 'aria-label': mail.subject },
    h(
      'header',
      {},
      h('h2', {}, mail.subject || '(no subject)'),
      h('dl', { class: 'facts' }, h('dt', {}, 'From'), h('dd', {}, mail.from), h('dt', {}, 'To'), h('dd', {}, mail.to)),
      accepted(entry) && entry.note && h('p', { class: 'fate' }, icon('warn'), entry.note),
      !accepted(entry) && h('p', { class: 'fate' }, icon('warn'), `Not sent: ${entry.note ?? entry.status}`),
      h(
        'div',
        { class: 'mail-bar' },
        tabs,
        h(
          'span',
          { class: 'mail-acts' },
          accepted(entry) &&
            !entry.note && [
              fateButton('Bounce', 'email/bounce', entry, act),
              fateButton('Mark as spam', 'email/complain', entry, act),
            ],
          h('button', { type: 'button', class: 'details', on: { click: () => openInspector(entry.id) } }, 'Source'),
        ),
      ),
    ),
    panel,
  );
};

/** What a recipient's server or the recipient may do with a mail that SES has sent. */
const fateButton = (label, path, entry, act) =>
  h(
    'button',
    { type: 'button', class: 'details', on: { click: () => act(() => api('POST', path, { id: entry.id })) } },
    label,
  );

/** No script runs in the frame and nothing is loaded; links open in a new tab, outside of the sandbox. */
const frame = (entry) =>
  h('iframe', {
    title: `Mail: ${entry.mail.subject}`,
    src: `/__fakes/api/mail/${entry.id}`,
    sandbox: 'allow-popups allow-popups-to-escape-sandbox',
  });
