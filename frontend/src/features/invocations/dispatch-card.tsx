import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { RichMessage } from '../../../../lambdas/templates/rich/tree.ts';
import { dispatchLook, heldLook, waitingLook } from '../../lib/status.ts';
import { isNever } from '../../lib/time.ts';
import type { Dispatch } from '../../lib/wire.ts';
import { Badge, Status } from '../../ui/badge.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { DeliveredMessage, SHOWN_CHARACTERS } from '../../ui/delivered-message.tsx';
import { HelpLink } from '../../ui/help-link.tsx';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { Ago, Countdown, useNow } from '../../ui/time.tsx';
import { TypeName, TypeTile } from '../../ui/type-tile.tsx';
import { awaitsTarget, isHeld } from './dispatch-rules.ts';
import { texts } from './texts.ts';
import { Timeline } from './timeline.tsx';

/**
 * One target's dispatch: result, message, the provider's response, the next step.
 * @param webhookName its name in messages · receivedAt the call’s time · actions the buttons
 */
export function DispatchCard({
  dispatch,
  webhookName,
  receivedAt,
  actions,
}: {
  dispatch: Dispatch;
  webhookName: string;
  receivedAt?: string | undefined;
  actions?: ReactNode;
}) {
  const { target } = dispatch;
  const now = useNow();
  const retrying = !isNever(dispatch.nextAttemptAt);
  const awaits = awaitsTarget(dispatch);
  // Nothing to do for a message that was delivered, skipped, or held by quiet hours.
  const isTrouble =
    dispatch.status === 'error' || (dispatch.status === 'pending' && dispatch.noteCode !== 'held-by-quiet-hours');
  // A manual resend is not a retry.
  const retries = dispatch.retryCount - dispatch.attempts.filter(({ sentAgain }) => sentAgain).length;
  return (
    <li className="rounded-panel border border-line p-3.5">
      <div className="flex flex-wrap items-start gap-x-3.5 gap-y-2">
        <TypeTile type={target.targetType} />
        <div className="min-w-0 flex-1">
          <h3 className="font-semibold wrap-anywhere">{target.name}</h3>
          <p className="text-meta text-ink-2">
            <TypeName type={target.targetType} />
            {!isNever(dispatch.dispatchedAt) && (
              <>
                {' · '}
                <Ago date={dispatch.dispatchedAt} />
              </>
            )}
            {retries > 0 && ` · ${texts.details.tried(retries + 1)}`}
            {retrying && target.status === 'active' && (
              <>
                {` · ${isHeld(dispatch) ? texts.details.goesOut : texts.details.next} `}
                <Countdown date={dispatch.nextAttemptAt} />
              </>
            )}
          </p>
        </div>
        <Severity subject={dispatch.subject} />
        <Status
          look={
            isHeld(dispatch)
              ? heldLook
              : awaits
                ? waitingLook
                : dispatchLook(dispatch.status, retrying, receivedAt === undefined ? 0 : now - Date.parse(receivedAt))
          }
        />
      </div>
      {dispatch.errorMessage !== '' && (
        <p
          className={clsx(
            'mt-3 rounded-control px-3.5 py-2.5 wrap-anywhere',
            // A message that waits for another attempt has not failed.
            retrying ? 'bg-warn-soft text-ink' : 'bg-err-soft text-err',
          )}
        >
          {dispatch.errorMessage} <HelpLink code={dispatch.errorCode} className="text-meta" />
        </p>
      )}
      {dispatch.note !== '' && (
        <p
          className={clsx(
            'mt-3 rounded-control px-3.5 py-2.5 text-ink wrap-anywhere',
            dispatch.status === 'skipped' ? 'bg-sunken' : isTrouble ? 'bg-warn-soft' : 'bg-accent-soft',
          )}
        >
          {dispatch.note}{' '}
          <HelpLink
            code={dispatch.noteCode}
            className="text-meta"
            {...(!isTrouble && { label: texts.details.noteMeaning })}
          />
        </p>
      )}
      {dispatch.renderedMessage === '' ? (
        dispatch.status === 'error' &&
        !retrying && <p className="mt-3 text-meta text-ink-2">{texts.details.noMessage}</p>
      ) : (
        <Message dispatch={dispatch} webhookName={webhookName} receivedAt={receivedAt} />
      )}
      {dispatch.attempts.length > 0 && <Timeline dispatch={dispatch} receivedAt={receivedAt} />}
      {target.status === 'deleted' && dispatch.noteCode !== 'target-deleted' && (
        <p className="mt-2.5 text-meta text-ink-2">{texts.details.deleted}</p>
      )}
      {actions}
    </li>
  );
}

const tones = { ok: 'ok', info: 'idle', warning: 'warn', critical: 'err' } as const;

/** The severity of a rich message; nothing if informational. */
function Severity({ subject }: { subject: Dispatch['subject'] }) {
  if (!subject || subject.severity === 'info') return null;
  const word = texts.details.severities[subject.severity];
  return (
    <Badge tone={tones[subject.severity]} hint={texts.details.about(texts.details.states[subject.state])}>
      {word}
    </Badge>
  );
}

/** The message in its messenger's layout. */
function Message({
  dispatch: { renderedMessage: text, rich, dispatchedAt, target },
  webhookName,
  receivedAt,
}: {
  dispatch: Dispatch;
  webhookName: string;
  receivedAt: string | undefined;
}) {
  // An untried message is as old as its call.
  const at = isNever(dispatchedAt) ? receivedAt : dispatchedAt;
  return (
    <>
      <ScrollBox as="div" className="mt-3 flex max-h-72 flex-col rounded-control border border-line p-3">
        <DeliveredMessage
          slug={target.targetType}
          shown={{ text, rich: rich as RichMessage | undefined, webhookName, at }}
        />
      </ScrollBox>
      {text.length > SHOWN_CHARACTERS && (
        <p className="mt-1.5 flex flex-wrap items-center gap-x-2 text-meta text-warn">
          {texts.details.messageCut}
          <CopyButton text={text} label={texts.details.copyMessage} detail={texts.details.messageCopied} small />
        </p>
      )}
    </>
  );
}
