import { Info, Pencil, Trash2, TriangleAlert } from 'virtual:icons';
import { useNavigate } from '@tanstack/react-router';
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react';
import { type MissedOfWebhook, summed, useMissedByTarget } from '../../data/missed.ts';
import { useWebhookAfterSetup } from '../../data/new-webhook.ts';
import { useFailing } from '../../data/overview.ts';
import { takeReturn, useTarget, useTargetKinds } from '../../data/targets.ts';
import { toasts } from '../../lib/services.ts';
import { targetLook } from '../../lib/status.ts';
import type { Target } from '../../lib/wire.ts';
import { LoadFailed } from '../../shell/error-page.tsx';
import { DetailSkeleton } from '../../shell/page-skeleton.tsx';
import { Status } from '../../ui/badge.tsx';
import { Button, IconButton, TextLink } from '../../ui/button.tsx';
import { HelpLink } from '../../ui/help-link.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { Crumbs, Page } from '../../ui/page.tsx';
import { Notice } from '../../ui/panel.tsx';
import { TargetTrouble } from '../../ui/target-trouble.tsx';
import { TypeTile } from '../../ui/type-tile.tsx';
import { ChangeOptions } from './change-options.tsx';
import { DeleteTarget } from './delete-target.tsx';
import { FallbackPanel } from './fallback-panel.tsx';
import { LastMessages } from './last-messages.tsx';
import { MessageSettings } from './message-settings.tsx';
import { Move } from './move.tsx';
import { Onboarding } from './onboarding.tsx';
import { Repair, Repaired } from './repair.tsx';
import type { SetupResult } from './rules.ts';
import { SendTest } from './send-test.tsx';
import { Facts } from './target-facts.tsx';
import { Webhooks } from './target-webhooks.tsx';
import { texts } from './texts.ts';

const { Part: RenameDialog } = lazyDialog(() => import('./rename-dialog.tsx').then((module) => module.RenameDialog));

/**
 * A target's page.
 * @param setup the result of the provider's page, if the browser returns from it
 */
export function TargetPage({ id, setup }: { id: number; setup: SetupResult | undefined }) {
  const target = useTarget(id);
  // Waits for the kinds, because a kind's settings would move the content below if they loaded later.
  const kinds = useTargetKinds();
  // Keeps the result, which is removed from the URL before the target loads. It decides if failed messages are offered.
  const [outcome] = useState(setup);
  useSetupToast(id, outcome);
  if (target.data && !kinds.isPending) return <TargetDetail target={target.data} setup={outcome} />;
  return target.error ? <LoadFailed error={target.error} /> : <DetailSkeleton />;
}

/** Reports success once, and returns to the call that failed if the target was reconnected there. */
function useSetupToast(id: number, setup: SetupResult | undefined): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (setup !== 'connected') return;
    toasts.add({
      id: 'setup',
      severity: 'success',
      summary: texts.setup.connected,
      detail: texts.setup.connectedDetail,
    });
    const before = takeReturn(id);
    // A reload must not report it again.
    void navigate(before === undefined ? { to: '.', search: {}, replace: true } : { href: before, replace: true });
  }, [id, setup, navigate]);
}

/** Reports the activation here, because the part that waits for the code has disappeared by then. */
function useActivatedToast({ name, status }: Target): void {
  const before = useRef(status);
  useEffect(() => {
    const activated = before.current === 'pending' && status === 'active';
    before.current = status;
    if (activated)
      toasts.add({
        id: 'setup',
        severity: 'success',
        summary: texts.dialog.activated,
        detail: texts.dialog.activatedDetail(name),
      });
  }, [name, status]);
}

/** Puts the fix of a rejected target first. React keys keep typed text when the order changes. */
const inOrder = (refused: boolean, first: ReactNode, last: ReactNode) => (refused ? [last, first] : [first, last]);

/** The messages that are waiting for a target, by webhook. They are requested only if the target is failing. */
function useMissedBy({ id, associatedWebhooks }: Target, failing: boolean): readonly MissedOfWebhook[] {
  const webhooks = associatedWebhooks.map((webhook) => ({ ...webhook, targetIds: [id] }));
  return useMissedByTarget(failing ? [{ id }] : [], webhooks).missed.get(id) ?? [];
}

function TargetDetail({ target, setup }: { target: Target; setup: SetupResult | undefined }) {
  useWebhookAfterSetup(target, texts.inPlace.webhookFailed);
  useActivatedToast(target);
  const [asking, setAsking] = useState(false);
  const [renaming, setRenaming] = useState(false);
  const refused = target.status === 'inactive';
  const failing = useFailing().includes(target.id);
  const missed = useMissedBy(target, failing);
  const waiting = summed(missed)?.waiting;
  const used = target.associatedWebhooks.length > 0;
  const change = (
    <Fragment key="change">
      <Move target={target} />
      <ChangeOptions target={target} />
    </Fragment>
  );
  return (
    <Page
      title={target.name}
      crumbs={<Crumbs to="/targets" parent={texts.list.title} here={target.name} />}
      heading={
        <span className="flex min-w-0 items-center gap-3">
          <TypeTile type={target.targetType} size="large" />
          <span className="min-w-0">{target.name}</span>
        </span>
      }
      badge={
        <>
          <IconButton data-needs="editor" label={texts.rename.button} small onClick={() => setRenaming(true)}>
            <Pencil size={15} aria-hidden />
          </IconButton>
          <Status look={targetLook(target, failing && (waiting || true))} />
        </>
      }
      actions={
        <>
          <SendTest target={target} />
          <Button data-needs="editor" icon={<Trash2 size={16} aria-hidden />} onClick={() => setAsking(true)}>
            {texts.detail.delete}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {target.status === 'active' && typeof target.options.hint === 'string' && (
          <Notice tone="info" icon={<Info size={18} aria-hidden />}>
            {target.options.hint}
          </Notice>
        )}
        {target.status !== 'active' && !refused && target.statusReason && (
          <Notice tone="info" icon={<Info size={18} aria-hidden />}>
            <p>{target.statusReason}</p>
            {/* For a pending target, the next step is right below, so there is no help link. */}
            {target.status !== 'pending' && <HelpLink code={target.statusCode} className="text-meta" />}
          </Notice>
        )}
        {target.status === 'active' && (
          <TargetTrouble
            target={target}
            missed={summed(missed)}
            show={(status, sentence) => (
              <>
                {sentence}
                {missed
                  .filter(({ waiting }) => waiting > 0)
                  .map(({ webhook: { id, name } }) => (
                    <Fragment key={id}>
                      {' '}
                      <TextLink to="/webhooks/$id" params={{ id }} search={{ status, target: target.id }}>
                        {texts.detail.waitingOf(name)}
                      </TextLink>
                    </Fragment>
                  ))}
              </>
            )}
          />
        )}
        {setup && setup !== 'connected' && target.status !== 'active' && (
          <Notice tone="warn" icon={<TriangleAlert size={18} aria-hidden />}>
            {texts.setup[setup]}
          </Notice>
        )}
        {target.status === 'pending' && <Onboarding target={target} />}
        {refused && <Repair target={target} />}
        <Repaired target={target} connected={setup === 'connected'} />
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="flex min-w-0 flex-col gap-4">
            {inOrder(
              refused,
              used ? <LastMessages key="last" target={target} /> : <Webhooks key="webhooks" target={target} />,
              change,
            )}
            <MessageSettings target={target} />
            <FallbackPanel target={target} />
          </div>
          <div className="flex min-w-0 flex-col gap-4">
            <Facts target={target} />
            {used && <Webhooks target={target} />}
          </div>
        </div>
      </div>
      {renaming && <RenameDialog target={target} onClose={() => setRenaming(false)} />}
      {asking && <DeleteTarget target={target} onCancel={() => setAsking(false)} />}
    </Page>
  );
}
