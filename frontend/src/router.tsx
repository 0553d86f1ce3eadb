import { QueryClientProvider } from '@tanstack/react-query';
import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { queryClient } from './lib/services.ts';
import { routeTree } from './routeTree.gen.ts';
import { CrashPage, NotFoundPage } from './shell/error-page.tsx';
import { PageSkeleton } from './shell/page-skeleton.tsx';

/** Lets the router scroll, unless the visitor has scrolled the prerendered page before its code arrived. */
const unlessScrolled = () => {
  let isFirst = true;
  return (): boolean => {
    const keep = isFirst && scrollY > 0;
    isFirst = false;
    return !keep;
  };
};

/** Creates the app's router, with the browser's history unless another one is given. */
export const createAppRouter = (history?: RouterHistory) =>
  createRouter({
    routeTree,
    ...(history ? { history } : { scrollRestoration: unlessScrolled() }),
    context: { queryClient },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 200,
    defaultPendingMinMs: 0,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: CrashPage,
    defaultNotFoundComponent: NotFoundPage,
    Wrap: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
