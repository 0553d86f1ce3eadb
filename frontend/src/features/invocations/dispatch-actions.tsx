import { useState } from 'react';
import { useDispatchAction, useIsResending } from '../../data/replays.ts';
import { useTargets } from '../../data/targets.ts';
import { showError, toasts } from '../../lib/services.ts';
import type { Dispatch } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { LateConfirm } from '../../ui/late-confirm.tsx';
import { TroubleFix } from '../../ui/trouble-fix.tsx';
import { possibleActions } from './dispatch-rules.ts';
import { texts } from './texts.ts';

/** A waiting message can be sent now or stopped; a finished one can be resent. */
export function DispatchActions({
  dispatch,
  invocationId,
  isOnly,
}: {
  dispatch: Dispatch;
  invocationId: string;
  /** True if the call's own button resends this message, and only this one. */
  isOnly: boolean;
}) {
  const [asking, setAsking] = useState(false);
  const retry = useDispatchAction(invocationId, 'retryDispatch');
  const giveUp = useDispatchAction(invocationId, 'giveUpDispatch');
  const replay = useDispatchAction(invocationId, 'replayDispatch');
  const { wait, now, again: isFinished, repair } = possibleActions(dispatch);
  const again = isFinished && !isOnly;
  const isResending = useIsResending(invocationId);
  const targets = useTargets().data;
  const target = repair && targets?.find(({ id }) => id === dispatch.target.id);
  const { details } = texts;
  const { name } = dispatch.target;
  const say = (summary: string, detail: string, failed: string, again?: () => void) => ({
    onSuccess: () => void toasts.add({ severity: 'success', summary, detail, id: `dispatch-${dispatch.id}` }),
    onError: (error: Error) => showError(error, { title: failed, ...(again && { again }) }),
  });
  // The server rejects a message that is no longer waiting, so it is never sent twice.
  const tryNow = () => retry.mutate(dispatch.id, say(details.retryNow, details.retried, details.notRetried, tryNow));
  if (!wait && !again && !target) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {target && <TroubleFix target={target} />}
      {again && (
        <Button
          data-needs="editor"
          size="small"
          aria-label={details.againLabel(name)}
          busy={isResending}
          onClick={() => replay.mutate(dispatch.id, say(details.replayed, details.retried, details.notReplayed))}
        >
          {details.again}
        </Button>
      )}
      {wait && (
        <>
          {now && (
            <Button
              data-needs="editor"
              size="small"
              aria-label={details.retryLabel(name)}
              busy={retry.isPending}
              onClick={tryNow}
            >
              {details.retryNow}
            </Button>
          )}
          <Button
            data-needs="editor"
            size="small"
            tone="quiet"
            aria-label={details.giveUpLabel(name)}
            onClick={() => setAsking(true)}
          >
            {details.giveUp}
          </Button>
        </>
      )}
      {asking && (
        <LateConfirm
          title={details.giveUp}
          verb={details.giveUp}
          busy={giveUp.isPending}
          onCancel={() => setAsking(false)}
          onConfirm={() =>
            giveUp.mutate(dispatch.id, {
              ...say(details.gaveUp, details.gaveUpDetail, details.notGivenUp),
              onSettled: () => setAsking(false),
            })
          }
        >
          <p className="text-ink">{details.giveUpQuestion}</p>
          <p className="mt-2">{details.giveUpText}</p>
        </LateConfirm>
      )}
    </div>
  );
}
