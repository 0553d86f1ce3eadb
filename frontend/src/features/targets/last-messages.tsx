import { useQuery } from '@tanstack/react-query';
import type { RichMessage } from '../../../../lambdas/templates/rich/tree.ts';
import { dispatchesQuery } from '../../data/invocations.ts';
import { LAST_MESSAGES, useLastMessages } from '../../data/last-messages.ts';
import { dispatchStateLook } from '../../lib/status.ts';
import { formatDateTime } from '../../lib/time.ts';
import type { Target } from '../../lib/wire.ts';
import { Status } from '../../ui/badge.tsx';
import { TextLink } from '../../ui/button.tsx';
import { DeliveredMessage } from '../../ui/delivered-message.tsx';
import { FailedLoad, Panel, Skeleton } from '../../ui/panel.tsx';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { Ago, useNow } from '../../ui/time.tsx';
import { texts } from './texts.ts';

/** Height of a row in the list. */
const ROW_PX = 65;

/** The number of expected rows. A target without messages has a line of text instead. */
const rowsOf = ({ numberOfDispatches }: Target): number => Math.max(1, Math.min(numberOfDispatches, LAST_MESSAGES));

/** The latest messages to a target from all its webhooks, with their results. */
export function LastMessages({ target }: { target: Target }) {
  const last = useLastMessages(target);
  const now = useNow();
  // Nothing is retried while the target is not active.
  const stateOf = (status: NonNullable<typeof last.data>[number]['status']) =>
    status === 'retrying' && target.status !== 'active' ? 'waiting' : status;
  return (
    <Panel title={texts.last.title} headingId="last-messages" padded={false}>
      {last.data === undefined ? (
        last.isError ? (
          <FailedLoad text={texts.last.failed} onRetry={() => void last.refetch()} />
        ) : (
          // The placeholder is as high as the expected rows, so the content below doesn't move.
          <div className="p-5" aria-busy="true" style={{ height: `${rowsOf(target) * ROW_PX}px` }}>
            <Skeleton className="h-4 w-72 max-w-full" />
          </div>
        )
      ) : last.data.length === 0 ? (
        <p className="px-4 py-4 text-ink-2 md:px-5">{texts.last.none}</p>
      ) : (
        <ul className="divide-y divide-line">
          {last.data.map(({ webhook, call, status }) => (
            <li key={call.id} className="flex items-center justify-between gap-3 px-4 py-2.5 md:px-5">
              <div className="min-w-0">
                <TextLink
                  to="/webhooks/$id"
                  params={{ id: webhook.id }}
                  search={{ inv: call.id }}
                  className="flex min-h-6 min-w-0 items-center"
                >
                  <span className="truncate">
                    {call.message?.title ?? texts.last.unnamed(formatDateTime(call.invokedAt, now))}
                  </span>
                </TextLink>
                <p className="truncate text-meta text-ink-2">
                  {webhook.name} · <Ago date={call.invokedAt} />
                </p>
              </div>
              <Status look={dispatchStateLook(stateOf(status), now - Date.parse(call.invokedAt))} />
            </li>
          ))}
        </ul>
      )}
      <Arrived target={target} messages={last.data ?? []} />
    </Panel>
  );
}

/** The newest delivered message, in its provider's layout. */
function Arrived({
  target,
  messages,
}: {
  target: Target;
  messages: NonNullable<ReturnType<typeof useLastMessages>['data']>;
}) {
  const newest = messages.find(({ status }) => status === 'success');
  const dispatches = useQuery({
    ...dispatchesQuery(newest?.call.id ?? ''),
    enabled: newest !== undefined,
    meta: { silent: true },
  });
  const arrived = dispatches.data?.find((dispatch) => dispatch.target.id === target.id);
  if (!newest || !arrived?.renderedMessage) return null;
  return (
    <section aria-labelledby="arrived" className="border-t border-line px-4 py-3 md:px-5">
      <h3 id="arrived" className="mb-2 text-meta text-ink-2">
        {texts.last.arrived}
      </h3>
      <ScrollBox as="div" className="flex max-h-72 max-w-2xl flex-col">
        <DeliveredMessage
          slug={target.targetType}
          shown={{
            text: arrived.renderedMessage,
            rich: arrived.rich as RichMessage | undefined,
            webhookName: newest.webhook.name,
            at: arrived.dispatchedAt,
          }}
        />
      </ScrollBox>
    </section>
  );
}
