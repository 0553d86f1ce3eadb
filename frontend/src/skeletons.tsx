import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterContextProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { ForgotPasswordPage } from './features/accounts/forgot-page.tsx';
import { LoginPage } from './features/accounts/login-page.tsx';
import { RegisterPage } from './features/accounts/register-page.tsx';
import { DashboardPage } from './features/dashboard/dashboard-page.tsx';
import { EditorSkeleton } from './features/editor/editor-skeleton.tsx';
import { texts as editor } from './features/editor/texts.ts';
import { SettingsPage } from './features/settings/settings-page.tsx';
import { NewTargetPage } from './features/targets/new-target-page.tsx';
import { TargetPage } from './features/targets/target-page.tsx';
import { TargetsPage } from './features/targets/targets-page.tsx';
import { NewWebhookPage } from './features/webhooks/new-webhook-page.tsx';
import { WebhookPage } from './features/webhooks/webhook-page.tsx';
import { WebhooksPage } from './features/webhooks/webhooks-page.tsx';
import { queryClient } from './lib/services.ts';
import { createAppRouter } from './router.tsx';
import { Header } from './shell/header.tsx';
import { PageSkeleton } from './shell/page-skeleton.tsx';
import { texts } from './shell/texts.ts';
import { Page } from './ui/page.tsx';
import { Skeleton } from './ui/panel.tsx';
import { SkipLink } from './ui/skip-link.tsx';

interface Shape {
  /** A regular expression for the paths that show this skeleton. */
  paths: string;
  /** An example path, which determines the active link in the header. */
  at: string;
  page: ReactNode;
}

/** The editor's skeleton. Its page cannot be rendered here, because its first text is stored only in the browser. */
function EditorFrame() {
  return (
    <Page title={editor.title} intro={`${editor.intro} ${editor.help}`} actions={<Skeleton className="h-9 w-40" />}>
      <div className="grid gap-4 lg:grid-cols-2 lg:grid-rows-[minmax(0,4fr)_minmax(0,5fr)] lg:h-[max(600px,calc(100dvh-184px))]">
        <EditorSkeleton />
      </div>
    </Page>
  );
}

/** Pages for signed-in users. The guards redirect them from login and registration to the dashboard. */
const pagesOfUsers: readonly Shape[] = [
  { paths: '^/(dashboard|login|register)/?$', at: '/dashboard', page: <DashboardPage /> },
  { paths: '^/webhooks/?$', at: '/webhooks', page: <WebhooksPage /> },
  { paths: '^/webhooks/new/?$', at: '/webhooks/new', page: <NewWebhookPage /> },
  { paths: '^/webhooks/', at: '/webhooks/1', page: <WebhookPage id={1} invocations={() => null} /> },
  { paths: '^/targets/?$', at: '/targets', page: <TargetsPage setup={undefined} /> },
  { paths: '^/targets/new/?$', at: '/targets/new', page: <NewTargetPage /> },
  { paths: '^/targets/', at: '/targets/1', page: <TargetPage id={1} setup={undefined} /> },
  { paths: '^/editor/?$', at: '/editor', page: <EditorFrame /> },
  {
    paths: '^/user/settings/?$',
    at: '/user/settings',
    page: <SettingsPage arrival={undefined} onArrived={() => {}} />,
  },
  { paths: '', at: '/debug', page: <PageSkeleton /> },
];

/** Pages for visitors. The guards redirect them from private pages to the login. */
const pagesOfVisitors: readonly Shape[] = [
  {
    paths: '^/(login|dashboard|webhooks|targets|editor|debug|user/(settings|cli))(/|$)',
    at: '/login',
    page: <LoginPage next={undefined} />,
  },
  { paths: '^/register/?$', at: '/register', page: <RegisterPage /> },
  { paths: '^/user/password/forgot/?$', at: '/user/password/forgot', page: <ForgotPasswordPage /> },
  { paths: '', at: '/none', page: <PageSkeleton /> },
];

/** A page rendered without data, shown until the page's code has arrived. */
export interface DrawnSkeleton {
  paths: string;
  signedIn: boolean;
  html: string;
}

/** Renders every kind of page without data. The first one with a matching path is shown. */
export const drawSkeletons = (): DrawnSkeleton[] => [
  ...pagesOfUsers.map((shape) => draw(shape, true)),
  ...pagesOfVisitors.map((shape) => draw(shape, false)),
];

const draw = ({ paths, at, page }: Shape, signedIn: boolean): DrawnSkeleton => {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [at] }));
  const html = renderToString(
    <QueryClientProvider client={queryClient}>
      <RouterContextProvider router={router}>
        <div className="flex min-h-dvh flex-col">
          <SkipLink to="main">{texts.skip}</SkipLink>
          <Header signedIn={signedIn} />
          {/* The page is inert, because typed text or clicks would be lost. */}
          <main inert className="min-h-dvh flex-1 [&_:is(input,textarea,select)]:invisible">
            {page}
          </main>
        </div>
      </RouterContextProvider>
    </QueryClientProvider>,
  );
  return { paths, signedIn, html };
};
