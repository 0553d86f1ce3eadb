import { createFileRoute, notFound, useSearch } from '@tanstack/react-router';
import { SenderPage } from '../../features/senders/sender-page.tsx';

export const Route = createFileRoute('/senders/$slug')({
  loader: async ({ params: { slug } }) => {
    const load = (await import('virtual:sender-pages')).default[slug];
    if (!load) throw notFound();
    return (await load()).default;
  },
  component: View,
});

function View() {
  return <SenderPage sender={Route.useLoaderData()} search={useSearch({ strict: false })} />;
}
