import { useNavigate } from '@tanstack/react-router';
import { type Rejection, useAcceptRejection, useRejections } from '../../data/verification.ts';
import { formatBytes } from '../../lib/format.ts';
import { showError, toasts } from '../../lib/services.ts';
import { formatDateTime } from '../../lib/time.ts';
import { unverifiedWord } from '../../lib/unverified.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState, FailedLoad, Skeleton } from '../../ui/panel.tsx';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { Time, useNow } from '../../ui/time.tsx';
import { texts } from './texts.ts';

const { refused } = texts;

/** The calls that a webhook rejected, each with its reason, its fix, and a button to accept it. */
export function RefusedDialog({ webhookId, onClose }: { webhookId: number; onClose(): void }) {
  const list = useRejections(webhookId);
  return (
    <Dialog
      size="large"
      title={refused.title}
      onClose={onClose}
      footer={
        <>
          <ButtonLink
            to="."
            search={({ refused: _refused, ...old }) => ({ ...old, verification: true })}
            resetScroll={false}
            tone="link"
          >
            {refused.settings}
          </ButtonLink>
          <Button onClick={onClose}>{refused.close}</Button>
        </>
      }
    >
      <p className="mb-4 text-meta text-ink-2">{refused.text}</p>
      {list.data === undefined ? (
        list.isError ? (
          <FailedLoad text={refused.failed} onRetry={() => void list.refetch()} />
        ) : (
          <div aria-busy="true" className="flex flex-col gap-3">
            <Skeleton className="h-24 w-full !rounded-panel" />
            <Skeleton className="h-24 w-full !rounded-panel" />
          </div>
        )
      ) : list.data.length === 0 ? (
        <EmptyState title={refused.none} />
      ) : (
        <ul className="flex flex-col gap-3">
          {list.data.map((rejection) => (
            <RefusedCall key={rejection.id} webhookId={webhookId} rejection={rejection} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function RefusedCall({ webhookId, rejection }: { webhookId: number; rejection: Rejection }) {
  const accept = useAcceptRejection(webhookId);
  const navigate = useNavigate();
  const when = formatDateTime(rejection.at, useNow());
  const { why, repair } = unverifiedWord(rejection.reason);
  const deliver = () =>
    accept.mutate(rejection.id, {
      onSuccess: ({ id }) => {
        toasts.add({ severity: 'success', summary: refused.delivered, detail: refused.deliveredDetail });
        void navigate({
          to: '.',
          search: ({ refused: _refused, ...old }) => ({ ...old, inv: id }),
          resetScroll: false,
        });
      },
      onError: (error) => showError(error, { title: refused.notDelivered }),
    });
  return (
    <li className="rounded-panel border border-line p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <p className="font-medium">{why}</p>
          <p className="text-meta text-ink-2">{repair}</p>
        </div>
        {rejection.complete && (
          <Button
            data-needs="editor"
            size="small"
            busy={accept.isPending}
            aria-label={refused.deliverLabel(when)}
            onClick={deliver}
          >
            {refused.deliver}
          </Button>
        )}
      </div>
      <p className="mt-2 flex flex-wrap gap-x-3 gap-y-0.5 text-meta text-ink-2">
        <Time date={rejection.at} />
        <span>
          {rejection.method} {refused.from} <code className="text-code">{rejection.ip}</code>
        </span>
        <span>{rejection.size === 0 ? refused.noBody : formatBytes(rejection.size)}</span>
      </p>
      {!rejection.complete && <p className="mt-1 text-meta text-warn">{refused.tooLarge}</p>}
      {rejection.more > 0 && <p className="mt-1 text-meta text-ink-2">{refused.more(rejection.more)}</p>}
      {/* For an invalid signature, the detail only repeats the line above. */}
      {rejection.reason !== 'wrong-signature' && <p className="mt-1 text-meta text-ink-2">{rejection.detail}</p>}
      {rejection.body !== '' && (
        <details className="mt-1">
          <summary className="inline-flex min-h-6 cursor-pointer items-center text-meta text-accent-text">
            {refused.body}
          </summary>
          <ScrollBox as="pre" className="mt-1 max-h-60 rounded-control border border-line bg-sunken p-3 text-code">
            <code>{rejection.body}</code>
          </ScrollBox>
        </details>
      )}
    </li>
  );
}
