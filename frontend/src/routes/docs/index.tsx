import { createFileRoute } from '@tanstack/react-router';
import { OverviewDocs } from '../../features/docs/pages/overview.tsx';
import { onlyKnown } from '../../lib/search.ts';

/** `?q=` opens the page with something to look for. */
export const Route = createFileRoute('/docs/')({
  validateSearch: onlyKnown(({ q }): { q?: string } => (typeof q === 'string' && q !== '' ? { q } : {})),
  component: Overview,
});

function Overview() {
  return <OverviewDocs query={Route.useSearch().q} />;
}
