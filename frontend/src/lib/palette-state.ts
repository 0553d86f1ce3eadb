/** True if the command palette is open. Its code is loaded on demand, and it can be opened from anywhere. */
let open = false;
/** The text typed after the palette was opened and before its field had the focus. */
let typed = '';
const listeners = new Set<() => void>();

const set = (next: boolean) => {
  open = next;
  typed = '';
  removeEventListener('keydown', keepKey, true);
  if (next) addEventListener('keydown', keepKey, true);
  for (const listener of listeners) listener();
};

/** Until the field has the focus, the palette receives all keys, and the rest of the page none. */
const keepKey = (event: KeyboardEvent) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  event.stopPropagation();
  event.preventDefault();
  if (event.key === 'Escape') return closePalette();
  if (event.key === 'Backspace') typed = [...typed].slice(0, -1).join('');
  else if ([...event.key].length === 1) typed += event.key;
};

export const openPalette = (): void => {
  if (!open) set(true);
};
export const closePalette = (): void => set(false);
export const isPaletteOpen = (): boolean => open;

/**
 * Called when the palette's field gets the focus.
 * @returns the text typed until then
 */
export const takeTyped = (): string => {
  const kept = typed;
  typed = '';
  removeEventListener('keydown', keepKey, true);
  return kept;
};

export const subscribePalette = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The shortcut of the palette: '⌘K' on Apple's keyboards, 'Ctrl K' elsewhere. */
export const shortcutHint = (): string => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K');
