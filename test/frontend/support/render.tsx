import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { configure, render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { queryClient } from '../../../frontend/src/lib/services.ts';

// The first use of a dialog loads its code, which can take longer than the default second on a slow machine.
configure({ asyncUtilTimeout: 10_000 });

/** Renders a page inside a router that accepts every URL. `at` can have a hash. `path()` returns the current path. */
export async function renderPage(page: ReactElement, at = '/page') {
  const root = createRootRoute({ component: Outlet });
  const here = createRoute({ getParentRoute: () => root, path: at.replace(/#.*/, ''), component: () => page });
  const elsewhere = createRoute({ getParentRoute: () => root, path: '$', component: () => <p>elsewhere</p> });
  const router = createRouter({
    routeTree: root.addChildren([here, elsewhere]),
    history: createMemoryHistory({ initialEntries: [at] }),
  });
  await router.load();
  const view = render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return { ...view, path: () => router.state.location.pathname };
}
