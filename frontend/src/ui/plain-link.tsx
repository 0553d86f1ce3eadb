import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/**
 * A link to a page of the app for lists of hundreds: each of the router's own links computes its address anew at every
 * navigation. The page is fetched shortly before the click.
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
        // A click on the row around it may mean something as well.
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
