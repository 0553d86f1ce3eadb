import { createFileRoute } from '@tanstack/react-router';
import { LegalPage } from '../../features/legal/legal-page.tsx';
import terms from '../../ui/legal/terms.mdx';
import { termsTitle } from '../../ui/legal/titles.ts';

export const Route = createFileRoute('/legal/tnc')({
  component: () => <LegalPage title={termsTitle} Text={terms} />,
});
