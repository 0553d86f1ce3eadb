import { useSyncExternalStore } from 'react';

/**
 * The view in the URL's hash: `#slack/C0GENERAL01`, `#slack?requests`, `#email/12`. Without one, phones show the list.
 */
interface Place {
  slug: string;
  thread: string | undefined;
  requests: boolean;
}

const subscribe = (listener: () => void) => {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
};

/** The decoded hash of the URL, without its #. */
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

/** True if list and conversation fit next to each other. */
export const useWide = (): boolean => useSyncExternalStore(subscribeWide, () => wide.matches);

/** A code from a deep link of the product (`/__fakes/telegram/<bot>?start=CODE`), which can be sent with one click. */
export interface Pending {
  slug: string;
  code: string;
  /** True if the code is for a new group with the bot. */
  group: boolean;
}

export const pendingCode = (): Pending | undefined => {
  const slug = /^\/__fakes\/(\w+)/.exec(location.pathname)?.[1];
  const query = new URLSearchParams(location.search);
  const group = query.get('startgroup');
  const code = group ?? query.get('start') ?? query.get('text');
  return slug && code ? { slug, code, group: group !== null } : undefined;
};

/** Opens a view. It also removes a used deep link from the URL, so a reload does not offer the code again. */
export const goTo = (hash: string): void => {
  if (location.pathname === '/__fakes') location.hash = hash;
  else {
    history.replaceState(null, '', `/__fakes#${hash}`);
    dispatchEvent(new HashChangeEvent('hashchange'));
  }
};
