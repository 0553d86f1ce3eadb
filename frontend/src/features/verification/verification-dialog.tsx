import proofs from 'virtual:proofs';
import { type RefObject, useRef, useState } from 'react';
import type { SenderSlug } from '#contract/senders';
import { useSetVerification, useVerification, type Verification } from '../../data/verification.ts';
import { useWorkspace } from '../../data/workspaces.ts';
import { refusalOf } from '../../lib/errors.ts';
import { toasts } from '../../lib/services.ts';
import { Submit, TextLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, inputLook, TextArea } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { FailedLoad, Notice, Skeleton } from '../../ui/panel.tsx';
import { RadioLines } from '../../ui/radio-lines.tsx';
import { CheckCalls } from './check-calls.tsx';
import { OwnFields } from './own-fields.tsx';
import { type Choice, changeOf, choiceOf, endsSecrets, hasSecrets, isOwn, problemOf } from './rules.ts';
import { Secrets } from './secrets.tsx';
import { texts } from './texts.ts';

const words = texts.dialog;
const modes = ['off', 'report', 'enforce'] as const;

/** Finds a sender by its name, ignoring text in parentheses; returns undefined if there is none. */
const guessOf = (name: string | undefined): SenderSlug | undefined =>
  name === undefined ? undefined : proofs.find((proof) => proof.name.replace(/ \(.*/, '') === name)?.slug;

/**
 * Edits a webhook's verification: the service, its secret, the mode, and allowed IPs. The settings can be tried on
 * stored calls before they are saved.
 * @param callerName the name of the last or expected sender
 */
export function VerificationDialog({
  webhookId,
  callerName,
  onClose,
}: {
  webhookId: number;
  callerName: string | undefined;
  onClose(): void;
}) {
  const known = useVerification(webhookId);
  const isViewer = useWorkspace()?.role === 'viewer';
  const first = useRef<HTMLSelectElement>(null);
  if (isViewer)
    return (
      <Dialog title={words.title} onClose={onClose}>
        <p>{words.editorsOnly}</p>
      </Dialog>
    );
  if (known.data)
    return <VerificationForm webhookId={webhookId} known={known.data} callerName={callerName} onClose={onClose} />;
  return (
    <Dialog size="large" title={words.title} onClose={onClose} initialFocus={first}>
      {known.isError ? (
        <FailedLoad text={words.failed} onRetry={() => void known.refetch()} />
      ) : (
        <div aria-busy="true" className="flex flex-col gap-4">
          <Skeleton className="h-10 w-full" />
          <Skeleton className="h-40 w-full" />
        </div>
      )}
    </Dialog>
  );
}

function VerificationForm({
  webhookId,
  known,
  callerName,
  onClose,
}: {
  webhookId: number;
  known: Verification;
  callerName: string | undefined;
  onClose(): void;
}) {
  const guess = guessOf(callerName);
  const [choice, setChoice] = useState<Choice>(() => choiceOf(known, guess));
  const [made, setMade] = useState(false);
  const [failing, setFailing] = useState(0);
  const save = useSetVerification(webhookId);
  const first = useRef<HTMLSelectElement>(null);
  const change = (part: Partial<Choice>) => setChoice((old) => ({ ...old, ...part }));
  const proof = proofs.find(({ slug }) => slug === choice.sender);
  const problem = problemOf(choice, known, proof?.way, made);
  const refusal = save.error ? refusalOf(save.error) : undefined;
  const submit = () =>
    save.mutate(changeOf(choice, known), {
      onSuccess: ({ mode }) => {
        toasts.add({ severity: 'success', summary: words.saved, detail: words.savedDetail[mode] });
        onClose();
      },
    });
  return (
    <Dialog
      size="large"
      title={words.title}
      onClose={onClose}
      initialFocus={first}
      note={problem}
      action={
        <Submit data-needs="editor" form="verification" busy={save.isPending} disabled={problem !== undefined}>
          {words.save}
        </Submit>
      }
    >
      <Form id="verification" className="flex flex-col gap-5" ready={problem === undefined} onSubmit={submit}>
        {refusal && <FormError refusal={refusal} />}
        <SenderChoice
          field={first}
          chosen={choice.sender}
          ends={endsSecrets(choice, known)}
          recognised={known.sender === null && guess !== undefined ? callerName : undefined}
          onChange={(sender) => {
            change({ sender, secret: '' });
            setMade(false);
            setFailing(0);
          }}
        />
        {proof && (
          <section aria-label={words.steps3} className="flex flex-col gap-4 rounded-control bg-sunken p-4">
            <ol className="flex list-decimal flex-col gap-3 pl-5 marker:text-ink-2">
              <li>
                <p>{proof.where}</p>
                {proof.note && <p className="text-meta text-ink-2">{proof.note}</p>}
              </li>
              <li>
                <Secrets
                  {...{ webhookId, choice, known, made }}
                  way={proof.way}
                  called={proof.called}
                  onMade={setMade}
                  onChange={change}
                />
                {isOwn(choice.sender) && (
                  <div className="mt-4">
                    <OwnFields choice={choice} onChange={change} />
                  </div>
                )}
              </li>
              <li>
                <p className="mb-2">{proof.check ?? words.happen}</p>
                <CheckCalls
                  {...{ webhookId, choice, known }}
                  ready={choice.secret.trim() !== '' || hasSecrets(choice, known)}
                  isKept={proof.isKept}
                  onChecked={setFailing}
                />
              </li>
            </ol>
            <TextLink to="/docs/verify" hash={`from-${proof.slug}`} className="text-meta">
              {words.steps3}: {proof.name}
            </TextLink>
          </section>
        )}
        <RadioLines
          question={words.mode}
          answers={modes}
          words={words.modes}
          chosen={choice.mode}
          onChange={(mode) => change({ mode })}
        />
        {choice.mode === 'enforce' && failing > 0 && <Notice tone="warn">{words.refuseAnyway(failing)}</Notice>}
        <details open={choice.sender === undefined || undefined}>
          <summary className="min-h-6 cursor-pointer text-meta text-accent-text">{words.more}</summary>
          <div className="mt-2">
            <TextArea
              label={words.addresses}
              hint={words.addressesHint}
              rows={3}
              mono
              spellCheck={false}
              value={choice.addresses}
              onChange={({ target }) => change({ addresses: target.value })}
              className="!min-h-20"
            />
          </div>
        </details>
      </Form>
    </Dialog>
  );
}

function SenderChoice({
  field,
  chosen,
  ends,
  recognised,
  onChange,
}: {
  field: RefObject<HTMLSelectElement | null>;
  chosen: SenderSlug | undefined;
  /** True if saving invalidates secrets. */
  ends: boolean;
  recognised: string | undefined;
  onChange(sender: SenderSlug | undefined): void;
}) {
  const options = (general: boolean) =>
    proofs
      .filter(({ isGeneral }) => isGeneral === general)
      .map(({ slug, name }) => (
        <option key={slug} value={slug}>
          {name}
        </option>
      ));
  return (
    <Field label={words.sender} hint={ends ? words.ends : recognised !== undefined && words.recognised(recognised)}>
      {(wiring) => (
        <select
          {...wiring}
          ref={field}
          className={inputLook}
          value={chosen ?? ''}
          onChange={({ target }) => onChange(target.value === '' ? undefined : (target.value as SenderSlug))}
        >
          <option value="">{words.nobody}</option>
          <optgroup label={words.services}>{options(false)}</optgroup>
          <optgroup label={words.general}>{options(true)}</optgroup>
        </select>
      )}
    </Field>
  );
}
