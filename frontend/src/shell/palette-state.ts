/** Whether the command palette is open; it is drawn by lazily loaded code, opened from anywhere. */
let open = false;
const listeners = new Set<() => void>();

const set = (next: boolean) => {
  open = next;
  for (const listener of listeners) listener();
};

export const openPalette = (): void => set(true);
export const closePalette = (): void => set(false);
export const isPaletteOpen = (): boolean => open;
export const subscribePalette = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** '⌘K' on Apple's keyboards, 'Ctrl K' elsewhere. */
export const shortcutHint = (): string => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K');
