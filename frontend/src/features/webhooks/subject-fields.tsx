import { useTrySubject } from '../../data/templates.ts';
import { showError } from '../../lib/services.ts';
import type { Webhook, WebhookDraft } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { SubjectRules } from '../../ui/subject-rules.tsx';
import { Time } from '../../ui/time.tsx';
import { texts } from './texts.ts';

/** Rules for severity, title and link. Custom rules have a preview for the latest call. */
export function SubjectFields({
  webhook,
  draft,
  onChange,
}: {
  webhook: Webhook;
  draft: WebhookDraft;
  onChange(change: Pick<WebhookDraft, 'subject'>): void;
}) {
  const trial = useTrySubject(webhook);
  const run = () =>
    trial.mutate(draft, { onError: (error) => showError(error, { title: texts.subject.notTried, again: run }) });
  const { call, result } = trial.data ?? {};
  const problem = result?.subjectProblem;
  // After another change, the result is outdated.
  const isCurrent = trial.variables?.subject === draft.subject;
  const tried = isCurrent &&
    result && {
      subject: result.subject,
      ...(problem && { problem: { field: problem.field, text: `${problem.message} (${problem.code})` } }),
    };
  return (
    <div className="flex flex-col items-start gap-4">
      <SubjectRules
        choice={draft.subject}
        tried={tried || undefined}
        onChange={(subject) => {
          if (subject.from !== 'own') trial.reset();
          onChange({ subject });
        }}
      />
      {draft.subject.from === 'own' && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button busy={trial.isPending} onClick={run}>
            {texts.subject.tryIt}
          </Button>
          <p role="status" className="text-meta text-ink-2">
            {trial.data === null && texts.subject.noCall}
            {isCurrent && call && (
              <>
                {texts.subject.of} <Time date={call.invokedAt} />
                {!problem && !result?.subject && ` ${result?.error ?? texts.subject.nothing}`}
              </>
            )}
          </p>
        </div>
      )}
    </div>
  );
}
