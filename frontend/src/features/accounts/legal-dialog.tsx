import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import privacy from '../../ui/legal/privacy.mdx';
import { Prose, partsOf } from '../../ui/legal/prose.tsx';
import terms from '../../ui/legal/terms.mdx';
import { privacyTitle, termsTitle } from '../../ui/legal/titles.ts';
import { texts } from './texts.ts';

/** Shows the terms or the privacy policy in a dialog over the registration form, so the form keeps its input. */
export function LegalDialog({ document, onClose }: { document: 'terms' | 'privacy'; onClose(): void }) {
  return (
    <Dialog
      size="large"
      reading
      title={document === 'terms' ? termsTitle : privacyTitle}
      onClose={onClose}
      footer={<Button onClick={onClose}>{texts.close}</Button>}
    >
      <Prose>{partsOf(document === 'terms' ? terms : privacy).parts}</Prose>
    </Dialog>
  );
}
