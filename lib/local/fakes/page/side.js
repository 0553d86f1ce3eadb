import { h, icon } from './dom.js';
import { store, unreadIn, unreadOf } from './store.js';

/** The list of providers; the open one shows its conversations below, on the phone's list all of them do. */
export const renderSide = (nav, current, threadId) => {
  const print = JSON.stringify([
    current?.slug,
    threadId,
    store.providers.map((provider) => [
      provider.slug,
      provider.behaviour.mode,
      provider.threads.map((thread) => [thread.id, thread.title, thread.state, unreadIn(provider.slug, thread.id)]),
    ]),
  ]);
  if (nav.dataset.print === print) return;
  nav.dataset.print = print;
  const focused = nav.contains(document.activeElement) ? document.activeElement.getAttribute('href') : undefined;
  nav.replaceChildren(
    h(
      'ul',
      {},
      store.providers.map((provider) => {
        const open = provider.slug === current?.slug;
        return h(
          'li',
          {},
          providerLink(provider, open),
          (open || !current) && provider.slug !== 'email' && threadList(provider, threadId),
        );
      }),
    ),
    h('p', { class: 'side-foot' }, h('a', { href: '/targets/new' }, 'Create a target in Tellhook')),
  );
  if (focused) nav.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus();
};

const providerLink = (provider, open) => {
  const unread = unreadOf(provider);
  return h(
    'a',
    { class: `provider p-${provider.slug}`, href: `#${provider.slug}`, 'aria-current': open ? 'true' : undefined },
    h('span', { class: 'tile' }, icon(provider.slug)),
    h('span', { class: 'name' }, provider.name),
    provider.behaviour.mode !== 'ok' &&
      h('span', { class: 'misbehaves' }, icon('warn'), h('span', { class: 'sr' }, ' misbehaves')),
    unread > 0 && countBadge(unread),
  );
};

const threadList = (provider, threadId) =>
  provider.threads.length > 0 &&
  h(
    'ul',
    { class: 'threads' },
    provider.threads.map((thread) => {
      const unread = unreadIn(provider.slug, thread.id);
      return h(
        'li',
        {},
        h(
          'a',
          {
            class: 'thread',
            href: `#${provider.slug}/${thread.id}`,
            'aria-current': threadId === thread.id ? 'page' : undefined,
          },
          icon(thread.kind),
          h('span', { class: 'name' }, thread.title),
          thread.state && h('span', { class: 'state' }, thread.state),
          unread > 0 && countBadge(unread),
        ),
      );
    }),
  );

const countBadge = (count) =>
  h('span', { class: 'count' }, count > 99 ? '99+' : String(count), h('span', { class: 'sr' }, ' unread'));
