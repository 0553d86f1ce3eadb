import { useDispatches } from '../../data/invocations.ts';
import { useOrdered } from '../../data/targets.ts';
import type { Dispatch } from '../../lib/wire.ts';
import { FailedLoad, Skeleton } from '../../ui/panel.tsx';
import { DispatchActions } from './dispatch-actions.tsx';
import { DispatchCard } from './dispatch-card.tsx';
import { hasFailed } from './dispatch-rules.ts';
import { SentMessages } from './sent-messages.tsx';
import { texts } from './texts.ts';

/** A call's deliveries. Failed ones come before the messages that arrived. */
export function Dispatches({
  id,
  webhook,
  receivedAt,
  expected,
}: {
  id: string;
  webhook: string;
  receivedAt: string | undefined;
  expected: number;
}) {
  const dispatches = useDispatches(id);
  const order = useOrdered(dispatches.data?.map(({ target }) => target.id) ?? []);
  if (dispatches.data === undefined) return <Waiting of={dispatches} count={expected} />;
  if (dispatches.data.length === 0) return <p className="text-ink-2">{texts.details.noDispatches}</p>;
  const failed = dispatches.data.filter(hasFailed);
  // The call's own button resends the same message.
  const isOnly = (dispatch: Dispatch) => (hasFailed(dispatch) ? failed : dispatches.data).length === 1;
  const cards = (of: readonly Dispatch[]) => (
    <ul className="divide-y divide-line rounded-panel border border-line">
      {of.map((dispatch) => (
        <DispatchCard
          key={dispatch.id}
          dispatch={dispatch}
          receivedAt={receivedAt}
          actions={<DispatchActions dispatch={dispatch} invocationId={id} isOnly={isOnly(dispatch)} />}
        />
      ))}
    </ul>
  );
  const wanted = order
    .flatMap((target) => dispatches.data?.filter((each) => each.target.id === target) ?? [])
    .filter(({ status }) => status !== 'skipped')
    .toSorted((one, other) => Number(hasFailed(other)) - Number(hasFailed(one)));
  const skipped = dispatches.data.filter(({ status }) => status === 'skipped');
  // If all targets skipped the call, show only that.
  if (wanted.length === 0) return cards(skipped);
  return (
    <>
      {failed.length > 0 && <div className="mb-4">{cards(wanted)}</div>}
      <SentMessages dispatches={wanted} webhookName={webhook} receivedAt={receivedAt} />
      {failed.length === 0 && cards(wanted)}
      {skipped.length > 0 && (
        <details className="mt-3">
          <summary className="cursor-pointer font-medium text-ink-2">{texts.details.notWanted(skipped.length)}</summary>
          <div className="mt-3">{cards(skipped)}</div>
        </details>
      )}
    </>
  );
}

export function Waiting({ of, count = 1 }: { of: { isError: boolean; refetch(): unknown }; count?: number }) {
  if (of.isError) return <FailedLoad text={texts.details.failed} onRetry={() => void of.refetch()} />;
  return (
    <div aria-busy="true" className="flex flex-col gap-3">
      {Array.from({ length: Math.min(count, 4) }, (_, index) => `wait-${index}`).map((key) => (
        <Skeleton key={key} className="h-28 w-full !rounded-panel" />
      ))}
    </div>
  );
}
