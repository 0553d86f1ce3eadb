import { Outlet, useLocation, useRouterState } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useCredentials } from '../data/account.ts';
import { closePalette, isPaletteOpen, openPalette, subscribePalette } from '../lib/palette-state.ts';
import { isSingleKey } from '../lib/single-keys.ts';
import { lazyDialog } from '../ui/lazy-dialog.tsx';
import { ProgressLine } from '../ui/progress-line.tsx';
import { SkipLink } from '../ui/skip-link.tsx';
import { ToastArea } from '../ui/toasts.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { useKeptPlace } from './kept-place.ts';
import { OfflineBar } from './offline-bar.tsx';
import { ReviewBar } from './review-bar.tsx';
import { texts } from './texts.ts';
import { WorkspaceBar, WorkspaceGate } from './workspaces.tsx';

// If the palette's code cannot be loaded, the palette closes, so the page receives the keys again.
const { Part: Palette, fetch: fetchPalette } = lazyDialog(
  () => import('./palette.tsx').then((module) => module.Palette),
  closePalette,
);
const { Part: KeySheet } = lazyDialog(() => import('./key-sheet.tsx').then((module) => module.KeySheet));

/** Delay before the code of toasts and dialogs is loaded. A form needs it if the network fails while the user types. */
const IDLE_MS = 5_000;
const fetchWindows = () =>
  Promise.all([
    import('../ui/toasts-view.tsx'),
    import('../ui/confirm.tsx'),
    import('../ui/help-link.tsx'),
    fetchPalette(),
  ]).catch(() => undefined);

/** The parts of every page: skip link, bar, content, footer, toasts. A new page gets the focus and is announced. */
export function Layout() {
  const main = useRef<HTMLElement>(null);
  const announcement = useAnnouncedPage(main);
  useKeptPlace();
  const paletteOpen = useSyncExternalStore(subscribePalette, isPaletteOpen, () => false);
  const signedIn = useCredentials().logged_in;

  const [sheet, setSheet] = useState(false);

  useEffect(() => {
    if (!signedIn) return;
    const later = setTimeout(fetchWindows, IDLE_MS);
    return () => clearTimeout(later);
  }, [signedIn]);

  // A passive effect runs after the page is visible, so it would miss an early key.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === '?' && isSingleKey(event)) setSheet(true);
      if (!signedIn || event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      openPalette();
    };
    addEventListener('keydown', onKey);
    // Until now, the document's own script kept the key (`build/boot.ts`).
    dispatchEvent(new Event('app'));
    const { dataset } = document.documentElement;
    if (signedIn && dataset.palette) openPalette();
    delete dataset.palette;
    return () => removeEventListener('keydown', onKey);
  }, [signedIn]);

  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink to="main">{texts.skip}</SkipLink>
      <Header signedIn={signedIn} />
      <PageProgress />
      <OfflineBar />
      {signedIn && <WorkspaceBar />}
      {signedIn && <ReviewBar />}
      <main id="main" ref={main} tabIndex={-1} className="min-h-dvh flex-1">
        <WorkspaceGate>
          <Outlet />
        </WorkspaceGate>
      </main>
      <Footer />
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <ToastArea />
      {paletteOpen && <Palette />}
      {sheet && <KeySheet onClose={() => setSheet(false)} />}
    </div>
  );
}

/** Shows that the page of a clicked link is loading. */
const PageProgress = () => useRouterState({ select: ({ isLoading }) => isLoading }) && <ProgressLine />;

/** Moves the focus to each new page, and returns the title to announce. */
function useAnnouncedPage(main: React.RefObject<HTMLElement | null>): string {
  const pathname = useLocation({ select: (location) => location.pathname });
  const before = useRef(pathname);
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname, main]);
  // A page sets its title when its code and data are loaded, which can be long after the path has changed.
  useEffect(() => {
    let known = document.title;
    const observer = new MutationObserver(() => {
      if (document.title === known) return;
      known = document.title;
      setAnnouncement(known);
    });
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, []);
  return announcement;
}
