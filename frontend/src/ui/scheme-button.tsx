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
      {dark ? <Sun size={18} aria-hidden /> : <Moon size={18} aria-hidden />}
    </IconButton>
  );
}
