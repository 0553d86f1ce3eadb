import type { ReactNode } from 'react';
import { isPremium, usePlans } from '../../data/account.ts';
import { formatBytes, formatEuros, formatNumber } from '../../lib/format.ts';
import type { Account } from '../../lib/wire.ts';
import { Badge } from '../../ui/badge.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Day, useNow } from '../../ui/time.tsx';
import { ConfirmAddress } from './confirm-address.tsx';
import { type Arrival, Subscription } from './subscription.tsx';
import { subscriptionTexts } from './subscription-texts.ts';
import { texts } from './texts.ts';

/** The plan, its limits with bars, and the next step: an offer, the next payment, or the end of premium. */
export function StatusPanel({
  account: { profile, limits },
  arrival,
  onArrived,
}: {
  account: Account;
  arrival: Arrival;
  onArrived(): void;
}) {
  const premium = isPremium(profile, useNow());
  const price = usePlans().data?.find(({ name }) => name === 'premium')?.priceCents;
  const usedToday = limits.maxInvocationsPerDay - limits.invocationsLeft;
  return (
    <Panel
      title={texts.status}
      headingId="status"
      aside={<Badge tone={premium ? 'accent' : 'idle'}>{texts.plans[profile.status]}</Badge>}
    >
      <dl className="flex flex-col gap-3.5">
        <Row name={texts.email}>
          <span className="font-medium wrap-anywhere">{profile.email}</span>{' '}
          <span className="text-meta text-ink-2">({texts.emailHint})</span>
          {!profile.emailVerified && <ConfirmAddress email={profile.email} />}
        </Row>
        <Limit name={texts.webhooks} used={limits.webhooks} max={limits.maxWebhooks} />
        <Limit name={texts.targets} used={limits.targets} max={limits.maxTargets} />
        <Limit
          name={texts.invocations}
          used={usedToday}
          max={limits.maxInvocationsPerDay}
          refusing={limits.invocationLimitHit}
        />
        <Limit
          name={texts.stored}
          used={limits.storedBytes}
          max={limits.maxStoredBytes}
          refusing={limits.storageLimitHit}
          format={formatBytes}
        />
        {profile.status === 'premium' && !profile.paymentFailed && (
          <Row name={subscriptionTexts.next}>
            <Day date={profile.premiumUntil} />
            {price !== undefined && `, ${formatEuros(price)}`}
          </Row>
        )}
        {profile.status === 'premium_cancelled' && (
          <Row name={subscriptionTexts.ends}>
            <Day date={profile.premiumUntil} />
          </Row>
        )}
      </dl>
      <Subscription profile={profile} arrival={arrival} onArrived={onArrived} />
    </Panel>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-3 gap-y-0.5 md:grid-cols-[10rem_minmax(0,1fr)]">
      <dt className="text-ink-2">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

function Limit({
  name,
  used,
  max,
  refusing = false,
  format = formatNumber,
}: {
  name: string;
  used: number;
  max: number | null;
  /** True if this limit has been reached and affects calls. The bar is then red. */
  refusing?: boolean;
  format?(value: number): string;
}) {
  const share = max === null ? undefined : Math.min(1, max === 0 ? 1 : used / max);
  return (
    <Row name={name}>
      <span className="flex items-center gap-3">
        {/* An unlimited quota has no bar. */}
        {share !== undefined && (
          <svg
            viewBox="0 0 100 6"
            preserveAspectRatio="none"
            aria-hidden="true"
            className="h-1.5 w-40 rounded-full bg-line"
          >
            <rect width={share * 100} height="6" className={refusing ? 'fill-err-fill' : 'fill-accent'} />
          </svg>
        )}
        {max === null ? texts.noLimit(format(used)) : texts.used(format(used), format(max))}
      </span>
    </Row>
  );
}
