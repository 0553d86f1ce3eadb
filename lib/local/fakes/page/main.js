import { composer, creatorOf, startBanner, threadActions } from './acting.js';
import { behaviourChip, openBehaviour } from './behaviour.js';
import { renderConversation } from './conversation.js';
import { announce, h, icon } from './dom.js';
import { guideOf } from './guides.js';
import { renderMailbox } from './mailbox.js';
import { renderRequests } from './requests.js';
import { renderSide } from './side.js';
import { liveliestThread, markSeen, providerOf, refresh, store, threadEntries } from './store.js';

/** Where the person is: `#slack/C0GENERAL01`, `#slack?requests`, `#email/12`; nothing shows the list on phones. */
const readPlace = () => {
  const [path, query] = decodeURIComponent(location.hash.slice(1)).split('?');
  const [slug, ...rest] = path.split('/');
  return { slug, thread: rest.join('/') || undefined, requests: query === 'requests' };
};

/** A deep link of the product (`/__fakes/telegram/<bot>?start=CODE`) opens the chat with the code ready to send. */
const link = /^\/__fakes\/(\w+)/.exec(location.pathname)?.[1];
const query = new URLSearchParams(location.search);
const pending = link
  ? { slug: link, start: query.get('start') ?? query.get('text'), group: query.get('startgroup') }
  : undefined;
if (link && !location.hash) history.replaceState(null, '', `${location.pathname}${location.search}#${link}`);

const main = document.getElementById('main');
let shown = '';

const draw = () => {
  const place = readPlace();
  const provider =
    providerOf(place.slug) ?? (matchMedia('(min-width: 768px)').matches ? store.providers[0] : undefined);
  document.body.classList.toggle('in-thread', providerOf(place.slug) !== undefined);
  const side = document.getElementById('providers');
  if (!provider) {
    renderSide(side);
    shown = '';
    main.replaceChildren(h('h1', { class: 'sr' }, 'Providers'));
    return;
  }
  const threadId = provider.slug === 'email' ? 'inbox' : (place.thread ?? liveliestThread(provider));
  const thread = provider.threads.find((candidate) => candidate.id === threadId);
  const view = place.requests ? 'requests' : provider.slug === 'email' ? 'mail' : thread ? 'thread' : 'guide';
  if (view === 'thread' && document.visibilityState === 'visible') markSeen(provider.slug, thread.id);

  const identity = JSON.stringify([
    provider.slug,
    thread?.id,
    view,
    view === 'mail' ? place.thread : '',
    pending?.start,
    pending?.group,
  ]);
  if (identity !== shown) {
    shown = identity;
    main.replaceChildren(
      h(
        'div',
        { class: `view p-${provider.slug}` },
        h('header', { class: 'view-head' }),
        h('div', { class: 'view-body' }),
        h('div', { class: 'view-foot' }),
      ),
    );
    drawFoot(provider, view === 'thread' ? thread : undefined);
  }
  const [head, body] = main.firstElementChild.children;
  drawHead(head, provider, thread, view, view === 'mail' && place.thread !== undefined);
  if (view === 'requests') renderRequests(body, provider);
  else if (view === 'mail') renderMailbox(body, place.thread, act);
  else if (view === 'thread') renderConversation(body, provider, thread, threadEntries(provider.slug, thread.id));
  else if (body.childElementCount === 0) body.append(guideOf(provider));
  renderSide(side, provider, view === 'thread' ? thread.id : undefined);
  document.title = `${thread && view === 'thread' ? `${thread.title} · ` : ''}${provider.name} · Tellhook providers`;
};

const drawHead = (head, provider, thread, view, reading) => {
  const print = JSON.stringify([provider.behaviour, thread, view, reading]);
  if (head.dataset.print === print) return;
  head.dataset.print = print;
  const focused = head.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  const heading = view === 'thread' ? thread.title : provider.name;
  head.replaceChildren(
    h(
      'a',
      {
        class: 'icon-button back',
        href: reading ? '#email' : '#',
        'aria-label': reading ? 'Back to the inbox' : 'Back to the providers',
      },
      icon('back'),
    ),
    h(
      'div',
      { class: 'heading' },
      h(
        'h1',
        {},
        view === 'thread' && thread.kind === 'channel' && provider.slug !== 'telegram' ? `# ${heading}` : heading,
      ),
      view === 'thread' && thread.state ? h('span', { class: 'badge warn' }, thread.state) : undefined,
    ),
    h(
      'div',
      { class: 'head-actions' },
      view === 'thread' ? threadActions(provider, thread, act) : [],
      creatorOf(provider, act),
      h(
        'a',
        {
          class: 'button small quiet',
          'data-key': 'requests',
          href: view === 'requests' ? `#${provider.slug}` : `#${provider.slug}?requests`,
        },
        icon(view === 'requests' ? 'back' : 'code'),
        view === 'requests' ? 'Messages' : 'Requests',
      ),
      behaviourChip(provider, () => openBehaviour(provider, update)),
    ),
  );
  if (focused) head.querySelector(`[data-key="${focused}"]`)?.focus();
};

const drawFoot = (provider, thread) => {
  const foot = main.firstElementChild.children[2];
  const banner = pending?.slug === provider.slug ? startBanner(pending, provider, act, done) : undefined;
  foot.replaceChildren(...[banner, thread && composer(provider, thread, act)].filter(Boolean));
};

/** Once a deep link did its work, the address forgets it, so that a reload does not offer the code again. */
const done = (thread) => {
  pending.start = null;
  pending.group = null;
  history.replaceState(null, '', `/__fakes#${pending.slug}/${thread}`);
};

/** Runs something the person did, shows what came of it, and says so when it went wrong. */
const act = async (action) => {
  try {
    const result = await action();
    await update();
    return result;
  } catch (error) {
    announce(error.message);
    const note = h('p', { class: 'toast', role: 'alert' }, icon('warn'), error.message);
    document.body.append(note);
    setTimeout(() => note.remove(), 8000);
    return undefined;
  }
};

const update = async () => {
  await refresh();
  document.body.classList.toggle('offline', !store.connected);
  draw();
};

const themeButton = document.getElementById('theme');
const drawTheme = () =>
  themeButton.replaceChildren(icon(document.documentElement.dataset.scheme === 'dark' ? 'sun' : 'moon'));
themeButton.addEventListener('click', () => {
  const next = document.documentElement.dataset.scheme === 'dark' ? 'light' : 'dark';
  localStorage.setItem('scheme', next);
  document.documentElement.dataset.scheme = next;
  drawTheme();
});
drawTheme();

addEventListener('hashchange', () => {
  draw();
  main.focus({ preventScroll: true });
});
matchMedia('(min-width: 768px)').addEventListener('change', draw);
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && update());

/** One look a second, and none while nobody looks. */
const poll = async () => {
  if (document.visibilityState === 'visible') {
    const changed = await refresh();
    document.body.classList.toggle('offline', !store.connected);
    if (changed) draw();
  }
  setTimeout(poll, 1000);
};
await update();
setTimeout(poll, 1000);
