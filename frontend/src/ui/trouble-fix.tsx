import type { Missed } from '../data/missed.ts';
import { useConnectAgain, useSwitchTarget, useTargetKind } from '../data/targets.ts';
import { firstSentence } from '../lib/format.ts';
import { showError, toasts } from '../lib/services.ts';
import { isBlocked } from '../lib/status.ts';
import { formatDateTime } from '../lib/time.ts';
import type { Target } from '../lib/wire.ts';
import { Button, ButtonLink } from './button.tsx';
import { TypeName } from './type-tile.tsx';

const trouble = {
  unconfirmed: (target: string) => `${target} is waiting for your confirmation.`,
  confirm: 'Confirm',
  refuses: (target: string, since: string) => `${target} has not accepted messages since ${since}.`,
  disabled: (target: string) => `${target} is disabled.`,
  pending: (target: string) => `${target} is not set up yet.`,
  failing: (target: string) => `${target} isn’t receiving messages.`,
  why: {
    unconfirmed: 'Waiting for your confirmation.',
    disabled: 'Disabled.',
    pending: 'Not set up yet.',
    failing: 'Isn’t receiving messages. They are sent when it works again.',
  },
  repair: 'Fix',
  connect: 'Reconnect to',
  was: (channel: string) => `was ${channel}`,
  finish: 'Finish setup',
  switchOn: 'Enable',
  notSwitched: 'Couldn’t enable the target',
  notConnected: 'Couldn’t connect the target',
  switchedOn: (target: string) => `${target} is enabled`,
} as const;

/** A target's problem: its reason, its start and the missed messages. */
export interface Trouble {
  tone: 'err' | 'warn';
  /** A sentence that names the target. */
  what: string;
  /** The reason, without the target's name. */
  why: string;
  since: string;
  /** The number of missed messages, which have this status. */
  count: number;
  status: 'error' | 'pending';
}

/**
 * Finds a target's current problem.
 * @param missed the missed messages; undefined if unknown, or if nothing was missed
 * @returns undefined while the target accepts messages
 */
export function troubleOf(target: Target, missed: Missed | undefined): Trouble | undefined {
  const { name, status, statusReason = '', updatedAt } = target;
  const waits = { tone: 'warn', since: updatedAt, count: missed?.waiting ?? 0, status: 'pending' } as const;
  if (target.statusCode === 'review-awaited' && status !== 'active')
    return { ...waits, what: trouble.unconfirmed(name), why: trouble.why.unconfirmed };
  if (status === 'inactive')
    return {
      ...{ tone: 'err', status: 'error', since: updatedAt, count: missed?.failed ?? 0 },
      ...{ what: trouble.refuses(name, formatDateTime(updatedAt)), why: statusReason },
    };
  if (status === 'disabled') return { ...waits, what: trouble.disabled(name), why: trouble.why.disabled };
  if (status === 'pending') return { ...waits, what: trouble.pending(name), why: trouble.why.pending };
  if (!missed || !isBlocked(missed)) return undefined;
  return {
    ...waits,
    what: trouble.failing(name),
    why: missed.pausedReason ? firstSentence(missed.pausedReason) : trouble.why.failing,
    since: missed.since,
  };
}

/**
 * The button that fixes a target's problem; nothing if the problem ends automatically.
 * @param isTight true if a phone has no space for the former channel
 */
export function TroubleFix({ target, isTight = false }: { target: Target; isTight?: boolean }) {
  if (target.statusCode === 'review-awaited' && target.status !== 'active')
    return (
      <ButtonLink to="/dashboard" hash="review" size="small" aria-label={`${trouble.confirm}: ${target.name}`}>
        {trouble.confirm}
      </ButtonLink>
    );
  if (target.status === 'inactive') return <Repair {...{ target, isTight }} />;
  if (target.status === 'pending') return <ToTarget target={target} label={trouble.finish} />;
  return target.status === 'disabled' && <SwitchOn target={target} />;
}

/** A link to the target's page, for fixes that need more than a click. */
const ToTarget = ({ target, label }: { target: Target; label: string }) => (
  <ButtonLink to="/targets/$id" params={{ id: target.id }} size="small" aria-label={`${label}: ${target.name}`}>
    {label}
  </ButtonLink>
);

/** Opens the provider's page if the target is reconnected there, otherwise the target's page. */
function Repair({ target, isTight }: { target: Target; isTight: boolean }) {
  const kind = useTargetKind(target.targetType);
  const { connect, isPending } = useConnectAgain(target.id);
  const press = () => connect((error) => showError(error, { title: trouble.notConnected, again: press }));
  if (kind?.setup !== 'redirect') return <ToTarget target={target} label={trouble.repair} />;
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <Button data-needs="editor" size="small" busy={isPending} onClick={press}>
        <span>
          {trouble.connect} <TypeName type={target.targetType} />
          <span className="sr-only">: {target.name}</span>
        </span>
      </Button>
      <span className={isTight ? 'max-md:hidden' : undefined}>
        <FormerChannel target={target} />
      </span>
    </span>
  );
}

/** The channel to choose again when a target is reconnected, if it is known. */
export function FormerChannel({ target: { options } }: { target: Target }) {
  if (typeof options.channel !== 'string') return null;
  return <span className="text-meta text-ink-2 wrap-anywhere">{trouble.was(options.channel)}</span>;
}

function SwitchOn({ target }: { target: Target }) {
  const { mutate, isPending } = useSwitchTarget(target.id);
  const press = () =>
    mutate(true, {
      onSuccess: () => toasts.add({ severity: 'success', summary: trouble.switchedOn(target.name) }),
      onError: (error) => showError(error, { title: trouble.notSwitched, again: press }),
    });
  return (
    <Button
      data-needs="editor"
      size="small"
      busy={isPending}
      aria-label={`${trouble.switchOn}: ${target.name}`}
      onClick={press}
    >
      {trouble.switchOn}
    </Button>
  );
}
