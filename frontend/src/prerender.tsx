import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import { docsPages } from './features/docs/contents.ts';
import { texts as landing } from './features/landing/texts.ts';
import { createAppRouter } from './router.tsx';
import { privacyTitle, termsTitle } from './ui/legal/titles.ts';
import { PRODUCT } from './ui/page.tsx';

export { drawSkeletons } from './skeletons.tsx';

export interface PrerenderedPage {
  /** The path, without a trailing slash except for the home page. */
  path: string;
  title: string;
  description: string;
  html: string;
}

const page = (path: string, title: string, description: string) => ({ path, title, description });

/** Pages that are the same for all visitors, so they can be rendered at build time. */
const publicPages = [
  page('/', `${PRODUCT}: webhooks in, readable messages out`, landing.lead),
  ...docsPages.map(({ to, title, about }) =>
    page(to, to === '/docs' ? `Documentation - ${PRODUCT}` : `${title} - Documentation - ${PRODUCT}`, about),
  ),
  page('/legal/pp', `${privacyTitle} - ${PRODUCT}`, 'Personal data at Tellhook: how it is used, and how to delete it.'),
  page('/legal/tnc', `${termsTitle} - ${PRODUCT}`, 'The terms between you and the operator of Tellhook.'),
  page('/landing/contact', `Contact - ${PRODUCT}`, 'Question, idea or problem? Write to us.'),
];

/** The product's name. */
export const product = PRODUCT;

/** Renders the public pages. */
export const prerender = (): Promise<PrerenderedPage[]> =>
  Promise.all(
    publicPages.map(async (each) => {
      const router = createAppRouter(createMemoryHistory({ initialEntries: [each.path] }));
      await router.load();
      return { ...each, html: renderToString(<RouterProvider router={router} />) };
    }),
  );
