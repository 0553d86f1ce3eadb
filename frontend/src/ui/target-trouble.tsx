import { Clock, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useConnectAgain, useSwitchTarget, useTargetKind } from '../data/targets.ts';
import { plural } from '../lib/format.ts';
import { showError, toasts } from '../lib/services.ts';
import { formatDateTime } from '../lib/time.ts';
import type { Target } from '../lib/wire.ts';
import { Button, ButtonLink } from './button.tsx';
import { Notice } from './panel.tsx';
import { TypeName } from './type-tile.tsx';

const trouble = {
  unconfirmed: (target: string) => `${target} waits for your confirmation.`,
  confirm: 'Confirm',
  refuses: (target: string, since: string) => `${target} has not accepted messages since ${since}.`,
  refused: (messages: string, count: number) => `${messages} ${count === 1 ? 'was' : 'were'} rejected.`,
  disabled: (target: string) => `${target} is disabled.`,
  pending: (target: string) => `${target} is not set up yet.`,
  failing: (target: string) => `${target} isn’t receiving messages.`,
  waits: (messages: string, count: number) => `${messages} ${count === 1 ? 'waits' : 'wait'} for it.`,
  waitsSince: (messages: string, count: number, since: string) =>
    `${messages} ${count === 1 ? 'waits' : 'wait'} since ${since} and ${count === 1 ? 'is' : 'are'} sent automatically, in order.`,
  repair: 'Fix',
  connect: 'Reconnect at',
  finish: 'Finish the set-up',
  switchOn: 'Enable',
  notSwitched: 'Not enabled',
  notConnected: 'Not connected',
  switchedOn: (target: string) => `${target} is enabled`,
} as const;

/** Messages that a target missed since its last accepted one. */
export interface Missed {
  failed: number;
  /** All that are not over. */
  waiting: number;
  /** Those of them that were tried already: without one, the others are only on their way. */
  retrying: number;
  since: string;
}

/**
 * Says that a target takes nothing, since when, what that cost, and what fixes it; nothing while it accepts messages.
 * @param missed undefined = not known, or nothing · show the link to this many messages with a certain result
 */
export function TargetTrouble({
  target,
  missed,
  show,
}: {
  target: Target;
  missed: Missed | undefined;
  show(status: 'error' | 'pending', count: number): ReactNode;
}) {
  if (target.statusCode === 'review-awaited' && target.status !== 'active')
    return (
      <TroubleLine
        tone="warn"
        action={
          <ButtonLink to="/dashboard" hash="review" size="small" aria-label={`${trouble.confirm}: ${target.name}`}>
            {trouble.confirm}
          </ButtonLink>
        }
      >
        <b className="font-semibold">{trouble.unconfirmed(target.name)}</b>{' '}
        {missed && missed.waiting > 0 && trouble.waits(plural(missed.waiting, 'message'), missed.waiting)}
      </TroubleLine>
    );
  switch (target.status) {
    case 'inactive':
      return (
        <TroubleLine
          tone="err"
          action={
            <>
              <Repair target={target} />
              {missed && missed.failed > 0 && show('error', missed.failed)}
            </>
          }
        >
          <b className="font-semibold">{trouble.refuses(target.name, formatDateTime(target.updatedAt))}</b>{' '}
          {target.statusReason}{' '}
          {missed && missed.failed > 0 && trouble.refused(plural(missed.failed, 'message'), missed.failed)}
        </TroubleLine>
      );
    case 'disabled':
    case 'pending':
      return (
        <TroubleLine
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
        </TroubleLine>
      );
    default:
      if (!missed || missed.retrying === 0) return null;
      return (
        <TroubleLine tone="warn" action={show('pending', missed.waiting)}>
          <b className="font-semibold">{trouble.failing(target.name)}</b>{' '}
          {trouble.waitsSince(plural(missed.waiting, 'message'), missed.waiting, formatDateTime(missed.since))}
        </TroubleLine>
      );
  }
}

/** Fixes that need more than a click are done on the target's page. */
const ToTarget = ({ target, label }: { target: Target; label: string }) => (
  <ButtonLink to="/targets/$id" params={{ id: target.id }} size="small" aria-label={`${label}: ${target.name}`}>
    {label}
  </ButtonLink>
);

/** Leads to the provider immediately where that is what fixes it. */
function Repair({ target }: { target: Target }) {
  const kind = useTargetKind(target.targetType);
  const { connect, isPending } = useConnectAgain(target.id);
  const press = () => connect((error) => showError(error, { title: trouble.notConnected, again: press }));
  if (kind?.setup !== 'redirect') return <ToTarget target={target} label={trouble.repair} />;
  return (
    <Button size="small" busy={isPending} onClick={press}>
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
      onError: (error) => showError(error, { title: trouble.notSwitched, again: press }),
    });
  return (
    <Button size="small" busy={isPending} aria-label={`${trouble.switchOn}: ${target.name}`} onClick={press}>
      {trouble.switchOn}
    </Button>
  );
}

/** One trouble in a sentence, with what can be done about it. */
export function TroubleLine({
  tone,
  action,
  children,
}: {
  tone: 'err' | 'warn';
  action: ReactNode;
  children: ReactNode;
}) {
  return (
    <Notice
      tone={tone === 'err' ? 'error' : 'warn'}
      className="!py-1.5"
      icon={tone === 'err' ? <TriangleAlert size={18} aria-hidden /> : <Clock size={18} aria-hidden />}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 text-meta">
        <p className="min-w-0 flex-1 basis-72 wrap-anywhere">{children}</p>
        <span className="flex flex-wrap items-center gap-3">{action}</span>
      </div>
    </Notice>
  );
}
