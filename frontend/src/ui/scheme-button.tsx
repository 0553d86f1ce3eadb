import { Moon, Sun } from 'virtual:icons';
import { useSyncExternalStore } from 'react';
import { chooseScheme, onScheme, shownScheme } from '../lib/theme.ts';
import { IconButton } from './button.tsx';

/** Switches between light and dark colours and remembers the choice. */
export function SchemeButton() {
  const dark = useSyncExternalStore(onScheme, shownScheme, () => 'light') === 'dark';
  const toggle = () => chooseScheme(dark ? 'light' : 'dark');
  return (
    <IconButton label={dark ? 'Use light colours' : 'Use dark colours'} onClick={toggle}>
      {/* CSS chooses the icon, because prerendered pages don't know the scheme. */}
      <Sun size={18} aria-hidden className="hidden dark:block" />
      <Moon size={18} aria-hidden className="dark:hidden" />
    </IconButton>
  );
}
