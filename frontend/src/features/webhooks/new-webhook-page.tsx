import { useNavigate } from '@tanstack/react-router';
import { ChevronDown, Info } from 'lucide-react';
import { MAX_NAME } from '#contract/bounds';
import { useAccount } from '../../data/account.ts';
import { useTargets } from '../../data/targets.ts';
import { useCreateWebhook } from '../../data/webhooks.ts';
import { showError } from '../../lib/services.ts';
import { useDraft } from '../../lib/use-draft.ts';
import type { WebhookDraft } from '../../lib/wire.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Crumbs, Page } from '../../ui/page.tsx';
import { Notice, Panel } from '../../ui/panel.tsx';
import { IntakeFields } from './intake-fields.tsx';
import { MessageFields } from './message-fields.tsx';
import { activeOnly, emptyDraft, missingForWebhook } from './rules.ts';
import { TargetPicker } from './target-picker.tsx';
import { texts } from './texts.ts';
import { WebhookLimit } from './webhooks-page.tsx';

/** @param target chosen beforehand, if it is active */
export function NewWebhookPage({ target }: { target?: number | undefined }) {
  const targets = useTargets();
  const create = useCreateWebhook();
  const navigate = useNavigate();
  const [typed, setDraft] = useDraft<WebhookDraft>('webhook-new', {
    ...emptyDraft,
    targetIds: target === undefined ? [] : [target],
  });
  const draft = { ...typed, targetIds: activeOnly(typed.targetIds, targets.data) };
  const change = (part: Partial<WebhookDraft>) => setDraft((old) => ({ ...old, ...part }));
  const active = targets.data?.filter(({ status }) => status === 'active').length;
  const account = useAccount().data;
  const atLimit = account?.limits.webhookLimitHit ?? false;
  const missing = atLimit ? texts.create.atLimit : active === undefined ? '' : missingForWebhook(draft, active);

  const submit = () =>
    create.mutate(
      { ...draft, name: draft.name.trim() },
      {
        onSuccess: ({ webhookId }) => void navigate({ to: '/webhooks/$id', params: { id: webhookId } }),
        onError: (error) => showError(error),
      },
    );

  return (
    <Page
      title={texts.create.title}
      width="form"
      crumbs={<Crumbs to="/webhooks" parent={texts.list.title} here={texts.create.crumb} />}
    >
      {atLimit && (
        <Notice icon={<Info size={18} aria-hidden />} className="mb-4">
          <WebhookLimit account={account} />
        </Notice>
      )}
      <Panel padded={false}>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (missing === undefined) submit();
          }}
          className="divide-y divide-line"
        >
          <div className="p-4 md:p-6">
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
          <div className="p-4 md:p-6">
            <TargetPicker
              targets={targets.data?.filter(({ status }) => status === 'active')}
              onRetry={targets.isLoadingError ? () => void targets.refetch() : undefined}
              chosen={draft.targetIds}
              onChange={(targetIds) => change({ targetIds })}
            />
          </div>
          <div className="p-4 md:p-6">
            <MessageFields draft={draft} onChange={change} />
          </div>
          <details className="group">
            <summary className="flex min-h-13 items-center justify-between gap-3 px-4 font-medium md:px-6">
              {texts.intake.title}
              <span className="flex min-w-0 items-center gap-2 font-normal text-ink-2">
                <span className="truncate text-meta">{texts.intake.more}</span>
                <ChevronDown size={18} aria-hidden className="shrink-0 transition-transform group-open:rotate-180" />
              </span>
            </summary>
            <div className="px-4 pb-5 md:px-6">
              <IntakeFields draft={draft} onChange={change} />
            </div>
          </details>
          <div className="flex items-center justify-end gap-2 px-4 py-3.5 md:px-6">
            <span role="status" className="min-w-0 flex-1 text-meta text-ink-2">
              {missing ?? texts.create.ready}
            </span>
            <ButtonLink to="/webhooks" tone="link">
              {texts.create.cancel}
            </ButtonLink>
            <Button type="submit" tone="primary" disabled={missing !== undefined} busy={create.isPending}>
              {texts.create.submit}
            </Button>
          </div>
        </form>
      </Panel>
    </Page>
  );
}
