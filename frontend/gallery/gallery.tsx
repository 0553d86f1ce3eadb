import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { targetKindsQuery } from '../src/data/targets.ts';
import { queryClient } from '../src/lib/services.ts';
import { ToastArea } from '../src/ui/toasts.tsx';
import { type Exhibit, exhibits } from './exhibits.tsx';
import { kinds } from './kinds.ts';

queryClient.setQueryData(targetKindsQuery().queryKey, kinds);

/** Links lead nowhere here: every address shows this page. */
const root = createRootRoute({ component: Outlet });
const everywhere = createRoute({ getParentRoute: () => root, path: '$', component: Everything });
const router = createRouter({
  routeTree: root.addChildren([everywhere]),
  history: createMemoryHistory({ initialEntries: ['/gallery'] }),
});

/** Every part of the user interface in all its states, in light and in dark colours beside each other. */
export function Gallery() {
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>
  );
}

function Everything() {
  return (
    <>
      <main className="grid min-h-dvh grid-cols-1 lg:grid-cols-2">
        <Column scheme="light" />
        <Column scheme="dark" />
      </main>
      <ToastArea />
    </>
  );
}

function Column({ scheme }: { scheme: 'light' | 'dark' }) {
  return (
    <div
      data-scheme={scheme}
      className="min-w-0 bg-bg p-6 text-ink"
      // Windows and toasts lie outside the columns: they get the colours of the one they were opened from.
      onClickCapture={() => {
        document.documentElement.dataset.scheme = scheme;
      }}
    >
      <h1 className="text-h1-wide font-semibold">The parts of Tellhook, {scheme}</h1>
      {exhibits.map((exhibit) => (
        <Shown key={exhibit.name} {...exhibit} />
      ))}
    </div>
  );
}

function Shown({ name, about, states }: Exhibit) {
  return (
    <section aria-label={name} className="mt-10">
      <h2 className="text-h2 font-semibold">{name}</h2>
      <p className="mb-4 text-meta text-ink-2">{about}</p>
      <dl className="flex flex-wrap items-start gap-x-6 gap-y-5">
        {Object.entries(states).map(([state, shown]) => (
          <div key={state} className="min-w-0 max-w-full">
            <dt className="mb-1.5 text-label text-ink-3">{state}</dt>
            <dd className="min-w-0">{shown}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
