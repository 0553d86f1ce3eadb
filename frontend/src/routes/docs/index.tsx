import { createFileRoute } from '@tanstack/react-router';
import { OverviewDocs } from '../../features/docs/pages/overview.tsx';

/** `?q=` opens the page with something to look for. */
export const Route = createFileRoute('/docs/')({
  validateSearch: ({ q }: Record<string, unknown>): { q?: string } => (typeof q === 'string' && q !== '' ? { q } : {}),
  component: Overview,
});

function Overview() {
  return <OverviewDocs query={Route.useSearch().q} />;
}
