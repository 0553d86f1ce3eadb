import { createFileRoute } from '@tanstack/react-router';
import { LegalPage } from '../../features/legal/legal-page.tsx';
import { Privacy, privacyContents, privacyTitle } from '../../ui/legal/privacy.tsx';

export const Route = createFileRoute('/legal/pp')({ component: PrivacyPolicy });

function PrivacyPolicy() {
  return (
    <LegalPage title={privacyTitle} contents={privacyContents}>
      <Privacy linked />
    </LegalPage>
  );
}
