import { api } from './api.js';

/** What the page knows: the providers, everything that happened, and what was looked at already. */
export const store = { epoch: '', lastId: 0, providers: [], entries: new Map(), connected: true };

const seenKey = 'fakes-seen';
const seen = JSON.parse(localStorage.getItem(seenKey) ?? '{}');

/** Fetches what is new. Resolves to true when anything changed that can be seen. */
export const refresh = async () => {
  const before = fingerprint();
  try {
    const changes = await api('GET', `changes?after=${store.lastId}&epoch=${store.epoch}`);
    if (changes.epoch !== store.epoch) {
      store.entries = new Map();
      store.epoch = changes.epoch;
      store.lastId = 0;
    }
    store.providers = changes.providers;
    store.appUrl = changes.appUrl;
    for (const entry of changes.entries) {
      entriesOf(entry.provider).push(entry);
      store.lastId = Math.max(store.lastId, entry.id);
    }
    if (store.epoch !== marksOf) forgetStaleMarks();
    store.connected = true;
  } catch {
    store.connected = false;
  }
  return fingerprint() !== before;
};

/** A run that kept nothing counts from the start again: marks beyond its last entry are of an earlier run. */
let marksOf = '';
const forgetStaleMarks = () => {
  marksOf = store.epoch;
  for (const [name, mark] of Object.entries(seen)) if (name !== 'mails' && mark > store.lastId) delete seen[name];
  seen.mails = (seen.mails ?? []).filter((id) => id <= store.lastId);
};

const fingerprint = () => JSON.stringify([store.connected, store.epoch, store.lastId, store.providers]);

export const entriesOf = (slug) => {
  if (!store.entries.has(slug)) store.entries.set(slug, []);
  return store.entries.get(slug);
};

export const providerOf = (slug) => store.providers.find((provider) => provider.slug === slug);

export const threadEntries = (slug, thread) => entriesOf(slug).filter((entry) => entry.thread === thread);

export const accepted = (entry) => entry.status >= 200 && entry.status < 300;

/** Messages of a conversation that came since it was last open. */
export const unreadIn = (slug, thread) => {
  if (slug === 'email')
    return entriesOf(slug).filter((entry) => entry.mail && accepted(entry) && !isRead(entry)).length;
  const mark = seen[`${slug}/${thread}`] ?? 0;
  return threadEntries(slug, thread).filter(
    (entry) => entry.id > mark && entry.bubble?.side === 'product' && accepted(entry),
  ).length;
};

export const unreadOf = (provider) =>
  provider.threads.reduce((sum, thread) => sum + unreadIn(provider.slug, thread.id), 0);

export const markSeen = (slug, thread) => {
  const last = threadEntries(slug, thread).at(-1);
  if (!last || (seen[`${slug}/${thread}`] ?? 0) >= last.id) return;
  seen[`${slug}/${thread}`] = last.id;
  keep();
};

export const isRead = (entry) => (seen.mails ?? []).includes(entry.id);

export const markRead = (entry) => {
  if (isRead(entry)) return;
  seen.mails = [...(seen.mails ?? []), entry.id].slice(-500);
  keep();
};

const keep = () => localStorage.setItem(seenKey, JSON.stringify(seen));

/** The conversation something happened in last, else the first there is. */
export const liveliestThread = (provider) => {
  const ids = new Set(provider.threads.map((thread) => thread.id));
  const last = entriesOf(provider.slug).findLast((entry) => entry.bubble && ids.has(entry.thread));
  return last?.thread ?? provider.threads[0]?.id;
};
