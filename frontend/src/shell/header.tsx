import { LogOut, Menu, Search, Settings, X } from 'virtual:icons';
import { Link, useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { useLogout } from '../data/account.ts';
import { openPalette, shortcutHint } from '../lib/palette-state.ts';
import { showError } from '../lib/services.ts';
import { ButtonLink, buttonLook, IconButton } from '../ui/button.tsx';
import { Logo } from '../ui/icons.tsx';
import { PRODUCT } from '../ui/page.tsx';
import { SchemeButton } from '../ui/scheme-button.tsx';
import { NavLinks } from './nav.tsx';
import { texts } from './texts.ts';
import { WorkspaceButton } from './workspaces.tsx';

/** The bar on every page; below 768 px, the links are in a drawer. */
export function Header({ signedIn }: { signedIn: boolean }) {
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-surface">
      <div className="page-width flex h-14 items-center min-[360px]:gap-1">
        <Link
          to="/"
          aria-label={PRODUCT}
          className="mr-3 flex min-h-9 items-center gap-2.5 rounded-control text-h2 font-semibold tracking-[-0.01em]"
        >
          <Logo />
          <span>{PRODUCT}</span>
        </Link>
        <nav aria-label="Main" className="hidden items-center gap-1 md:flex">
          <NavLinks signedIn={signedIn} />
        </nav>
        <div className="flex-1" />
        {signedIn && <SearchButton />}
        <SchemeButton />
        {signedIn ? <SignedInButtons /> : <VisitorButtons />}
        <Drawer signedIn={signedIn} />
      </div>
    </header>
  );
}

function SearchButton() {
  return (
    <>
      <button
        type="button"
        onClick={openPalette}
        className={`${buttonLook({ tone: 'secondary' })} mr-1 !hidden !border-line !font-normal !text-ink-2 lg:!inline-flex`}
      >
        <Search size={16} aria-hidden />
        {texts.search}
        <kbd className="ml-1 rounded-[5px] border border-line px-1.5 font-sans text-label">{shortcutHint()}</kbd>
      </button>
      <span className="lg:hidden">
        <IconButton label={texts.search} onClick={openPalette}>
          <Search size={18} aria-hidden />
        </IconButton>
      </span>
    </>
  );
}

function SignedInButtons() {
  return (
    <>
      <WorkspaceButton />
      <Link
        to="/user/settings"
        aria-label={texts.settings}
        title={texts.settings}
        className={`${buttonLook({ tone: 'quiet' })} size-9 !px-0 aria-[current]:!bg-idle-soft aria-[current]:text-ink`}
      >
        <Settings size={18} aria-hidden />
      </Link>
      <span className="hidden md:block">
        <LogoutButton />
      </span>
    </>
  );
}

function useLeave() {
  const logout = useLogout();
  const navigate = useNavigate();
  // The session ends in this browser even if the server cannot be reached, which is shown as an error. The request is
  // awaited, because callbacks would be lost when this button disappears with the session.
  return async () => {
    await logout.mutateAsync().catch((error: unknown) => showError(error));
    await navigate({ to: '/login' });
  };
}

function LogoutButton() {
  const leave = useLeave();
  return (
    <IconButton label={texts.logout} onClick={() => void leave()}>
      <LogOut size={18} aria-hidden />
    </IconButton>
  );
}

function VisitorButtons() {
  return (
    <div className="hidden items-center gap-2 md:flex">
      <ButtonLink to="/login" tone="link">
        {texts.anonymous.login}
      </ButtonLink>
      <ButtonLink to="/register" tone="primary">
        {texts.anonymous.register}
      </ButtonLink>
    </div>
  );
}

function Drawer({ signedIn }: { signedIn: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const leave = useLeave();
  const close = () => dialog.current?.close();
  return (
    <div className="md:hidden">
      <IconButton label={texts.menu} aria-haspopup="dialog" onClick={() => dialog.current?.showModal()}>
        <Menu size={20} aria-hidden />
      </IconButton>
      <dialog
        ref={dialog}
        aria-label={texts.menu}
        onClick={(event) => event.target === dialog.current && close()}
        onKeyDown={(event) => event.key === 'Escape' && close()}
        className="m-0 ml-auto h-dvh max-h-none w-[min(320px,85vw)] border-l border-line bg-raised p-0 text-ink shadow-raised backdrop:bg-backdrop"
      >
        <div className="flex h-full flex-col gap-1 p-3">
          <div className="mb-1 flex items-center justify-between pl-3.5">
            <span className="font-semibold">{PRODUCT}</span>
            <IconButton label={texts.closeMenu} onClick={close}>
              <X size={20} aria-hidden />
            </IconButton>
          </div>
          <nav aria-label="Menu" className="flex flex-col gap-1">
            <NavLinks signedIn={signedIn} tall onNavigate={close} />
          </nav>
          <div className="flex-1" />
          {signedIn ? (
            <button
              type="button"
              className={`${buttonLook({ tone: 'secondary', size: 'large' })} w-full`}
              onClick={() => {
                close();
                void leave();
              }}
            >
              <LogOut size={18} aria-hidden />
              {texts.logout}
            </button>
          ) : (
            <div className="flex flex-col gap-2">
              <ButtonLink to="/login" size="large" onClick={close}>
                {texts.anonymous.login}
              </ButtonLink>
              <ButtonLink to="/register" tone="primary" size="large" onClick={close}>
                {texts.anonymous.register}
              </ButtonLink>
            </div>
          )}
        </div>
      </dialog>
    </div>
  );
}
