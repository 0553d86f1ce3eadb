import { createFileRoute } from '@tanstack/react-router';
import { LegalPage } from '../../features/legal/legal-page.tsx';
import { Terms, termsContents, termsTitle } from '../../ui/legal/terms.tsx';

export const Route = createFileRoute('/legal/tnc')({ component: TermsAndConditions });

function TermsAndConditions() {
  return (
    <LegalPage title={termsTitle} contents={termsContents}>
      <Terms linked />
    </LegalPage>
  );
}
