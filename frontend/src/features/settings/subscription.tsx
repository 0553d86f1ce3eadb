import { CreditCard, ReceiptText, Sparkles, TriangleAlert } from 'virtual:icons';
import { useState } from 'react';
import { isPremium, usePlans } from '../../data/account.ts';
import {
  useArrival,
  useBillingPortal,
  useCancelSubscription,
  usePayment,
  useResumeSubscription,
} from '../../data/billing.ts';
import { useWebhooks } from '../../data/webhooks.ts';
import { formatEuros } from '../../lib/format.ts';
import { showError, toasts } from '../../lib/services.ts';
import { formatDay } from '../../lib/time.ts';
import type { Plan, Profile } from '../../lib/wire.ts';
import { Button, Spinner, TextLink } from '../../ui/button.tsx';
import { LateConfirm } from '../../ui/late-confirm.tsx';
import { Notice } from '../../ui/panel.tsx';
import { useNow } from '../../ui/time.tsx';
import { PlanChanges } from './plan-changes.tsx';
import { subscriptionTexts as texts } from './subscription-texts.ts';

/** The result passed back by the payment page; undefined if the user did not come from there. */
export type Arrival = 'paid' | 'repaired' | undefined;

const say = (detail: string) => toasts.add({ severity: 'success', summary: 'Success', detail });

/** The next step, by plan: the offer, the cancellation, resuming, or a failed payment. */
export function Subscription({
  profile,
  arrival,
  onArrived,
}: {
  profile: Profile;
  arrival: Arrival;
  onArrived(): void;
}) {
  const plans = usePlans().data;
  const premium = isPremium(profile, useNow());
  const done = premium && !profile.paymentFailed;
  useArrival(arrival !== undefined, done, () => {
    say(arrival === 'repaired' ? texts.repaired : texts.arrived);
    onArrived();
  });
  const [free, paid] = (['free', 'premium'] as const).map((name) => plans?.find((plan) => plan.name === name));
  if (!free || !paid || profile.status === 'admin') return null;
  if (arrival !== undefined && !done)
    return (
      <Notice icon={<Spinner />} className="mt-5">
        <span role="status">{texts.waiting}</span>
      </Notice>
    );
  const portal = profile.billingPortal && paid.available && <BillingPortal />;
  if (premium && !profile.paymentFailed && profile.status !== 'premium_cancelled')
    return (
      <div className="mt-5 flex flex-wrap gap-3">
        {portal}
        <Cancel until={profile.premiumUntil} free={free} paid={paid} />
      </div>
    );
  return (
    <>
      <NextStep profile={profile} premium={premium} free={free} paid={paid} />
      {portal && <div className="mt-3">{portal}</div>}
    </>
  );
}

function NextStep(plans: { profile: Profile; premium: boolean; free: Plan; paid: Plan }) {
  const { profile, premium, free, paid } = plans;
  if (profile.paymentFailed) return <Failed {...plans} />;
  if (!premium) return <Offer free={free} paid={paid} />;
  return <Resume until={profile.premiumUntil} price={formatEuros(paid.priceCents)} />;
}

/** Opens the payment provider’s page with the invoices and the payment method. */
function BillingPortal() {
  const portal = useBillingPortal();
  const open = (): void =>
    portal.mutate(undefined, { onError: (error) => showError(error, { title: texts.portalNotOpened, again: open }) });
  return (
    <Button icon={<ReceiptText size={16} aria-hidden />} busy={portal.isPending || portal.isSuccess} onClick={open}>
      {texts.portal}
    </Button>
  );
}

function Offer({ free, paid }: { free: Plan; paid: Plan }) {
  const payment = usePayment();
  return (
    <section aria-labelledby="offer" className="mt-5 rounded-panel bg-accent-soft px-4 py-4">
      <h3 id="offer" className="mb-2 flex items-center gap-2 font-semibold">
        <Sparkles size={18} aria-hidden className="text-accent-text" />
        {texts.premium}
      </h3>
      <PlanChanges from={free} to={paid} heading={texts.premium} />
      <p className="mt-3 text-meta text-ink-2">{texts.terms}</p>
      {paid.available ? (
        <Button
          tone="primary"
          className="mt-3"
          icon={<CreditCard size={16} aria-hidden />}
          busy={payment.isPending || payment.isSuccess}
          onClick={() => pay(payment)}
        >
          {texts.upgrade}
        </Button>
      ) : (
        <p className="mt-3">
          {paid.unavailableBecause} {texts.unavailable} <TextLink to="/landing/contact">{texts.contact}</TextLink>
        </p>
      )}
    </section>
  );
}

const NAMED = 5;
const list = new Intl.ListFormat('en');

/** Lists all names, or the first ones and the number of the rest. */
const named = (names: readonly string[]): string =>
  list.format(names.length > NAMED + 1 ? [...names.slice(0, NAMED), texts.cancel.more(names.length - NAMED)] : names);

function Cancel({ until, free, paid }: { until: string; free: Plan; paid: Plan }) {
  const [asking, setAsking] = useState(false);
  const cancel = useCancelSubscription();
  // Webhooks are sorted oldest first; those beyond the free plan's limit stop.
  const beyond = (useWebhooks().data ?? []).slice(free.maxWebhooks).map(({ name }) => name);
  // Uses the promise instead of callbacks, because this part disappears with the subscription.
  const confirm = () =>
    cancel.mutateAsync().then(
      () => {
        setAsking(false);
        say(texts.cancel.done);
      },
      (error: unknown) => showError(error, { title: texts.cancel.failed }),
    );
  return (
    <>
      <Button onClick={() => setAsking(true)}>{texts.cancel.button}</Button>
      {asking && (
        <LateConfirm
          title={texts.cancel.button}
          verb={texts.cancel.button}
          safe={texts.cancel.keep}
          busy={cancel.isPending}
          onConfirm={() => void confirm()}
          onCancel={() => setAsking(false)}
        >
          <p className="mb-3 text-ink">{texts.cancel.question}</p>
          <p className="mb-3">{texts.cancel.until(formatDay(until))}</p>
          <PlanChanges from={paid} to={free} heading={texts.later} />
          {beyond.length > 0 && <p className="mt-3">{texts.cancel.beyond(named(beyond), beyond.length === 1)}</p>}
        </LateConfirm>
      )}
    </>
  );
}

function Resume({ until, price }: { until: string; price: string }) {
  const resume = useResumeSubscription();
  const press = (): void =>
    void resume.mutateAsync().then(
      ({ link }) => link === undefined && say(texts.resume.done),
      (error: unknown) => showError(error, { title: texts.resume.failed, again: press }),
    );
  return (
    <Notice className="mt-5" icon={<Sparkles size={18} aria-hidden />}>
      <p className="mb-3">{texts.resume.text(formatDay(until), price)}</p>
      <Button tone="primary" busy={resume.isPending} onClick={press}>
        {texts.resume.button}
      </Button>
    </Notice>
  );
}

/** Opens the payment page, which charges nothing without a confirmation. */
const pay = (payment: ReturnType<typeof usePayment>): void =>
  payment.mutate(undefined, {
    onError: (error) => showError(error, { title: texts.notOpened, again: () => pay(payment) }),
  });

function Failed({ profile, premium, free, paid }: { profile: Profile; premium: boolean; free: Plan; paid: Plan }) {
  const payment = usePayment();
  return (
    <>
      <Notice tone="warn" className="mt-5" icon={<TriangleAlert size={18} aria-hidden />}>
        <p className="mb-3">{premium ? texts.failed(formatDay(profile.benefitsUntil)) : texts.lapsed}</p>
        <Button tone="primary" busy={payment.isPending || payment.isSuccess} onClick={() => pay(payment)}>
          {texts.repair}
        </Button>{' '}
        <TextLink to="/docs/plans" hash="failed" className="ml-2 inline-flex min-h-6 items-center text-meta">
          {texts.whatToDo}
        </TextLink>
      </Notice>
      {profile.status !== 'premium_cancelled' && (
        <div className="mt-4">
          <Cancel until={profile.benefitsUntil} free={free} paid={paid} />
        </div>
      )}
    </>
  );
}
