import product from 'virtual:docs-product';
import { Check } from 'virtual:icons';
import type { ReactNode } from 'react';
import { useCredentials, usePlans } from '../../data/account.ts';
import { formatEuros, formatNumber, plural } from '../../lib/format.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { facts, freePlan, freeTries, premiumPlan } from './plan-facts.ts';
import { texts } from './texts.ts';

/** A plan from the API. Until it loads, and in prerendered pages, it is the published plan. */
export function usePlanOffer(plan: 'free' | 'premium') {
  const { maxWebhooks, maxTargets, maxInvocationsPerDay, priceCents } =
    usePlans().data?.find(({ name }) => name === plan) ?? product.plans[plan];
  const { pricing } = texts;
  return {
    webhooks: plural(maxWebhooks, 'webhook'),
    targets: maxTargets === null ? pricing.unlimitedTargets : plural(maxTargets, 'target'),
    callsPerDay: formatNumber(maxInvocationsPerDay),
    invocations: `${formatNumber(maxInvocationsPerDay)} ${pricing.invocations}`,
    priceCents,
  };
}

export function Pricing() {
  const free = usePlanOffer('free');
  const premium = usePlanOffer('premium');
  const signedIn = useCredentials().logged_in;
  const { pricing } = texts;
  const points = ({ webhooks, targets, invocations }: typeof free) => [webhooks, targets, invocations];
  return (
    <section aria-labelledby="pricing">
      <h2 id="pricing" className="text-section font-semibold tracking-[-0.02em]">
        {pricing.title}
      </h2>
      <div className="mt-8 grid gap-4 lg:grid-cols-3">
        <PlanCard
          name={pricing.free.name}
          price={price(free.priceCents)}
          points={[
            ...points(free),
            pricing.kept(freePlan.retentionDays),
            pricing.tried(freeTries.tries, freeTries.hours),
          ]}
        >
          <ButtonLink to={signedIn ? '/user/settings' : '/register'} wide>
            {signedIn ? pricing.yours : pricing.free.button}
          </ButtonLink>
        </PlanCard>
        <PlanCard
          name={pricing.premium.name}
          price={price(premium.priceCents)}
          points={[
            ...points(premium),
            pricing.kept(premiumPlan.retentionDays),
            pricing.triedFor(facts.days),
            pricing.guaranteed,
          ]}
          best
        >
          <ButtonLink to={signedIn ? '/user/settings' : '/register'} tone="primary" wide>
            {signedIn ? pricing.yours : pricing.premium.button}
          </ButtonLink>
        </PlanCard>
        <PlanCard name={pricing.enterprise.name} price={pricing.enterprise.price} points={pricing.enterprise.points}>
          <ButtonLink to="/landing/contact" wide>
            {pricing.enterprise.button}
          </ButtonLink>
        </PlanCard>
      </div>
    </section>
  );
}

const price = (cents: number): ReactNode => (
  <>
    {formatEuros(cents).replace('.00', '')}
    <span className="ml-1.5 text-body font-normal tracking-normal text-ink-2">{texts.pricing.month}</span>
  </>
);

function PlanCard({
  name,
  price: amount,
  points,
  best = false,
  children,
}: {
  name: string;
  price: ReactNode;
  points: readonly string[];
  best?: boolean;
  children: ReactNode;
}) {
  return (
    <section
      aria-label={name}
      className={`flex flex-col rounded-panel bg-surface p-6 shadow-panel ${best ? 'border-2 border-accent' : 'border border-line'}`}
    >
      <h3 className="font-semibold">{name}</h3>
      <p className="mt-2 text-section font-semibold tracking-[-0.02em]">{amount}</p>
      <ul className="mt-4 mb-8 flex flex-1 flex-col gap-2.5">
        {points.map((point) => (
          <li key={point} className="flex items-center gap-2.5">
            <Check size={16} aria-hidden className="shrink-0 text-ok" />
            {point}
          </li>
        ))}
      </ul>
      {children}
    </section>
  );
}
