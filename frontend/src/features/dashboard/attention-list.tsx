import { CircleCheck, Clock, TriangleAlert } from 'virtual:icons';
import { lazy, Suspense } from 'react';
import { type MissedOfWebhook, summed, useMissedByTarget } from '../../data/missed.ts';
import { hasMatters } from '../../data/webhooks.ts';
import { formatNumber, plural } from '../../lib/format.ts';
import { formatDateTime } from '../../lib/time.ts';
import type { Limits, Target, Webhook } from '../../lib/wire.ts';
import { TextLink } from '../../ui/button.tsx';
import { StatusIcon } from '../../ui/icons.tsx';
import { Notice } from '../../ui/panel.tsx';
import { ReserveHeight } from '../../ui/reserve-height.tsx';
import { Ago } from '../../ui/time.tsx';
import { TroubleFix, troubleOf } from '../../ui/trouble-fix.tsx';
import { inTrouble, needsOwner } from './rules.ts';
import { texts } from './texts.ts';

const MattersLine = lazy(() => import('./matters-line.tsx').then((module) => ({ default: module.MattersLine })));

const words = texts.needs;

/** Maximum number of targets shown here; the list of targets has all of them. */
const SHOWN = 4;

/** Failing targets, worst first, with their missed messages. */
interface Needs {
  troubled: readonly Target[];
  missed: ReadonlyMap<number, MissedOfWebhook[]>;
  /** True while the missed messages are loading. */
  pending: boolean;
}

/**
 * Finds failing targets and their missed messages.
 * @param failing the ids of failing targets; undefined while they are loading
 */
export function useAttention(
  webhooks: readonly Webhook[] | undefined,
  targets: readonly Target[] | undefined,
  failing: readonly number[] | undefined,
): Needs {
  const troubled = inTrouble(targets ?? [], failing ?? []);
  return { troubled, ...useMissedByTarget(troubled, webhooks ?? []) };
}

interface Props {
  webhooks: readonly Webhook[];
  limits: Limits | undefined;
  needs: Needs;
}

/** The problems that only the owner can fix, and the open matters. If there are none, it shows that all is well. */
export function AttentionList({ webhooks, limits, needs: { troubled, missed } }: Props) {
  // A target with a possible problem is listed only if messages are waiting for it.
  const told = troubled.filter((target) => needsOwner(target, summed(missed.get(target.id))));
  const beyond = webhooks.filter(({ enabled, status }) => enabled && status === 'disabled').length;
  const isWell = told.length === 0 && beyond === 0 && !limits?.invocationsHeld;
  const allWell = isWell && <AllWell webhooks={webhooks} />;
  return (
    <>
      {!isWell && <Problems {...{ told, missed, webhooks, beyond, limits }} />}
      {webhooks.some(hasMatters) ? (
        <Suspense fallback={<ReserveHeight what="dashboard-matters" ready={false} />}>
          <MattersLine webhooks={webhooks} without={allWell} />
        </Suspense>
      ) : (
        allWell
      )}
    </>
  );
}

/**
 * The problems, each with a button.
 * @param told the targets to list
 * @param beyond number of webhooks over the plan's limit
 */
function Problems({
  told,
  missed,
  webhooks,
  beyond,
  limits,
}: Pick<Props, 'webhooks' | 'limits'> & Pick<Needs, 'missed'> & { told: readonly Target[]; beyond: number }) {
  const { invocationsHeld: held = 0, invocationsHeldUntil: heldUntil } = limits ?? {};
  const sentToday = callsToday(webhooks);
  const waiting = told.reduce((sum, { id }) => sum + (summed(missed.get(id))?.waiting ?? 0), 0);
  return (
    <section aria-labelledby="attention" className="flex flex-col gap-2">
      <h2 id="attention" className="flex flex-wrap items-baseline gap-x-3 text-h2 font-semibold">
        {words.title}
        {waiting > 0 && (
          <span className="text-meta font-normal text-ink-2">{words.waiting(plural(waiting, 'message'), waiting)}</span>
        )}
      </h2>
      {told.length > 0 && (
        <table className="block rounded-panel border border-line bg-surface shadow-panel">
          <thead className="block max-md:sr-only">
            <tr className={`${LINE} border-b border-line py-2 text-label text-ink-2`}>
              {Object.values(words.columns).map((column) => (
                <th key={column} className="text-left font-[550]">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="block divide-y divide-line">
            {told.slice(0, SHOWN).map((target) => (
              <NeedLine key={target.id} target={target} of={missed.get(target.id) ?? []} />
            ))}
          </tbody>
        </table>
      )}
      {told.length > SHOWN && (
        <TextLink to="/targets" className="self-start">
          {words.more(told.length - SHOWN)}
        </TextLink>
      )}
      {held > 0 && heldUntil !== undefined && (
        <Notice tone="warn" icon={<Clock size={18} aria-hidden />}>
          {words.held(plural(sentToday + held, 'call'), formatNumber(sentToday), held, formatDateTime(heldUntil))}{' '}
          <TextLink to="/docs/plans" hash="quota">
            {texts.limits.help}
          </TextLink>
        </Notice>
      )}
      {beyond > 0 && (
        <Notice tone="warn" icon={<TriangleAlert size={18} aria-hidden />}>
          {words.beyond(plural(beyond, 'webhook'), beyond)} <TextLink to="/user/settings">{words.plan}</TextLink>
        </Notice>
      )}
    </section>
  );
}

/** The table's columns; on a phone, its cells are stacked. */
const LINE =
  'flex flex-wrap items-center gap-x-4 gap-y-1 px-4 md:grid md:grid-cols-[minmax(0,1.4fr)_minmax(0,2fr)_5rem_minmax(0,1fr)_9.5rem] md:px-5';

/** A row for a failing target: the reason, the start of the problem, the missed messages, and a button to fix it. */
function NeedLine({ target, of }: { target: Target; of: readonly MissedOfWebhook[] }) {
  const trouble = troubleOf(target, summed(of));
  if (!trouble) return null;
  const { tone, why, since, status } = trouble;
  // Link only to webhooks whose messages were affected, by name if there are several.
  const some = of
    .map(({ webhook, failed, waiting }) => ({ webhook, count: status === 'error' ? failed : waiting }))
    .filter(({ count }) => count > 0);
  // Only messages of the last day are counted.
  const earlier = some.length === 0 ? target.associatedWebhooks[0] : undefined;
  return (
    <tr className={`${LINE} min-h-11 py-2 text-meta`}>
      <td className="flex min-w-0 items-center gap-2">
        <span className={tone === 'err' ? 'text-err' : 'text-warn'}>
          <StatusIcon name={tone === 'err' ? 'cross' : 'clock'} />
        </span>
        <TextLink to="/targets/$id" params={{ id: target.id }} className="truncate" title={target.name}>
          {target.name}
        </TextLink>
      </td>
      <td className="min-w-0 wrap-anywhere max-md:w-full">{why}</td>
      <td className="text-ink-2">
        <Ago date={since} />
      </td>
      <td className="flex min-w-0 flex-wrap gap-x-3">
        {some.map(({ webhook, count }) => (
          <TextLink
            key={webhook.id}
            to="/webhooks/$id"
            params={{ id: webhook.id }}
            search={{ status, target: target.id }}
          >
            {words.cost[status](count)}
            {some.length > 1 && ` (${webhook.name})`}
          </TextLink>
        ))}
        {earlier && (
          <TextLink to="/webhooks/$id" params={{ id: earlier.id }} search={{ status, target: target.id }}>
            {words.earlier}
          </TextLink>
        )}
      </td>
      <td>
        <TroubleFix target={target} />
      </td>
    </tr>
  );
}

const callsToday = (webhooks: readonly Webhook[]): number =>
  webhooks.reduce((sum, { invocationsThisCycle }) => sum + invocationsThisCycle, 0);

function AllWell({ webhooks }: { webhooks: readonly Webhook[] }) {
  const calls = callsToday(webhooks);
  const ever = webhooks.some(({ amountInvocations }) => amountInvocations > 0);
  if (!ever) return null;
  const unsent = webhooks.filter(({ openErrors }) => openErrors > 0);
  if (unsent.length > 0) {
    const count = unsent.reduce((sum, { openErrors }) => sum + openErrors, 0);
    return (
      <Notice icon={<CircleCheck size={18} aria-hidden />}>
        {words.unsent(plural(count, 'message'))}{' '}
        {unsent.map(({ id, name, openErrors }, index) => (
          <span key={id}>
            {index > 0 && ', '}
            <TextLink to="/webhooks/$id" params={{ id }} search={{ status: 'error' }}>
              {`${name} (${openErrors})`}
            </TextLink>
          </span>
        ))}
      </Notice>
    );
  }
  return (
    <Notice tone="ok" icon={<CircleCheck size={18} aria-hidden />}>
      {words.none} {words.today(formatNumber(calls), calls)}
    </Notice>
  );
}
