import { clsx } from 'clsx';
import { MAX_SUBJECT_RULE } from '#contract/bounds';
import { useTrySubject } from '../../data/templates.ts';
import { showError } from '../../lib/services.ts';
import type { Webhook, WebhookDraft } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { Field, inputLook, TextField } from '../../ui/field.tsx';
import { Time } from '../../ui/time.tsx';
import { texts } from './texts.ts';

type Choice = WebhookDraft['subject'];

const FIELDS = ['severity', 'state', 'title', 'link', 'key'] as const;

/** How it is found out what a call is about; with rules of one's own, what they say of the last call. */
export function SubjectFields({
  webhook,
  draft,
  onChange,
}: {
  webhook: Webhook;
  draft: WebhookDraft;
  onChange(change: Pick<WebhookDraft, 'subject'>): void;
}) {
  const { subject } = draft;
  const set = (more: Partial<Choice>) => onChange({ subject: { ...subject, ...more } });
  return (
    <div className="flex flex-col items-start gap-4">
      <Field label={texts.subject.from} hint={texts.subject.hint}>
        {(wiring) => (
          <select
            {...wiring}
            value={subject.from}
            onChange={(event) => set({ from: event.target.value as Choice['from'] })}
            className={clsx(inputLook, 'max-w-110')}
          >
            {(['auto', 'own', 'off'] as const).map((from) => (
              <option key={from} value={from}>
                {texts.subject.ways[from]}
              </option>
            ))}
          </select>
        )}
      </Field>
      {subject.from === 'own' && (
        <>
          <p className="text-ink-2">{texts.subject.own}</p>
          <div className="grid w-full gap-4 lg:grid-cols-2">
            {FIELDS.map((field) => (
              <TextField
                key={field}
                label={texts.subject.fields[field]}
                placeholder={texts.subject.examples[field]}
                mono
                spellCheck={false}
                autoComplete="off"
                maxLength={MAX_SUBJECT_RULE}
                value={subject[field]}
                onChange={(event) => set({ [field]: event.target.value })}
              />
            ))}
          </div>
          <Trial webhook={webhook} draft={draft} />
        </>
      )}
    </div>
  );
}

/** What the rules say of the last call, when it is asked for. */
function Trial({ webhook, draft }: { webhook: Webhook; draft: WebhookDraft }) {
  const trial = useTrySubject(webhook);
  const run = () =>
    trial.mutate(draft, { onError: (error) => showError(error, { title: texts.subject.notTried, again: run }) });
  return (
    <div className="flex w-full flex-col items-start gap-3">
      <Button busy={trial.isPending} onClick={run}>
        {texts.subject.tryIt}
      </Button>
      <div role="status" className="w-full">
        {trial.data === null && <p className="text-ink-2">{texts.subject.noCall}</p>}
        {trial.data && <Said {...trial.data} />}
      </div>
    </div>
  );
}

function Said({ call, result }: NonNullable<ReturnType<typeof useTrySubject>['data']>) {
  const { subject, subjectProblem: problem, error } = result;
  return (
    <div className="rounded-control border border-line bg-sunken px-4 py-3">
      <p className="mb-2 text-meta text-ink-2">
        {texts.subject.of} <Time date={call.invokedAt} />
      </p>
      {problem && (
        <p className="text-danger">
          {texts.subject.failed(texts.subject.fields[problem.field])} {problem.message} ({problem.code})
        </p>
      )}
      {!problem && !subject && <p>{error ?? texts.subject.nothing}</p>}
      {subject && (
        <dl className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-3 gap-y-1">
          {FIELDS.map((field) => (
            <div key={field} className="contents">
              <dt className="text-ink-2">{texts.subject.fields[field]}</dt>
              <dd className="min-w-0 wrap-anywhere">{subject[field] ?? '–'}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
