import { useQuery } from '@tanstack/react-query';
import type { RichMessage } from '../../../../lambdas/templates/rich/tree.ts';
import { dispatchesQuery } from '../../data/invocations.ts';
import { LAST_MESSAGES, useLastMessages } from '../../data/last-messages.ts';
import { useResending } from '../../data/replays.ts';
import { dispatchStateLook } from '../../lib/status.ts';
import type { Target } from '../../lib/wire.ts';
import { DeliveredMessage } from '../../ui/delivered-message.tsx';
import { MessageList } from '../../ui/message-list.tsx';
import { Panel, Skeleton } from '../../ui/panel.tsx';
import { ReserveHeight } from '../../ui/reserve-height.tsx';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { texts } from './texts.ts';

/** The latest messages to a target from all its webhooks, with their results. */
export function LastMessages({ target }: { target: Target }) {
  const last = useLastMessages(target);
  const resending = useResending(target.id);
  // Nothing is retried while the target is not active.
  const stateOf = (status: NonNullable<typeof last.data>[number]['status']) =>
    (status === 'retrying' && target.status !== 'active') || (status === 'error' && resending) ? 'waiting' : status;
  return (
    <Panel title={texts.last.title} headingId="last-messages" padded={false}>
      <MessageList
        messages={last.data}
        expected={Math.min(target.numberOfDispatches, LAST_MESSAGES)}
        none={texts.last.none}
        lookOf={({ call, status }, now) => dispatchStateLook(stateOf(status), now - Date.parse(call.invokedAt))}
        failed={last.isError}
        onRetry={() => void last.refetch()}
      />
      <Arrived target={target} messages={last.data} failed={last.isError} />
    </Panel>
  );
}

/** The newest delivered message, in its provider's layout. */
function Arrived({
  target,
  messages,
  failed,
}: {
  target: Target;
  messages: ReturnType<typeof useLastMessages>['data'];
  failed: boolean;
}) {
  const newest = messages?.find(({ status }) => status === 'success');
  const dispatches = useQuery({
    ...dispatchesQuery(newest?.call.id ?? ''),
    enabled: newest !== undefined,
    meta: { silent: true },
  });
  const arrived = dispatches.data?.find((dispatch) => dispatch.target.id === target.id);
  const waits =
    target.numberOfDispatches > 0 && !failed && (messages === undefined || (newest && dispatches.isPending));
  return (
    <ReserveHeight
      what={`arrived-${target.id}`}
      ready={!waits}
      waiting={<Skeleton className="mx-4 my-3 h-24 md:mx-5" />}
    >
      {newest && arrived?.renderedMessage && (
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
      )}
    </ReserveHeight>
  );
}
