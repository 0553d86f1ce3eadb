import { formatBytes, formatNumber } from '../../lib/format.ts';
import { limitLook } from '../../lib/status.ts';
import type { Limits } from '../../lib/wire.ts';
import { Status } from '../../ui/badge.tsx';
import { Ring } from '../../ui/bars.tsx';
import { TextLink } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/panel.tsx';
import { texts } from './texts.ts';

/** One strip: three badges Hit or Not Hit, and the ring of what is left today. */
export function LimitsPanel({ limits }: { limits: Limits | undefined }) {
  const badges = [
    [texts.limits.target, limits?.targetLimitHit],
    [texts.limits.webhook, limits?.webhookLimitHit],
    [texts.limits.invocation, limits?.invocationLimitHit],
  ] as const;
  return (
    <section
      aria-labelledby="limits"
      className="grid grid-cols-3 items-center rounded-panel border border-line bg-surface shadow-panel md:grid-cols-[auto_1fr_1fr_1fr_1.4fr] md:divide-x md:divide-line md:py-2"
    >
      <h2
        id="limits"
        className="col-span-3 flex items-center self-stretch px-4 pt-4 text-h2 font-semibold md:col-span-1 md:px-5 md:py-4"
      >
        {texts.limits.title}
      </h2>
      {badges.map(([label, hit]) => (
        <div key={label} className="flex flex-col items-start gap-2 self-end py-3 pl-4 md:self-auto md:px-5 md:py-4">
          <span className="text-label text-ink-2 min-[360px]:whitespace-nowrap md:text-meta">{label}</span>
          {hit === undefined ? <Skeleton className="h-6 w-20" /> : <Status look={limitLook(hit)} />}
        </div>
      ))}
      <div className="col-span-3 flex items-center gap-4 border-t border-line px-4 py-4 md:col-span-1 md:border-t-0 md:px-5 md:py-3">
        <Ring left={limits?.invocationsLeft ?? 0} max={limits?.maxInvocationsPerDay ?? 1} />
        <div>
          <div className="text-meta text-ink-2">{texts.limits.left}</div>
          {limits ? (
            <div className="text-ink-2">
              <b className="text-[20px]/7 font-semibold text-ink">{formatNumber(limits.invocationsLeft)}</b> of{' '}
              {formatNumber(limits.maxInvocationsPerDay)}
            </div>
          ) : (
            <Skeleton className="my-1 h-5 w-20" />
          )}
          {limits && (
            <div className="text-meta text-ink-2">
              {texts.limits.stored(formatBytes(limits.storedBytes), formatBytes(limits.maxStoredBytes))}
            </div>
          )}
          {limits?.storageLimitHit && (
            <TextLink to="/docs/plans" hash="storage" className="inline-flex min-h-6 items-center text-meta">
              {texts.limits.full}
            </TextLink>
          )}
          {limits?.invocationLimitHit && (
            <TextLink to="/docs/plans" hash="quota" className="inline-flex min-h-6 items-center text-meta">
              {texts.limits.help}
            </TextLink>
          )}
        </div>
      </div>
    </section>
  );
}
