import { createFileRoute } from '@tanstack/react-router';
import { LegalPage } from '../../features/legal/legal-page.tsx';
import privacy from '../../ui/legal/privacy.mdx';
import { privacyTitle } from '../../ui/legal/titles.ts';

export const Route = createFileRoute('/legal/pp')({
  component: () => <LegalPage title={privacyTitle} Text={privacy} />,
});
