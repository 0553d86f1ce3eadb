import { useNewestCalls } from '../../data/last-messages.ts';
import { invocationLook } from '../../lib/status.ts';
import type { Webhook } from '../../lib/wire.ts';
import { MessageList } from '../../ui/message-list.tsx';
import { texts } from './texts.ts';

/**
 * The newest messages of all webhooks.
 * @param expected the likely number of messages
 */
export function NewestMessages({ webhooks, expected }: { webhooks: readonly Webhook[]; expected: number }) {
  const newest = useNewestCalls(webhooks);
  return (
    <MessageList
      messages={newest.data}
      expected={expected}
      none={texts.newest.none}
      lookOf={({ call }, now) => invocationLook(call.status, call.dispatches, now - Date.parse(call.invokedAt))}
      failed={newest.isError}
      onRetry={() => void newest.refetch()}
    />
  );
}
