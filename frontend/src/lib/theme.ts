export type Scheme = 'auto' | 'light' | 'dark';

const KEY = 'scheme';

/** The kept choice; `auto` follows the system. The boot script reads the same key before the first paint. */
export const chosenScheme = (): Scheme => {
  const value = localStorage.getItem(KEY);
  return value === 'light' || value === 'dark' ? value : 'auto';
};

/** What is shown now. */
export const shownScheme = (): 'light' | 'dark' =>
  typeof document !== 'undefined' && document.documentElement.dataset.scheme === 'dark' ? 'dark' : 'light';

export function chooseScheme(scheme: Scheme): void {
  if (scheme === 'auto') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, scheme);
  apply();
}

function apply(): void {
  const chosen = chosenScheme();
  const dark = chosen === 'dark' || (chosen === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.scheme = dark ? 'dark' : 'light';
}

/** Follows the system's change while the choice is `auto`. */
export const followSystemScheme = (): void =>
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => apply());
