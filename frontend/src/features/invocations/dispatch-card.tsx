import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { firstSentence } from '../../lib/format.ts';
import { severityLooks } from '../../lib/severity.ts';
import { dispatchLook, heldLook, waitingLook } from '../../lib/status.ts';
import { isNever } from '../../lib/time.ts';
import type { Dispatch } from '../../lib/wire.ts';
import { Badge, Status } from '../../ui/badge.tsx';
import { HelpLink } from '../../ui/help-link.tsx';
import { Ago, Countdown, useNow } from '../../ui/time.tsx';
import { TypeName, TypeTile } from '../../ui/type-tile.tsx';
import { awaitsTarget, isHeld, isRepaired } from './dispatch-rules.ts';
import { texts } from './texts.ts';
import { Timeline } from './timeline.tsx';

/**
 * One target's dispatch in a few lines: the result, the provider's response, and the next step.
 * @param receivedAt the call’s time
 * @param actions the buttons
 */
export function DispatchCard({
  dispatch,
  receivedAt,
  actions,
}: {
  dispatch: Dispatch;
  receivedAt?: string | undefined;
  actions?: ReactNode;
}) {
  const { target, fallbackFor, escalation, how } = dispatch;
  const now = useNow();
  const retrying = !isNever(dispatch.nextAttemptAt);
  const awaits = awaitsTarget(dispatch);
  // Messages that were delivered, skipped, held by quiet hours or resent by their owner need no attention.
  const isTrouble =
    dispatch.status === 'error' ||
    (dispatch.status === 'pending' && dispatch.noteCode !== undefined && dispatch.noteCode !== 'held-by-quiet-hours');
  // The error and the note describe the same problem, so they are shown together.
  const told = [dispatch.errorMessage, dispatch.note].filter((text) => text !== '').join(' ');
  // Manual resends do not count as retries.
  const retries = dispatch.retryCount - dispatch.attempts.filter(({ sentAgain }) => sentAgain).length;
  return (
    <li className="px-3.5 py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <TypeTile type={target.targetType} />
        <div className="min-w-0 flex-1 basis-36">
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
          {how && texts.details.hows[how] && <p className="text-meta text-ink-2">{texts.details.hows[how]}</p>}
          {escalation && <p className="text-meta text-ink-2">{texts.details.escalation(escalation)}</p>}
          {fallbackFor && (
            <p className="text-meta text-ink-2">
              {texts.details.fallbackFor} <TypeName type={fallbackFor.targetType} /> “{fallbackFor.name}”
            </p>
          )}
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
        {actions}
      </div>
      {isRepaired(dispatch) ? (
        <p className="mt-2 rounded-control bg-sunken px-3.5 py-2 wrap-anywhere">
          <b className="block font-semibold">{texts.details.repaired}</b>
          {/* The other sentences ask for the fix, which is done. */}
          {texts.details.earlier} {firstSentence(dispatch.errorMessage)}{' '}
          <HelpLink code={dispatch.errorCode} className="text-meta" label={texts.details.noteMeaning} />
        </p>
      ) : (
        told !== '' && (
          <p
            className={clsx(
              'mt-2 rounded-control px-3.5 py-2 wrap-anywhere',
              dispatch.errorMessage !== '' && !retrying
                ? 'bg-err-soft text-err'
                : // A message that is waiting for another attempt has not failed.
                  dispatch.status === 'skipped' || !isTrouble
                  ? 'bg-sunken'
                  : 'bg-warn-soft',
            )}
          >
            {told}{' '}
            <HelpLink
              code={dispatch.errorCode ?? dispatch.noteCode}
              className="text-meta"
              {...(!isTrouble && { label: texts.details.noteMeaning })}
            />
          </p>
        )
      )}
      {dispatch.renderedMessage === '' && dispatch.status === 'error' && !retrying && (
        <p className="mt-2 text-meta text-ink-2">{texts.details.noMessage}</p>
      )}
      {dispatch.attempts.length > 0 && <Timeline dispatch={dispatch} receivedAt={receivedAt} />}
      {target.status === 'deleted' && dispatch.noteCode !== 'target-deleted' && (
        <p className="mt-2.5 text-meta text-ink-2">{texts.details.deleted}</p>
      )}
    </li>
  );
}

/** The severity of a rich message. Informational messages show none. */
function Severity({ subject }: { subject: Dispatch['subject'] }) {
  if (!subject || subject.severity === 'info') return null;
  const { tone, word } = severityLooks[subject.severity];
  return (
    <Badge tone={tone} hint={texts.details.about(texts.details.states[subject.state])}>
      {word}
    </Badge>
  );
}
