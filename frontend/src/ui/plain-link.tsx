import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/**
 * A link to a page of the app, for lists of hundreds. The router's own links would each compute their URL again at
 * every navigation. The page is fetched shortly before the click.
 */
export function PlainLink({ href, className, children }: { href: string; className: string; children: ReactNode }) {
  const router = useRouter();
  const prefetch = () => void router.preloadRoute({ href } as never).catch(() => undefined);
  return (
    <a
      href={href}
      className={className}
      onPointerEnter={prefetch}
      onFocus={prefetch}
      onClick={(event) => {
        // The surrounding row may handle clicks too.
        event.stopPropagation();
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        void router.navigate({ href });
      }}
    >
      {children}
    </a>
  );
}
