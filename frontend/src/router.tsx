import { QueryClientProvider } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { queryClient } from './lib/services.ts';
import { routeTree } from './routeTree.gen.ts';
import { CrashPage, NotFoundPage } from './shell/error-page.tsx';
import { PageSkeleton } from './shell/page-skeleton.tsx';

export const router = createRouter({
  routeTree,
  context: { queryClient },
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 200,
  defaultPendingMinMs: 0,
  defaultPendingComponent: PageSkeleton,
  defaultErrorComponent: CrashPage,
  defaultNotFoundComponent: NotFoundPage,
  scrollRestoration: true,
  Wrap: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
