import product from 'virtual:docs-product';
import { clsx } from 'clsx';
import {
  ArrowRight,
  Braces,
  Check,
  CopyX,
  Eye,
  ListOrdered,
  RotateCw,
  Send,
  Server,
  ShieldCheck,
  Split,
} from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { usePlans } from '../../data/account.ts';
import { formatEuros, formatNumber, plural } from '../../lib/format.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { useTitle } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { KindMark } from '../../ui/type-tile.tsx';
import { marks } from './marks.ts';
import { Scene } from './scene.tsx';
import { Shots } from './shots.tsx';
import { texts } from './texts.ts';

const icons = {
  eye: Eye,
  retry: RotateCw,
  order: ListOrdered,
  braces: Braces,
  split: Split,
  repeats: CopyX,
  replay: Send,
  shield: ShieldCheck,
  server: Server,
} as const;

/**
 * @param contact the contact form, and `playground` what renders calls, put in by the route: they are features of their
 * own. The latter is told how to go away, should its code not come.
 */
export function LandingPage({
  contact,
  playground,
}: {
  contact: ReactNode;
  playground?: (onClose: () => void) => ReactNode;
}) {
  useTitle(texts.title);
  return (
    <>
      <Hero />
      <section aria-label={texts.worksWith} className="border-y border-line bg-surface">
        <ul className="page-width flex flex-wrap items-center justify-center gap-x-10 gap-y-3 py-5 text-ink-2">
          {Object.values(marks).map(({ name, paths }) => (
            <li key={name} className="flex items-center gap-2.5">
              <KindMark paths={paths} size={20} />
              {name}
            </li>
          ))}
        </ul>
      </section>
      <div className="page-width flex flex-col gap-20 py-16 md:py-20">
        <Senders playground={playground} />
        <Features />
        <Shots />
        <Pricing />
        <section aria-labelledby="contact" className="grid gap-8 lg:grid-cols-[1fr_1.4fr]">
          <div>
            <h2 id="contact" className="text-section font-semibold tracking-[-0.02em]">
              {texts.contact.title}
            </h2>
            <p className="mt-2 text-ink-2">{texts.contact.text}</p>
          </div>
          <div className="rounded-panel border border-line bg-surface p-5 shadow-panel md:p-6">{contact}</div>
        </section>
      </div>
    </>
  );
}

function Hero() {
  const { webhooks, targets } = usePlanOffer('free');
  return (
    <section className="page-width grid items-center gap-12 py-14 md:py-20 lg:grid-cols-[1.32fr_1fr]">
      <div>
        <h1 className="text-[clamp(38px,4.4vw,56px)] leading-[1.04] font-[640] tracking-[-0.035em]">
          {texts.hero[0]}
          <br />
          {texts.hero[1]}
        </h1>
        <p className="mt-6 max-w-[46ch] text-[17px]/7 text-ink-2">{texts.lead}</p>
        <div className="mt-7 flex flex-wrap gap-3">
          <ButtonLink to="/register" tone="primary" size="large">
            {texts.create}
            <ArrowRight size={17} aria-hidden />
          </ButtonLink>
          <ButtonLink to="/docs" size="large">
            {texts.docs}
          </ButtonLink>
        </div>
        <p className="mt-4 text-meta text-ink-2">{texts.note(webhooks, targets)}</p>
      </div>
      <Scene />
    </section>
  );
}

/** The first names stand in the heading. */
const NAMED = ['GitHub', 'Stripe', 'Grafana'];

/** Who is told readably without a template, and how. */
function Senders({ playground }: { playground: ((onClose: () => void) => ReactNode) | undefined }) {
  const { senders } = texts;
  const [playing, setPlaying] = useState(false);
  // Drawn ahead of time, a button could be pressed before there is code that answers: only its place is there until then.
  const [live, setLive] = useState(false);
  useEffect(() => setLive(true), []);
  const { push } = product;
  return (
    <section aria-labelledby="senders">
      <h2 id="senders" className="max-w-[26ch] text-section font-semibold tracking-[-0.02em]">
        {senders.title([...NAMED, senders.more(product.senders.length - NAMED.length)])}
      </h2>
      <p className="mt-3 max-w-[62ch] text-ink-2">{senders.text}</p>
      {playing && playground && <div className="mt-8">{playground(() => setPlaying(false))}</div>}
      <div className={clsx('mt-8 grid items-start gap-4 lg:grid-cols-2', playing && 'hidden')}>
        <Panel title={senders.before} headingId="senders-before">
          <pre className="h-40 overflow-hidden text-code whitespace-pre-wrap wrap-anywhere text-ink-2">
            {`${push.body.slice(0, 600)}…`}
          </pre>
        </Panel>
        <Panel title={senders.after} headingId="senders-after">
          <p className="min-h-40 whitespace-pre-line wrap-anywhere">{push.text}</p>
        </Panel>
      </div>
      {!playing && playground && (
        <Button
          size="large"
          className={clsx('mt-4', !live && 'invisible')}
          icon={<Braces size={17} aria-hidden />}
          onClick={() => setPlaying(true)}
        >
          {senders.play}
        </Button>
      )}
      <ul className="mt-6 flex flex-wrap gap-2">
        {product.senders.map((name) => (
          <li key={name} className="rounded-badge bg-sunken px-2 py-0.5 text-meta text-ink-2">
            {name}
          </li>
        ))}
      </ul>
    </section>
  );
}

const { free: freePlan, premium: premiumPlan } = product.plans;

/** How often and for how long a message is tried without premium. */
const freeTries = {
  tries: freePlan.retry.delaysSeconds.length + 1,
  hours: Math.floor(freePlan.retry.delaysSeconds.reduce((sum, delay) => sum + delay, 0) / 3600),
};

const facts = {
  ...freeTries,
  senders: product.senders.length,
  days: premiumPlan.retry.givenUpAfterDays ?? 0,
  parts: product.maxParts,
  kept: [freePlan.retentionDays, premiumPlan.retentionDays] satisfies [number, number] as [number, number],
};

function Features() {
  return (
    <section aria-labelledby="features">
      <h2 id="features" className="text-section font-semibold tracking-[-0.02em]">
        {texts.features.title}
      </h2>
      <ul className="mt-8 grid gap-x-10 gap-y-9 md:grid-cols-2 lg:grid-cols-3">
        {texts.features.list(facts).map(({ icon, name, text }) => {
          const Icon = icons[icon];
          return (
            <li key={name}>
              <span className="mb-4 grid size-9 place-items-center rounded-control bg-accent-soft text-accent-text">
                <Icon size={18} aria-hidden />
              </span>
              <h3 className="text-h2 font-semibold">{name}</h3>
              <p className="mt-1 text-ink-2">{text}</p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** A plan as the API tells it; until then, and on the prerendered page, as it is published. */
function usePlanOffer(plan: 'free' | 'premium') {
  const { maxWebhooks, maxTargets, maxInvocationsPerDay, priceCents } =
    usePlans().data?.find(({ name }) => name === plan) ?? product.plans[plan];
  const { pricing } = texts;
  return {
    webhooks: plural(maxWebhooks, 'webhook'),
    targets: maxTargets === null ? pricing.unlimitedTargets : plural(maxTargets, 'target'),
    invocations: `${formatNumber(maxInvocationsPerDay)} ${pricing.invocations}`,
    priceCents,
  };
}

function Pricing() {
  const free = usePlanOffer('free');
  const premium = usePlanOffer('premium');
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
          <ButtonLink to="/register" wide>
            {pricing.free.button}
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
          <ButtonLink to="/register" tone="primary" wide>
            {pricing.premium.button}
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
