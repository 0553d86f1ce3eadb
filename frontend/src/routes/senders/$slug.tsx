import { createFileRoute, notFound } from '@tanstack/react-router';
import { readSenderSearch, type SenderSearch } from '../../features/senders/search.ts';
import { SenderPage } from '../../features/senders/sender-page.tsx';
import { onlyKnown } from '../../lib/search.ts';

export const Route = createFileRoute('/senders/$slug')({
  validateSearch: onlyKnown<SenderSearch>(readSenderSearch),
  loader: async ({ params: { slug } }) => {
    const { default: pages } = await import('virtual:sender-pages');
    const page = Object.hasOwn(pages, slug) ? pages[slug] : undefined;
    if (!page) throw notFound();
    return (await page()).default;
  },
  component: View,
});

function View() {
  return <SenderPage sender={Route.useLoaderData()} search={Route.useSearch()} />;
}
