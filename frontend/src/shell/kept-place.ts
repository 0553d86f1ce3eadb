import { useEffect } from 'react';

/** Parts of a page that can take the focus of a removed control. */
const PLACES = 'main, main :is(li, tr, form, section[aria-labelledby])';

/**
 * Moves the focus to the nearest remaining part of the page when the focused control is removed, for instance the
 * button that deleted its row. Otherwise, keyboard users and screen readers would begin again at the top.
 */
export function useKeptPlace(): void {
  useEffect(() => {
    let focused: Node | undefined;
    let places: HTMLElement[] = [];
    const follow = ({ target }: FocusEvent) => {
      const around = [...document.querySelectorAll<HTMLElement>(PLACES)].filter((place) =>
        place.contains(target as Node),
      );
      // The focus of a dialog goes back to the page.
      if (around[0]) [focused, places] = [target as Node, around];
    };
    const observer = new MutationObserver(() => {
      if (!focused || focused.isConnected || document.activeElement !== document.body) return;
      focused = undefined;
      const place = places.findLast(({ isConnected }) => isConnected);
      // An open dialog keeps the focus.
      if (!place || place.closest('[aria-hidden=true], [inert]')) return;
      if (!place.hasAttribute('tabindex')) {
        place.tabIndex = -1;
        place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true });
      }
      place.focus({ preventScroll: true });
    });
    observer.observe(document.body, { childList: true, subtree: true });
    addEventListener('focusin', follow);
    return () => {
      observer.disconnect();
      removeEventListener('focusin', follow);
    };
  }, []);
}
