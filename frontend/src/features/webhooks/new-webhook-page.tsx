import { ChevronDown, Info } from 'virtual:icons';
import senders from 'virtual:senders';
import { type ReactNode, useState } from 'react';
import { MAX_NAME } from '#contract/bounds';
import { useAccount } from '../../data/account.ts';
import { useTargets } from '../../data/targets.ts';
import { useDraft } from '../../lib/use-draft.ts';
import type { TargetKind, WebhookDraft } from '../../lib/wire.ts';
import { ButtonLink, Submit } from '../../ui/button.tsx';
import { Checkbox, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Page } from '../../ui/page.tsx';
import { Notice, Panel } from '../../ui/panel.tsx';
import { useOnceTrue } from '../../ui/use-once-true.ts';
import { AlertingFields } from './alerting-fields.tsx';
import { IntakeFields } from './intake-fields.tsx';
import { MessageFields } from './message-fields.tsx';
import { activeOnly, emptyDraft, freeName, missingForWebhook, offered, ownTimeZone } from './rules.ts';
import type { Beginning } from './search.ts';
import { SenderGallery } from './sender-gallery.tsx';
import { TargetPicker } from './target-picker.tsx';
import { texts } from './texts.ts';
import { useBeginWebhook } from './use-begin-webhook.ts';
import { WebhookLimit } from './webhooks-page.tsx';

/** A target that is created together with the webhook. */
interface NewTarget {
  kind: TargetKind;
  options: Record<string, string>;
  problem: string | undefined;
}

/** The form for a new target. It belongs to another feature, so the route passes it. */
type NewTargetPart = (props: {
  wanted: NewTarget | undefined;
  onChange(wanted: NewTarget | undefined): void;
  show: boolean;
  refused: Error | null;
}) => ReactNode;

/**
 * The page that creates a webhook.
 * @param target a target's id, preselected if it is active
 * @param sender a service's name, preselected
 */
export function NewWebhookPage({
  target,
  sender: first,
  newTarget,
}: Beginning & {
  newTarget?: NewTargetPart;
}) {
  const targets = useTargets();
  // The parts below stay during a retry. They read the targets too, so showing them again would retry endlessly.
  const isRead = useOnceTrue(!targets.isPending);
  const begin = useBeginWebhook();
  const [sender, setSender] = useState(() => senders.find(({ slug }) => slug === first));
  const [verified, setVerified] = useState(sender !== undefined);
  const [wanted, setWanted] = useState<NewTarget>();
  const [tried, setTried] = useState(false);
  const [typed, setDraft] = useDraft<WebhookDraft>('webhook-new', {
    ...emptyDraft,
    timeZone: ownTimeZone(),
    name: sender?.name ?? '',
    targetIds: target === undefined ? [] : [target],
  });
  const draft = { ...typed, targetIds: activeOnly(typed.targetIds, targets.data) };
  const change = (part: Partial<WebhookDraft>) => setDraft((old) => ({ ...old, ...part }));
  const active = targets.data?.filter(({ status }) => status === 'active').length;
  const account = useAccount().data;
  const atLimit = account?.limits.webhookLimitHit ?? false;
  const missing = atLimit
    ? texts.create.atLimit
    : active === undefined
      ? ''
      : missingForWebhook(draft, active, wanted !== undefined);

  const choose = (chosen: typeof sender) => {
    // Keeps a typed name, but replaces the name of the previous service.
    if (draft.name.trim() === '' || draft.name === sender?.name) change({ name: chosen?.name ?? '' });
    setSender(chosen);
  };
  const submit = () => {
    setTried(true);
    if (wanted?.problem !== undefined) return;
    const name = draft.name.trim();
    const verify = verified ? sender?.proof?.slug : undefined;
    begin.start(
      { draft: { ...draft, name }, sender: sender?.name, verify },
      wanted && { name: freeName(wanted.kind.name, targets.data), ...wanted },
    );
  };

  return (
    <Page title={texts.create.title} width="form" dense>
      {atLimit && (
        <Notice icon={<Info size={18} aria-hidden />} className="mb-4">
          <WebhookLimit account={account} />
        </Notice>
      )}
      <Panel padded={false}>
        <Form ready={missing === undefined} onSubmit={submit} className="divide-y divide-line">
          <div className="px-4 py-3.5 md:px-6">
            <SenderGallery chosen={sender} onChoose={choose} />
            {sender?.proof && (
              <div className="mt-3">
                <Checkbox
                  label={texts.create.verify}
                  hint={texts.create.verifyHint[sender.proof.way](sender.proof.called)}
                  checked={verified}
                  onChange={({ target }) => setVerified(target.checked)}
                />
              </div>
            )}
          </div>
          <div className="px-4 py-3.5 md:px-6">
            <TextField
              label={texts.form.name}
              placeholder={texts.form.namePlaceholder}
              required
              maxLength={MAX_NAME}
              autoComplete="off"
              value={draft.name}
              onChange={(event) => change({ name: event.target.value })}
            />
          </div>
          <div className="px-4 py-3.5 md:px-6">
            {targets.isPending ? (
              <TargetPicker key="waiting" targets={undefined} chosen={draft.targetIds} onChange={() => undefined} />
            ) : (
              <TargetPicker
                targets={targets.data && offered(targets.data)}
                onRetry={targets.isLoadingError ? () => void targets.refetch() : undefined}
                chosen={draft.targetIds}
                onChange={(targetIds) => change({ targetIds })}
                made={newTarget && (wanted ? 'chosen' : 'possible')}
              />
            )}
            {newTarget && isRead && (
              <div className="mt-4">
                {newTarget({ wanted, onChange: setWanted, show: tried, refused: begin.refused })}
              </div>
            )}
          </div>
          {/* Wait for the targets before showing the rest, so the page doesn't jump. */}
          {isRead && (
            <>
              <details className="group">
                <summary className="flex min-h-13 items-center justify-between gap-3 px-4 font-medium md:px-6">
                  {texts.intake.title}
                  <span className="flex min-w-0 items-center gap-2 font-normal text-ink-2">
                    <span className="truncate text-meta">{texts.intake.more}</span>
                    <ChevronDown
                      size={18}
                      aria-hidden
                      className="shrink-0 transition-transform group-open:rotate-180"
                    />
                  </span>
                </summary>
                <div className="flex flex-col gap-6 px-4 pb-5 md:px-6">
                  <MessageFields draft={draft} onChange={change} />
                  <AlertingFields draft={draft} onChange={change} />
                  <IntakeFields draft={draft} onChange={change} />
                </div>
              </details>
              <div className="sticky bottom-0 z-10 flex items-center justify-end gap-2 rounded-b-panel bg-surface px-4 py-2.5 md:px-6">
                <span role="status" className="min-w-0 flex-1 text-meta text-ink-2">
                  {missing ?? (wanted?.problem === undefined ? texts.create.ready : !tried && wanted.problem)}
                </span>
                <ButtonLink to="/webhooks" tone="link">
                  {texts.create.cancel}
                </ButtonLink>
                <Submit data-needs="editor" disabled={missing !== undefined} busy={begin.busy}>
                  {texts.create.submit}
                </Submit>
              </div>
            </>
          )}
        </Form>
      </Panel>
    </Page>
  );
}
