import { ChevronRight } from 'virtual:icons';
import { clsx } from 'clsx';
import type { Tone } from '../../lib/status.ts';
import { formatUtc, isNever } from '../../lib/time.ts';
import type { Dispatch } from '../../lib/wire.ts';
import { Countdown, Time } from '../../ui/time.tsx';
import { texts } from './texts.ts';
import { timelineSteps } from './timeline-steps.ts';

const dots: Record<Tone, string> = {
  ok: 'border-ok-fill bg-ok-fill',
  warn: 'border-warn-fill bg-warn-fill',
  err: 'border-err-fill bg-err-fill',
  idle: 'border-line-strong bg-surface',
  accent: 'border-accent bg-accent',
};

/**
 * A message's timeline on one line: the call's arrival, the waits, and the result of each attempt. Each point has a
 * tooltip with the provider's response. The cause and response of each attempt are listed below.
 */
export function Timeline({ dispatch, receivedAt }: { dispatch: Dispatch; receivedAt: string | undefined }) {
  const steps = timelineSteps(dispatch, receivedAt);
  const told = steps.filter(({ took }) => took !== undefined);
  const { timeline, attempts } = texts.details;
  const isOrdinary = told.length <= 1 && (dispatch.attempts[0]?.cause ?? 'call') === 'call';
  return (
    <div className="mt-3 text-meta">
      <ol aria-label={timeline.label} className="flex flex-wrap items-center gap-y-1.5">
        {steps.map(({ key, word, tone, took, after, cause, detail, at }, index) => (
          <li
            key={key}
            className="flex items-center"
            title={[at && formatUtc(at), cause, detail].filter(Boolean).join(' · ')}
          >
            {index > 0 && (
              <span className="flex items-center px-1.5 text-label text-ink-2">
                <span aria-hidden className="h-px w-3 bg-line-strong" />
                {after && <span className="px-1">{timeline.after(after)}</span>}
                <span aria-hidden className="h-px w-3 bg-line-strong" />
              </span>
            )}
            <span aria-hidden className={clsx('mr-1.5 size-2.5 rounded-full border-2', dots[tone])} />
            <span className="whitespace-nowrap">
              {word}
              {took && <span className="text-ink-2"> {took}</span>}
              {key === 'next' && !isNever(dispatch.nextAttemptAt) && (
                <>
                  {' '}
                  <Countdown date={dispatch.nextAttemptAt} />
                </>
              )}
            </span>
          </li>
        ))}
      </ol>
      {!isOrdinary && (
        <details className="group mt-1.5">
          <summary className="inline-flex min-h-6 items-center gap-1 rounded-[4px] text-accent-text">
            <ChevronRight size={14} aria-hidden className="transition-transform group-open:rotate-90" />
            {attempts(dispatch.attempts.length)}
          </summary>
          <ol className="mt-1.5 flex flex-col gap-1 border-l border-line pl-3">
            {told.map(({ key, word, took, cause, detail, at = '' }) => (
              <li key={key} className="flex flex-wrap gap-x-3">
                <Time date={at} relative={false} className="text-ink-2" />
                {cause && <span>{cause}</span>}
                <span className="min-w-0 flex-1 wrap-anywhere">{detail ?? word}</span>
                <span className="text-ink-2">{took}</span>
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  );
}
