import { Clock, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWebhookStats } from '../../data/stats.ts';
import { useConnectAgain, useSwitchTarget, useTargetKind, useTargets } from '../../data/targets.ts';
import { plural } from '../../lib/format.ts';
import { showError, toasts } from '../../lib/services.ts';
import { formatDateTime } from '../../lib/time.ts';
import type { Target, Webhook } from '../../lib/wire.ts';
import { Button, ButtonLink, TextLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/panel.tsx';
import { TypeName } from '../../ui/type-tile.tsx';
import { texts } from './texts.ts';

const { trouble } = texts;

/** What a target missed since it last took a message of this webhook. */
interface Missed {
  failed: number;
  waiting: number;
  since: string;
}

/**
 * Says at the top of a webhook which of its targets takes nothing, since when, what that cost, and what repairs it.
 * @param onEdit opens the form in which targets are chosen
 */
export function TroubleNotices({ webhook, onEdit }: { webhook: Webhook; onEdit(): void }) {
  const targets = useTargets().data;
  const undelivered = useWebhookStats(webhook.id).data?.undelivered ?? [];
  if (targets === undefined) return null;
  if (webhook.targetIds.length === 0)
    return (
      <Line
        tone="err"
        action={
          <Button size="small" onClick={onEdit}>
            {trouble.chooseTarget}
          </Button>
        }
      >
        {trouble.noTarget}
      </Line>
    );
  return webhook.targetIds.map((id) => {
    const target = targets.find((each) => each.id === id);
    const missed = undelivered.find(({ targetId }) => targetId === id);
    return target && <TargetTrouble key={id} webhook={webhook} target={target} missed={missed} />;
  });
}

function TargetTrouble({ webhook, target, missed }: { webhook: Webhook; target: Target; missed: Missed | undefined }) {
  const show = (status: 'error' | 'pending') => (
    <TextLink to="/webhooks/$id" params={{ id: webhook.id }} search={{ status, target: target.id }}>
      {trouble.show}
    </TextLink>
  );
  switch (target.status) {
    case 'inactive':
      return (
        <Line
          tone="err"
          action={
            <>
              <Repair target={target} />
              {missed && missed.failed > 0 && show('error')}
            </>
          }
        >
          <b className="font-semibold">{trouble.refuses(target.name, formatDateTime(target.updatedAt))}</b>{' '}
          {target.statusReason}{' '}
          {missed && missed.failed > 0 && trouble.refused(plural(missed.failed, 'message'), missed.failed)}
        </Line>
      );
    case 'disabled':
    case 'pending':
      return (
        <Line
          tone="warn"
          action={
            target.status === 'pending' ? (
              <ToTarget target={target} label={trouble.finish} />
            ) : (
              <SwitchOn target={target} />
            )
          }
        >
          <b className="font-semibold">
            {target.status === 'pending' ? trouble.pending(target.name) : trouble.disabled(target.name)}
          </b>{' '}
          {missed && missed.waiting > 0 && trouble.waits(plural(missed.waiting, 'message'), missed.waiting)}
        </Line>
      );
    default:
      if (!missed || missed.waiting === 0) return null;
      return (
        <Line tone="warn" action={show('pending')}>
          <b className="font-semibold">{trouble.failing(target.name)}</b>{' '}
          {trouble.waitsSince(plural(missed.waiting, 'message'), missed.waiting, formatDateTime(missed.since))}
        </Line>
      );
  }
}

/** What needs more than a press is done on the target's page. */
const ToTarget = ({ target, label }: { target: Target; label: string }) => (
  <ButtonLink to="/targets/$id" params={{ id: target.id }} size="small" aria-label={`${label}: ${target.name}`}>
    {label}
  </ButtonLink>
);

/** Leads to the provider at once where that is what repairs it. */
function Repair({ target }: { target: Target }) {
  const kind = useTargetKind(target.targetType);
  const { connect, isPending } = useConnectAgain(target.id);
  if (kind?.setup !== 'redirect') return <ToTarget target={target} label={trouble.repair} />;
  return (
    <Button size="small" busy={isPending} onClick={() => connect(showError)}>
      <span>
        {trouble.connect} <TypeName type={target.targetType} />
        <span className="sr-only">: {target.name}</span>
      </span>
    </Button>
  );
}

function SwitchOn({ target }: { target: Target }) {
  const { mutate, isPending } = useSwitchTarget(target.id);
  const press = () =>
    mutate(true, {
      onSuccess: () => toasts.add({ severity: 'success', summary: trouble.switchedOn(target.name) }),
      onError: (error) => showError(error),
    });
  return (
    <Button size="small" busy={isPending} aria-label={`${trouble.switchOn}: ${target.name}`} onClick={press}>
      {trouble.switchOn}
    </Button>
  );
}

function Line({ tone, action, children }: { tone: 'err' | 'warn'; action: ReactNode; children: ReactNode }) {
  return (
    <Notice
      tone={tone === 'err' ? 'error' : 'warn'}
      icon={tone === 'err' ? <TriangleAlert size={18} aria-hidden /> : <Clock size={18} aria-hidden />}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-72 wrap-anywhere">{children}</p>
        <span className="flex flex-wrap items-center gap-3">{action}</span>
      </div>
    </Notice>
  );
}
