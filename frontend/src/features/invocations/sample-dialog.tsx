import { useState } from 'react';
import { MAX_KEPT_SAMPLES, MAX_NAME } from '#contract/bounds';
import { type KeptSample, useKeptSamples, useSampleChanges } from '../../data/samples.ts';
import { errorDetail } from '../../lib/errors.ts';
import { showError, toasts } from '../../lib/services.ts';
import { formatDateTime } from '../../lib/time.ts';
import { Button, Submit } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { LateConfirm } from '../../ui/late-confirm.tsx';
import { Skeleton } from '../../ui/panel.tsx';
import { useNow } from '../../ui/time.tsx';
import { sampleTexts as texts } from './sample-texts.ts';

interface Props {
  webhookId: number;
  /** The id that the call and its sample share. */
  id: string;
  /** A suggested name for the call. */
  suggested: string;
  onClose(): void;
}

/** Saves a call as a named sample, or renames or removes a saved one. */
export function SampleDialog({ webhookId, id, suggested, onClose }: Props) {
  const samples = useKeptSamples(webhookId);
  const known = samples.data?.find((each) => each.id === id);
  if (known) return <KnownSample webhookId={webhookId} sample={known} onClose={onClose} />;
  return (
    <NewSample
      webhookId={webhookId}
      id={id}
      suggested={suggested}
      kept={samples.data?.length}
      error={samples.error}
      onClose={onClose}
    />
  );
}

function NewSample({
  webhookId,
  id,
  suggested,
  kept,
  error,
  onClose,
}: Props & { kept: number | undefined; error: unknown }) {
  const { keep } = useSampleChanges(webhookId);
  const full = (kept ?? 0) >= MAX_KEPT_SAMPLES;
  const submit = (name: string) =>
    keep.mutate(
      { id, name },
      {
        onSuccess: () => {
          toasts.add({ severity: 'success', summary: texts.kept, detail: texts.keptDetail });
          onClose();
        },
        onError: (error) => showError(error, { title: texts.notKept }),
      },
    );
  return (
    <NameDialog
      title={texts.title}
      text={texts.text}
      name={suggested.slice(0, MAX_NAME)}
      verb={texts.keep}
      busy={keep.isPending}
      blocked={full || kept === undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="text-meta text-ink-2">{texts.secrets}</p>
      {error ? (
        <p role="alert">
          {texts.loadFailed} {errorDetail(error)}
        </p>
      ) : kept === undefined ? (
        <Skeleton className="h-5 w-60" />
      ) : (
        <p role="status" className="text-meta text-ink-2">
          {full ? texts.full : texts.count(kept)}
        </p>
      )}
    </NameDialog>
  );
}

function KnownSample({ webhookId, sample, onClose }: { webhookId: number; sample: KeptSample; onClose(): void }) {
  const { rename, remove } = useSampleChanges(webhookId);
  const [asking, setAsking] = useState(false);
  const now = useNow();
  const submit = (name: string) =>
    rename.mutate(
      { id: sample.id, name },
      {
        onSuccess: () => {
          toasts.add({ severity: 'success', summary: texts.known.saved });
          onClose();
        },
        onError: (error) => showError(error, { title: texts.known.notSaved }),
      },
    );
  const confirmed = () =>
    remove.mutate(sample.id, {
      onSuccess: () => {
        toasts.add({ severity: 'success', summary: texts.known.removed });
        onClose();
      },
      onError: (error) => {
        setAsking(false);
        showError(error, { title: texts.known.notRemoved });
      },
    });
  return (
    <NameDialog
      title={texts.known.title}
      text={texts.known.text(formatDateTime(sample.keptAt, now))}
      name={sample.name}
      isKnown
      verb={texts.known.save}
      busy={rename.isPending}
      onRemove={() => setAsking(true)}
      onSubmit={submit}
      onClose={onClose}
    >
      {asking && (
        <LateConfirm
          title={texts.known.question}
          verb={texts.known.remove}
          busy={remove.isPending}
          onConfirm={confirmed}
          onCancel={() => setAsking(false)}
        >
          {texts.known.questionText}
        </LateConfirm>
      )}
    </NameDialog>
  );
}

/**
 * A dialog with one name field.
 * @param isKnown true if the name is already saved, so it must change
 */
function NameDialog({
  title,
  text,
  name: given,
  isKnown = false,
  verb,
  busy,
  blocked = false,
  children,
  onRemove,
  onSubmit,
  onClose,
}: {
  title: string;
  text: string;
  name: string;
  isKnown?: boolean;
  verb: string;
  busy: boolean;
  blocked?: boolean;
  children: React.ReactNode;
  onRemove?(): void;
  onSubmit(name: string): void;
  onClose(): void;
}) {
  const [name, setName] = useState(given);
  const wanted = name.trim();
  const ready = wanted !== '' && !blocked && !(isKnown && wanted === given);
  return (
    <Dialog
      size="small"
      title={title}
      onClose={onClose}
      footer={
        <>
          {onRemove && (
            <span className="flex-1">
              <Button tone="danger-outline" onClick={onRemove}>
                {texts.known.remove}
              </Button>
            </span>
          )}
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Submit form="sample-name" busy={busy} disabled={!ready}>
            {verb}
          </Submit>
        </>
      }
    >
      <Form id="sample-name" className="flex flex-col gap-4" ready={ready && !busy} onSubmit={() => onSubmit(wanted)}>
        <p className="text-ink-2">{text}</p>
        <TextField
          label={texts.name}
          required
          maxLength={MAX_NAME}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        {children}
      </Form>
    </Dialog>
  );
}
