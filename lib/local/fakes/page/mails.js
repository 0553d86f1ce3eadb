import { api } from './api.js';
import { h } from './dom.js';

/** How the mail is looked at; the mail itself is named by the address, so that it can be linked to. */
const view = { part: 'HTML', scheme: 'Light', width: matchMedia('(min-width: 1100px)').matches ? '700' : '390' };
const choices = { part: ['HTML', 'Plain text'], scheme: ['Light', 'Dark'], width: ['390', '700'] };
const labels = { part: 'Part', scheme: 'Colours', width: 'Width' };

const { mails } = await api('GET', 'mails');
const openMail = () => mails.find(({ id }) => id === location.hash.slice(1)) ?? mails[0];

const choice = (name) =>
  h(
    'div',
    { class: 'choice', role: 'group', 'aria-label': labels[name] },
    choices[name].map((value) =>
      h(
        'button',
        {
          type: 'button',
          'aria-pressed': String(view[name] === value),
          disabled: view.part !== 'HTML' && name !== 'part',
          'data-key': `${name}-${value}`,
          on: {
            click: () => {
              view[name] = value;
              draw();
              document.querySelector(`[data-key="${name}-${value}"]`)?.focus();
            },
          },
        },
        name === 'width' ? `${value} px` : value,
      ),
    ),
  );

const stage = ({ id, name, text }) =>
  view.part === 'HTML'
    ? h('iframe', {
        class: `width-${view.width}`,
        title: `Mail: ${name}`,
        src: `/__fakes/api/mails/${id}?scheme=${view.scheme.toLowerCase()}`,
        sandbox: 'allow-popups allow-popups-to-escape-sandbox',
      })
    : h('pre', {}, text);

const draw = () => {
  const mail = openMail();
  document.getElementById('mails').replaceChildren(
    h('h2', {}, `${mails.length} templates`),
    h(
      'ul',
      {},
      mails.map(({ id, name }) =>
        h(
          'li',
          {},
          h(
            'a',
            { class: 'provider', href: `#${id}`, 'aria-current': id === mail.id ? 'page' : undefined },
            h('span', { class: 'name' }, name),
          ),
        ),
      ),
    ),
  );
  document
    .getElementById('main')
    .replaceChildren(
      h(
        'div',
        { class: 'mails-pane' },
        h(
          'header',
          {},
          h('h1', {}, mail.subject),
          h('p', { class: 'hint' }, mail.when),
          h('div', { class: 'choices' }, choice('part'), choice('scheme'), choice('width')),
        ),
        h('div', { class: 'stage', role: 'group', 'aria-label': 'Preview', tabindex: '0' }, stage(mail)),
      ),
    );
  document.title = `${mail.name} · Tellhook mail templates`;
};

addEventListener('hashchange', draw);
draw();
