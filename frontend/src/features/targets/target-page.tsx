import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowRight, Info, Pencil, Trash2, TriangleAlert } from 'lucide-react';
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react';
import { useAccount } from '../../data/account.ts';
import { useDeleteTarget, useRenewActivation, useSwitchTarget, useTarget, useTargetKind } from '../../data/targets.ts';
import { useWebhookAfterSetup } from '../../data/webhook-after-setup.ts';
import { useWebhooks } from '../../data/webhooks.ts';
import { formatNumber } from '../../lib/format.ts';
import { safeRedirect } from '../../lib/safe-redirect.ts';
import { showError, toasts } from '../../lib/services.ts';
import { targetLook, webhookLook } from '../../lib/status.ts';
import type { Target } from '../../lib/wire.ts';
import { LoadFailed } from '../../shell/error-page.tsx';
import { DetailSkeleton } from '../../shell/page-skeleton.tsx';
import { Status } from '../../ui/badge.tsx';
import { Button, ButtonLink, IconButton, textLink } from '../../ui/button.tsx';
import { HelpLink } from '../../ui/help-link.tsx';
import { LateConfirm } from '../../ui/late-confirm.tsx';
import { latePart } from '../../ui/late-part.tsx';
import { Crumbs, Page } from '../../ui/page.tsx';
import { Notice, Panel } from '../../ui/panel.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Time } from '../../ui/time.tsx';
import { TypeName, TypeTile } from '../../ui/type-tile.tsx';
import { ActivationCode } from './activation.tsx';
import { ChangeOptions } from './change-options.tsx';
import { LastMessages } from './last-messages.tsx';
import { MessageSettings } from './message-settings.tsx';
import { Move } from './move.tsx';
import { type ShownOption, shownOptions } from './options.ts';
import { Repair, Repaired, useNeedsConnection } from './repair.tsx';
import { activationOf, type SetupResult } from './rules.ts';
import { SendTest } from './send-test.tsx';
import { texts } from './texts.ts';
import { useActivation } from './use-activation.ts';

const { Part: RenameDialog } = latePart(() => import('./rename-dialog.tsx').then((module) => module.RenameDialog));

/** @param setup what became of the way to the provider that the browser just comes back from */
export function TargetPage({ id, setup }: { id: number; setup: SetupResult | undefined }) {
  const target = useTarget(id);
  useSetupToast(setup);
  if (target.data) return <TargetDetail target={target.data} setup={setup} />;
  return target.error ? <LoadFailed error={target.error} /> : <DetailSkeleton />;
}

/** Success is told once, and the address is cleaned so that a reload does not tell it again. */
function useSetupToast(setup: SetupResult | undefined): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (setup !== 'connected') return;
    toasts.add({
      id: 'setup',
      severity: 'success',
      summary: texts.setup.connected,
      detail: texts.setup.connectedDetail,
    });
    void navigate({ to: '.', search: {}, replace: true });
  }, [setup, navigate]);
}

/** Told here, because the part that waits for the code is gone as soon as it has arrived. */
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

/** What repairs a refused target comes first; with keys, so that what is typed stays when the order changes. */
const inOrder = (refused: boolean, first: ReactNode, last: ReactNode) => (refused ? [last, first] : [first, last]);

function TargetDetail({ target, setup }: { target: Target; setup: SetupResult | undefined }) {
  useWebhookAfterSetup(target, texts.inPlace.webhookFailed);
  useActivatedToast(target);
  const [asking, setAsking] = useState(false);
  const [renaming, setRenaming] = useState(false);
  const refused = target.status === 'inactive';
  const facts = <Facts key="facts" target={target} />;
  const side = (
    <div key="side" className="flex min-w-0 flex-col gap-4">
      {inOrder(
        refused,
        <Webhooks key="webhooks" target={target} />,
        <Fragment key="change">
          <Move target={target} />
          <ChangeOptions target={target} />
        </Fragment>,
      )}
      <MessageSettings target={target} />
    </div>
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
          <IconButton label={texts.rename.button} small onClick={() => setRenaming(true)}>
            <Pencil size={15} aria-hidden />
          </IconButton>
          <Status look={targetLook(target.status)} />
        </>
      }
      actions={
        <>
          <SendTest target={target} />
          <IconButton framed label={texts.detail.delete} onClick={() => setAsking(true)}>
            <Trash2 size={17} aria-hidden />
          </IconButton>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {target.status !== 'active' && target.statusReason && (
          <Notice
            tone={target.status === 'inactive' ? 'warn' : 'info'}
            icon={
              target.status === 'inactive' ? <TriangleAlert size={18} aria-hidden /> : <Info size={18} aria-hidden />
            }
          >
            <p>{target.statusReason}</p>
            {/* What a waiting target needs stands right below. */}
            {target.status !== 'pending' && <HelpLink code={target.statusCode} className="text-meta" />}
          </Notice>
        )}
        {setup && setup !== 'connected' && target.status !== 'active' && (
          <Notice tone="warn" icon={<TriangleAlert size={18} aria-hidden />}>
            {texts.setup[setup]}
          </Notice>
        )}
        {target.status === 'pending' && <Onboarding target={target} />}
        {refused && <Repair target={target} />}
        <Repaired target={target} connected={setup === 'connected'} />
        <div className="grid items-start gap-4 lg:grid-cols-2">{inOrder(refused, facts, side)}</div>
        <LastMessages target={target} />
      </div>
      {renaming && <RenameDialog target={target} onClose={() => setRenaming(false)} />}
      {asking && <DeleteTarget target={target} onCancel={() => setAsking(false)} />}
    </Page>
  );
}

/** What is left to do for a target that waits: its code again, or the way to the provider. */
function Onboarding({ target }: { target: Target }) {
  if (activationOf(target.options)) return <WaitingForCode target={target} />;
  return safeRedirect(target.options.AuthUrl) === undefined ? null : <ContinueAtProvider target={target} />;
}

/** The way to the provider, made anew when it is too old. */
function ContinueAtProvider({ target }: { target: Target }) {
  const renewal = useRenewActivation(target.id);
  const go = (options: Target['options']) => {
    const url = safeRedirect(options.AuthUrl);
    if (url !== undefined) location.assign(url);
  };
  const press = () => {
    const { expires_at: end } = target.options;
    if (typeof end === 'string' && new Date(end).getTime() > Date.now()) return go(target.options);
    renewal.mutate(undefined, {
      onSuccess: ({ options }) => go(options),
      onError: (error) => showError(error, { title: texts.detail.notConnected, again: press }),
    });
  };
  return (
    <Panel title={texts.detail.finish} headingId="finish">
      <Button tone="primary" busy={renewal.isPending} onClick={press}>
        <span>
          {texts.detail.continueAt} <TypeName type={target.targetType} />
        </span>
        <ArrowRight size={16} aria-hidden />
      </Button>
    </Panel>
  );
}

function WaitingForCode({ target }: { target: Target }) {
  const { activation, renew } = useActivation(target);
  return (
    <Panel title={texts.detail.finish} headingId="finish">
      {activation && <ActivationCode activation={activation} onRenew={renew} />}
    </Panel>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid min-h-9 grid-cols-[minmax(0,9rem)_minmax(0,1fr)] items-center gap-3 py-1.5">
      <dt className="text-ink-2 first-letter:uppercase">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}

function Facts({ target }: { target: Target }) {
  const change = useSwitchTarget(target.id);
  const kind = useTargetKind(target.targetType);
  // Only its owner's wish is switched here; a target that waits for its activation has nothing to switch yet.
  const onlyConnects = useNeedsConnection(target);
  const switchable = ['active', 'disabled', 'inactive'].includes(target.status) && !onlyConnects;
  const toggle = (enabled: boolean) =>
    change.mutate(enabled, {
      onSuccess: () =>
        toasts.add({ severity: 'success', summary: texts.detail.saved, detail: texts.detail.savedDetail }),
      onError: (error) => showError(error, { title: texts.detail.notSaved, again: () => toggle(enabled) }),
    });
  return (
    <Panel title={texts.detail.details} headingId="details">
      <dl>
        {onlyConnects && (
          <Fact name={texts.detail.status}>
            <Status look={targetLook(target.status)} />
          </Fact>
        )}
        {switchable && (
          <Fact name={texts.detail.status}>
            <Switch
              checked={target.status === 'active'}
              onChange={toggle}
              label={texts.detail.switchLabel}
              words={[texts.detail.on, targetLook(target.status).word]}
            />
          </Fact>
        )}
        <Fact name={texts.detail.type}>
          <TypeName type={target.targetType} />
        </Fact>
        <Fact name={texts.detail.created}>
          <Time date={target.createdAt} />
        </Fact>
        <Fact name={texts.detail.updated}>
          <Time date={target.updatedAt} />
        </Fact>
        <Fact name={texts.detail.last}>
          <Time date={target.lastDispatchAt} />
        </Fact>
        <Fact name={texts.detail.dispatches}>{formatNumber(target.numberOfDispatches)}</Fact>
        {shownOptions(target.options, kind?.fields).map((option) => (
          <Fact key={option.name} name={option.label}>
            <OptionValue option={option} />
          </Fact>
        ))}
      </dl>
    </Panel>
  );
}

function OptionValue({ option: { type, value } }: { option: ShownOption }) {
  if (type === 'date') return <Time date={value} />;
  if (type === 'text') return <span className="font-mono text-code">{value}</span>;
  return (
    <a href={value} target="_blank" rel="noopener noreferrer" className={textLink}>
      {value}
    </a>
  );
}

function Webhooks({ target }: { target: Target }) {
  return (
    <Panel title={texts.detail.webhooks} headingId="webhooks" padded={false}>
      {target.associatedWebhooks.length === 0 ? (
        <Unused target={target} />
      ) : (
        <ul className="divide-y divide-line">
          {target.associatedWebhooks.map(({ id, name, enabled }) => (
            <li key={id} className="flex items-center justify-between gap-3 px-4 py-2.5 md:px-5">
              <Link
                to="/webhooks/$id"
                params={{ id }}
                className="inline-flex min-h-6 min-w-0 items-center font-medium hover:text-accent-text hover:underline"
              >
                <span className="truncate">{name}</span>
              </Link>
              <Status look={webhookLook(enabled)} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** Where to go from a target that nothing writes to yet. */
function Unused({ target }: { target: Target }) {
  const limits = useAccount().data?.limits;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-4 md:px-5">
      <p className="text-ink-2">{texts.detail.noWebhooks}</p>
      {target.status === 'active' &&
        (limits?.webhookLimitHit ? (
          <ButtonLink to="/webhooks">{texts.detail.chooseInWebhook}</ButtonLink>
        ) : (
          <ButtonLink to="/webhooks/new" search={{ target: target.id }} tone="primary">
            {texts.detail.createWebhook}
          </ButtonLink>
        ))}
    </div>
  );
}

function DeleteTarget({ target, onCancel }: { target: Target; onCancel(): void }) {
  const remove = useDeleteTarget(target.id);
  const navigate = useNavigate();
  const used = target.associatedWebhooks.length > 0;
  const orphaned = (useWebhooks().data ?? []).filter(
    ({ enabled, targetIds }) => enabled && targetIds.length === 1 && targetIds[0] === target.id,
  );
  const confirm = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        toasts.add({ severity: 'success', summary: texts.detail.deleted, detail: texts.detail.deletedDetail });
        void navigate({ to: '/targets' });
      },
      onError: (error) => {
        showError(error, { title: texts.detail.notDeleted });
        onCancel();
      },
    });
  return (
    <LateConfirm
      title={texts.detail.delete}
      verb={texts.detail.delete}
      busy={remove.isPending}
      onConfirm={confirm}
      onCancel={onCancel}
    >
      <p>{used ? texts.detail.deleteInUse : texts.detail.deleteQuestion}</p>
      {used && (
        <p className="mt-3">
          {texts.detail.affected}{' '}
          <b className="font-semibold text-ink">{target.associatedWebhooks.map(({ name }) => name).join(', ')}</b>
        </p>
      )}
      {orphaned.length > 0 && (
        <p className="mt-3">
          {texts.detail.orphaned}{' '}
          <b className="font-semibold text-ink">{orphaned.map(({ name }) => name).join(', ')}</b>
        </p>
      )}
    </LateConfirm>
  );
}
