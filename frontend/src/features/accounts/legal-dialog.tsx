import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Privacy, privacyTitle } from '../../ui/legal/privacy.tsx';
import { Terms, termsTitle } from '../../ui/legal/terms.tsx';
import { texts } from './texts.ts';

/** Terms or privacy policy in a dialog over the registration, so the form keeps its input. */
export function LegalDialog({ document, onClose }: { document: 'terms' | 'privacy'; onClose(): void }) {
  return (
    <Dialog
      open
      size="large"
      reading
      title={document === 'terms' ? termsTitle : privacyTitle}
      onClose={onClose}
      footer={<Button onClick={onClose}>{texts.close}</Button>}
    >
      {document === 'terms' ? <Terms /> : <Privacy />}
    </Dialog>
  );
}
