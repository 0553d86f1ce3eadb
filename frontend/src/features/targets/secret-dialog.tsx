import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { texts } from './texts.ts';

/** Shows a secret that the server returns only once. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose(): void }) {
  return (
    <Dialog
      title={texts.create.secretTitle}
      onClose={onClose}
      footer={
        <Button tone="primary" onClick={onClose}>
          {texts.create.done}
        </Button>
      }
    >
      <p className="mb-3 text-ink-2">{texts.create.secretText}</p>
      <CodeBlock text={secret} label="Copy secret" copied="Secret copied to Clipboard" />
    </Dialog>
  );
}
