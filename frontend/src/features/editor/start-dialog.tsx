import { newWebhook, type WebhookDraft } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { CANCEL } from '../../ui/dialog.tsx';
import type { CallFacts } from './call-facts.ts';
import { ChoiceDialog } from './choice-dialog.tsx';
import { improveTexts as texts } from './improve-texts.ts';
import { texts as editor } from './texts.ts';

/**
 * Starts a template from the values of the editor's call.
 * @param webhook the webhook whose template is edited; its template is the one in the editor
 */
export function StartDialog({
  title,
  webhook,
  facts,
  onUse,
  onClose,
}: {
  title: string;
  webhook: WebhookDraft | undefined;
  facts: CallFacts;
  onUse(template: string): void;
  onClose(): void;
}) {
  return (
    <ChoiceDialog
      webhook={webhook ?? none}
      facts={facts}
      title={title}
      hasSeverity={false}
      buttons={(settings) => (
        <>
          <Button onClick={onClose}>{CANCEL}</Button>
          <Button
            tone="primary"
            disabled={!settings}
            onClick={() => {
              if (settings) onUse(settings.template);
              onClose();
            }}
          >
            {texts.use}
          </Button>
        </>
      )}
      onClose={onClose}
    />
  );
}

/** The settings of the editor without a webhook. */
const none: WebhookDraft = { ...newWebhook, name: editor.exampleWebhook };
