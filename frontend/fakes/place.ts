import { useSyncExternalStore } from 'react';

/** Where the person is: `#slack/C0GENERAL01`, `#slack?requests`, `#email/12`; nothing shows the list on phones. */
interface Place {
  slug: string;
  thread: string | undefined;
  requests: boolean;
}

const subscribe = (listener: () => void) => {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
};

/** What stands behind the # of the address. */
export const useHash = (): string => useSyncExternalStore(subscribe, () => decodeURIComponent(location.hash.slice(1)));

export const placeIn = (hash: string): Place => {
  const [path = '', query] = hash.split('?');
  const [slug = '', ...rest] = path.split('/');
  return { slug, thread: rest.join('/') || undefined, requests: query === 'requests' };
};

const wide = matchMedia('(min-width: 48rem)');
const subscribeWide = (listener: () => void) => {
  wide.addEventListener('change', listener);
  return () => wide.removeEventListener('change', listener);
};

/** Whether list and conversation have room beside each other. */
export const useWide = (): boolean => useSyncExternalStore(subscribeWide, () => wide.matches);

/** A code that a deep link of the product brings along (`/__fakes/telegram/<bot>?start=CODE`), to be sent with one press. */
export interface Pending {
  slug: string;
  code: string;
  /** Into a new group, with the bot. */
  group: boolean;
}

export const pendingCode = (): Pending | undefined => {
  const slug = /^\/__fakes\/(\w+)/.exec(location.pathname)?.[1];
  const query = new URLSearchParams(location.search);
  const group = query.get('startgroup');
  const code = group ?? query.get('start') ?? query.get('text');
  return slug && code ? { slug, code, group: group !== null } : undefined;
};

/** Once a deep link did its work, the address forgets it, so that a reload does not offer the code again. */
export const goTo = (hash: string): void => {
  if (location.pathname === '/__fakes') location.hash = hash;
  else {
    history.replaceState(null, '', `/__fakes#${hash}`);
    dispatchEvent(new HashChangeEvent('hashchange'));
  }
};
