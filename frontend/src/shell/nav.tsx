import { Link, useLocation } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { texts } from './texts.ts';

const signedInLinks = [
  { to: '/dashboard', name: 'dashboard' },
  { to: '/targets', name: 'targets' },
  { to: '/webhooks', name: 'webhooks' },
  { to: '/editor', name: 'editor' },
  { to: '/docs', name: 'docs' },
] as const;

/** True if the path contains the link's name. Below /docs, where paths can contain other names, only Docs is active. */
const isActive = (pathname: string, name: string): boolean =>
  pathname.startsWith('/docs/') ? name === 'docs' : pathname.includes(name);

const look = (active: boolean, tall: boolean) =>
  clsx(
    'flex items-center rounded-control px-3.5 font-medium transition-colors',
    tall ? 'min-h-11' : 'min-h-9',
    active
      ? 'bg-idle-soft text-ink forced-colors:underline forced-colors:decoration-2 forced-colors:underline-offset-4'
      : 'text-ink-2 hover:bg-sunken hover:text-ink',
  );

/** The main navigation: Dashboard, Targets, Webhooks, Editor and Docs. Visitors see Home and Help. */
export function NavLinks({
  signedIn,
  tall = false,
  onNavigate,
}: {
  signedIn: boolean;
  tall?: boolean;
  onNavigate?(): void;
}) {
  const pathname = useLocation({ select: (location) => location.pathname });
  if (!signedIn) {
    return (
      <>
        <Link
          to="/"
          aria-current={pathname === '/' ? 'page' : undefined}
          className={look(pathname === '/', tall)}
          onClick={onNavigate}
        >
          {texts.anonymous.home}
        </Link>
        <Link
          to="/docs"
          aria-current={isActive(pathname, 'docs') ? 'page' : undefined}
          className={look(isActive(pathname, 'docs'), tall)}
          onClick={onNavigate}
        >
          {texts.anonymous.help}
        </Link>
      </>
    );
  }
  return signedInLinks.map(({ to, name }) => {
    const active = isActive(pathname, name);
    return (
      <Link
        key={to}
        to={to}
        aria-current={active ? 'page' : undefined}
        className={look(active, tall)}
        onClick={onNavigate}
      >
        {texts.nav[name]}
      </Link>
    );
  });
}
