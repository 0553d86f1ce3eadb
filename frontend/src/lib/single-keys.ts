import { isPaletteOpen } from './palette-state.ts';

const KEY = 'single-keys';

/** True if single-key shortcuts are enabled, which is the default. */
export const singleKeysWanted = (): boolean => localStorage.getItem(KEY) !== 'off';

export function wantSingleKeys(wanted: boolean): void {
  if (wanted) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, 'off');
}

/** True if shortcuts are enabled and the keystroke is meant neither for a field nor for the opening palette. */
export function isSingleKey(event: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey' | 'target'>): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || !singleKeysWanted() || isPaletteOpen()) return false;
  return !(event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]'));
}
