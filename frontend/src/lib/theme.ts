export type Scheme = 'auto' | 'light' | 'dark';

const KEY = 'scheme';

/** The colour of the top bar, as in styles.css and index.html. */
const BAR = { light: '#ffffff', dark: '#12161d' } as const;

/** The stored choice; `auto` follows the system. The boot script reads the same key before the first paint. */
export const chosenScheme = (): Scheme => {
  const value = localStorage.getItem(KEY);
  return value === 'light' || value === 'dark' ? value : 'auto';
};

/** The current scheme. */
export const shownScheme = (): 'light' | 'dark' =>
  typeof document !== 'undefined' && document.documentElement.dataset.scheme === 'dark' ? 'dark' : 'light';

const listeners = new Set<() => void>();

/** Calls `tell` after each change of the scheme, by the user or the system. Returns a function that unsubscribes it. */
export function onScheme(tell: () => void): () => void {
  listeners.add(tell);
  return () => void listeners.delete(tell);
}

export function chooseScheme(scheme: Scheme): void {
  if (scheme === 'auto') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, scheme);
  apply();
}

function apply(): void {
  const chosen = chosenScheme();
  const dark = chosen === 'dark' || (chosen === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.scheme = dark ? 'dark' : 'light';
  for (const tell of listeners) tell();
  // The browser's own bar matches the page, even if the user chose a scheme that differs from the system's.
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const forDark = chosen === 'auto' ? meta.media.includes('dark') : dark;
    meta.content = forDark ? BAR.dark : BAR.light;
  }
}

/** Follows the system while the choice is `auto`. */
export const followSystemScheme = (): void => {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => apply());
  apply();
};
