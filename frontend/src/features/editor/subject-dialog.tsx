import { useState } from 'react';
import { useUpdateWebhook } from '../../data/webhooks.ts';
import { codeAnchor } from '../../lib/code-anchor.ts';
import { showError, toasts } from '../../lib/services.ts';
import type { Webhook } from '../../lib/wire.ts';
import { Button, TextLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { PlainRich } from '../../ui/rich-look.tsx';
import { SubjectRules, type TriedSubject } from '../../ui/subject-rules.tsx';
import { subjectWords } from '../../ui/subject-words.ts';
import type { CallFacts } from './call-facts.ts';
import type { SubjectAnswer } from './preview-answer.ts';
import { texts } from './texts.ts';
import { messageOf, usePreview } from './use-preview.ts';

/** These texts are separate from the editor's, because only this dialog needs them. */
const words = {
  lead: 'Previewed with the call in Input as you type. Saved with the webhook.',
  message: 'The message of this call',
  plain:
    'This webhook sends plain text, which has no colour. The call list and the routing rules still use the severity.',
  save: 'Save',
  notSaved: 'Couldn’t save the rules',
  saved: 'Saved',
  savedDetail: 'These rules apply to new calls.',
  failed: 'The template fails on this call. Fix it to preview severity, title and link.',
} as const;

/** A webhook's rules for severity, title and link, with their results for the displayed call. */
export function SubjectDialog({
  webhook,
  template,
  facts,
  onClose,
}: {
  webhook: Webhook;
  template: string;
  facts: CallFacts;
  onClose(): void;
}) {
  const [choice, setChoice] = useState(webhook.subject);
  const save = useUpdateWebhook(webhook.id);
  const { timeZone, format } = webhook;
  const preview = usePreview(template, facts, webhook.name, false, { format: 'rich', timeZone, subject: choice });
  const { rich, failed } = messageOf(preview);
  const trouble = preview?.trouble && (preview.trouble === 'no worker' ? texts.noWorker : texts.tooSlow);
  const keep = () =>
    save.mutate(
      { ...webhook, subject: choice },
      {
        onSuccess: () => {
          toasts.add({ severity: 'success', summary: words.saved, detail: words.savedDetail });
          onClose();
        },
        onError: (error) => showError(error, { title: words.notSaved }),
      },
    );
  return (
    <Dialog
      size="large"
      title={subjectWords.title}
      onClose={onClose}
      action={
        <Button data-needs="editor" tone="primary" busy={save.isPending} onClick={keep}>
          {words.save}
        </Button>
      }
    >
      <div className="flex flex-col items-stretch gap-4">
        <p className="text-ink-2">{words.lead}</p>
        <SubjectRules choice={choice} tried={triedOf(preview?.answer?.about)} onChange={setChoice} />
        {preview?.answer?.about?.problem && (
          <p className="-mt-2 text-meta">
            <TextLink to="/docs/template-reference" hash={codeAnchor(preview.answer.about.problem.error.code)}>
              {texts.docs}
            </TextLink>
          </p>
        )}
        {(trouble || failed !== undefined) && <p className="text-err">{trouble ?? words.failed}</p>}
        {format === 'plain' ? (
          <p className="text-meta text-ink-2">{words.plain}</p>
        ) : (
          rich && (
            <section aria-label={words.message} className="rounded-control border border-line p-3">
              <PlainRich rich={rich} />
            </section>
          )
        )}
      </div>
    </Dialog>
  );
}

const triedOf = (about: SubjectAnswer | undefined): TriedSubject | undefined =>
  about && {
    subject: about.subject,
    problem: about.problem && {
      field: about.problem.field,
      text: [
        `Fails on this call: ${about.problem.error.message} (${about.problem.error.code})`,
        about.problem.error.hint,
      ]
        .filter(Boolean)
        .join(' '),
    },
  };
