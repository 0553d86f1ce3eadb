import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/**
 * A link to a page of the app, for lists with hundreds of links. Every router link would compute its URL again on each
 * navigation. The page is prefetched on hover and focus.
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
        // The surrounding row can handle clicks too.
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
