import pages from 'virtual:sender-pages';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import { docsPages } from './features/docs/contents.ts';
import { texts as landing } from './features/landing/texts.ts';
import { senderData, sendersData } from './features/senders/structured.ts';
import { texts as senders } from './features/senders/texts.ts';
import { createAppRouter } from './router.tsx';
import { privacyTitle, termsTitle } from './ui/legal/titles.ts';
import { PRODUCT } from './ui/page.tsx';

export { drawSkeletons } from './skeletons.tsx';

export interface PrerenderedPage {
  /** The path, without a trailing slash except for the home page. */
  path: string;
  title: string;
  description: string;
  /** The page's content for search engines, in the vocabulary of schema.org. */
  data?: object;
  html: string;
}

const page = (path: string, title: string, description: string, data?: object) => ({
  path,
  title,
  description,
  ...(data && { data }),
});

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

/** The pages of the recognised senders, and the page that lists them. */
async function senderPages() {
  const facts = await Promise.all(Object.values(pages).map(async (load) => (await load()).default));
  return [
    page('/senders', `${senders.list.title} - ${PRODUCT}`, senders.list.about(facts.length), sendersData(facts)),
    ...facts.map((each) =>
      page(
        `/senders/${each.slug}`,
        `${senders.page.title(each.name)} - ${PRODUCT}`,
        senders.page.about(each.name, each.events),
        senderData(each),
      ),
    ),
  ];
}

/** The product's name. */
export const product = PRODUCT;

/** Renders the public pages. */
export const prerender = async (): Promise<PrerenderedPage[]> =>
  Promise.all(
    [...publicPages, ...(await senderPages())].map(async (each) => {
      const router = createAppRouter(createMemoryHistory({ initialEntries: [each.path] }));
      await router.load();
      return { ...each, html: renderToString(<RouterProvider router={router} />) };
    }),
  );
