import { formatBytes, formatNumber } from '../../lib/format.ts';
import { limitLook } from '../../lib/status.ts';
import { formatDateTime } from '../../lib/time.ts';
import type { Limits } from '../../lib/wire.ts';
import { Status } from '../../ui/badge.tsx';
import { Ring } from '../../ui/bars.tsx';
import { TextLink } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/panel.tsx';
import { texts } from './texts.ts';

/** One line with three badges (Hit or Not Hit) and a ring that shows the rest of the daily quota. */
export function LimitsPanel({ limits }: { limits: Limits | undefined }) {
  const badges = [
    [texts.limits.target, limits?.targetLimitHit, false],
    [texts.limits.webhook, limits?.webhookLimitHit, false],
    [texts.limits.invocation, limits?.invocationLimitHit, true],
  ] as const;
  return (
    <section
      aria-labelledby="limits"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2.5 rounded-panel border border-line bg-surface px-4 py-3 shadow-panel md:px-5"
    >
      <h2 id="limits" className="font-semibold max-md:w-full">
        {texts.limits.title}
      </h2>
      {badges.map(([label, hit, refuses]) => (
        <div key={label} className="flex items-center gap-2 max-sm:flex-col max-sm:items-start">
          <span className="text-label text-ink-2 md:text-meta">{label}</span>
          {hit === undefined ? <Skeleton className="h-6 w-20" /> : <Status look={limitLook(hit, refuses)} />}
        </div>
      ))}
      <div className="flex min-h-10 items-center gap-3 max-md:w-full">
        <Ring left={limits?.invocationsLeft ?? 0} max={limits?.maxInvocationsPerDay ?? 1} size={36} />
        <div className="text-meta text-ink-2">
          <div>
            <span>{texts.limits.left}</span>{' '}
            {limits ? (
              <>
                <b className="text-body font-semibold text-ink">{formatNumber(limits.invocationsLeft)}</b> of{' '}
                {formatNumber(limits.maxInvocationsPerDay)}
              </>
            ) : (
              <Skeleton className="inline-block h-4 w-20 align-middle" />
            )}
          </div>
          <div className="min-h-5">
            {limits && texts.limits.stored(formatBytes(limits.storedBytes), formatBytes(limits.maxStoredBytes))}
          </div>
          {limits?.storageLimitHit && (
            <TextLink to="/docs/plans" hash="storage" className="inline-flex min-h-6 items-center">
              {texts.limits.full}
            </TextLink>
          )}
          {limits?.invocationsHeldUntil !== undefined && (
            <div>{texts.limits.held(limits.invocationsHeld ?? 0, formatDateTime(limits.invocationsHeldUntil))}</div>
          )}
          {limits?.invocationLimitHit && (
            <TextLink to="/docs/plans" hash="quota" className="inline-flex min-h-6 items-center">
              {texts.limits.help}
            </TextLink>
          )}
        </div>
      </div>
    </section>
  );
}
