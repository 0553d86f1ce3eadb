import { createFileRoute } from '@tanstack/react-router';
import { DocsPage } from '../../features/docs/docs-page.tsx';
import overview from '../../features/docs/pages/overview.mdx';
import { onlyKnown } from '../../lib/search.ts';

/** `?q=` presets the text to search for. */
export const Route = createFileRoute('/docs/')({
  validateSearch: onlyKnown(({ q }): { q?: string } => (typeof q === 'string' && q !== '' ? { q } : {})),
  component: Overview,
});

function Overview() {
  return <DocsPage at="/docs" Text={overview} query={Route.useSearch().q ?? ''} />;
}
