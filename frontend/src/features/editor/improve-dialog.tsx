import { useState } from 'react';
import { useUpdateWebhook } from '../../data/webhooks.ts';
import { showError } from '../../lib/services.ts';
import type { Invocation, Webhook } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { CANCEL } from '../../ui/dialog.tsx';
import { factsOf, textOf } from './call-facts.ts';
import { ChoiceDialog } from './choice-dialog.tsx';
import { improveTexts as texts } from './improve-texts.ts';

/**
 * Changes the message of one kind of call by choosing values. The choices become a part of the webhook's template.
 * @param invocation the call whose values are offered
 */
export function ImproveDialog({
  webhook,
  invocation,
  onClose,
}: {
  webhook: Webhook;
  invocation: Invocation;
  onClose(): void;
}) {
  // Both stay as they were on opening: the call is read again while its messages are on their way.
  const [facts] = useState(() => factsOf(textOf(invocation) ?? '', invocation, textOf(invocation)));
  const [earlier] = useState(webhook);
  const [state, setState] = useState<'open' | 'saved' | 'undone'>('open');
  const save = useUpdateWebhook(webhook.id);
  // The key of an unknown service's call comes from the default message, so a template's message has none.
  const losesKey = earlier.follow !== 'off' && !(earlier.subject.from === 'own' && earlier.subject.key.trim() !== '');
  const store = ({ useTemplate, template, subject }: typeof earlier, then: typeof state) =>
    save.mutate(
      { ...webhook, useTemplate, template, subject },
      { onSuccess: () => setState(then), onError: (error) => showError(error, { title: texts.notSaved }) },
    );
  return (
    <ChoiceDialog
      webhook={earlier}
      facts={facts}
      title={texts.title}
      hasSeverity={earlier.subject.from !== 'off'}
      note={state === 'open' ? (losesKey ? texts.noKey : undefined) : texts[state]}
      buttons={(settings) =>
        state === 'saved' ? (
          <>
            <Button busy={save.isPending} onClick={() => store(earlier, 'undone')}>
              {texts.undo}
            </Button>
            <Button tone="primary" onClick={onClose}>
              {texts.close}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{CANCEL}</Button>
            <Button
              tone="primary"
              busy={save.isPending}
              disabled={!settings}
              onClick={() => store({ ...earlier, ...settings }, 'saved')}
            >
              {texts.save}
            </Button>
          </>
        )
      }
      onChange={() => setState('open')}
      onClose={onClose}
    />
  );
}
