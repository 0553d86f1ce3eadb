import { isPaletteOpen } from './palette-state.ts';

const KEY = 'single-keys';

/** True if shortcuts of one key are on; they are, unless switched off in the settings. */
export const singleKeysWanted = (): boolean => localStorage.getItem(KEY) !== 'off';

export function wantSingleKeys(wanted: boolean): void {
  if (wanted) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, 'off');
}

/** True if a keystroke is a shortcut: one enabled key, meant neither for a field nor for the opening palette. */
export function isSingleKey(event: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey' | 'target'>): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || !singleKeysWanted() || isPaletteOpen()) return false;
  return !(event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]'));
}
