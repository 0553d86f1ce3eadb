import { ArrowRight } from 'virtual:icons';
import { type ReactNode, useEffect, useState } from 'react';
import { marks } from '../../../../integrations/targets/marks.gen.tsx';
import { useCredentials } from '../../data/account.ts';
import { TRIAL_KEY } from '../../lib/trial-key.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { useTitle } from '../../ui/page.tsx';
import { KindMark } from '../../ui/type-tile.tsx';
import { Features, Why } from './features.tsx';
import { Pricing, usePlanOffer } from './pricing.tsx';
import { Scene } from './scene.tsx';
import { Senders } from './senders.tsx';
import { Shots } from './shots.tsx';
import { texts } from './texts.ts';

/**
 * The home page. The contact form, the playground and the trial are separate features, so the route passes them.
 * @param contact the contact form
 * @param trial renders a webhook without an account
 * @param playground renders the playground; its argument hides it if its code does not load
 */
export function LandingPage({
  contact,
  playground,
  trial,
}: {
  contact: ReactNode;
  playground?: (onClose: () => void) => ReactNode;
  trial?: Trying;
}) {
  useTitle(texts.title);
  return (
    <>
      <Hero trial={trial} />
      <section aria-label={texts.worksWith} className="border-y border-line bg-surface">
        <ul className="page-width flex flex-wrap items-center justify-center gap-x-10 gap-y-3 py-5 text-ink-2">
          {marks.map(({ name, paths }) => (
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
        <Why />
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

/** Renders the trial; its argument closes it if its code does not load. */
type Trying = (onClose: () => void) => ReactNode;

function Hero({ trial }: { trial: Trying | undefined }) {
  const { webhooks, targets, callsPerDay } = usePlanOffer('free');
  const signedIn = useCredentials().logged_in;
  const [trying, setTrying] = useState(false);
  // A prerendered button could be clicked before its code has loaded, so it is disabled until then.
  const [live, setLive] = useState(false);
  useEffect(() => {
    setLive(true);
    // An open trial continues after a reload.
    setTrying(localStorage.getItem(TRIAL_KEY) !== null);
  }, []);
  const isTrying = trial && trying && !signedIn;
  return (
    <section className="page-width grid items-center gap-12 py-14 md:py-20 lg:grid-cols-[1.32fr_1fr]">
      <div>
        <h1 className="text-[clamp(38px,4.4vw,56px)] leading-[1.04] font-[640] tracking-[-0.035em]">
          {texts.hero[0]}
          <br />
          {texts.hero[1]}
        </h1>
        <p className="mt-6 max-w-[50ch] text-[17px]/7 text-ink-2">{texts.lead}</p>
        <p className="mt-3 max-w-[50ch] text-[17px]/7 font-medium">{texts.audience}</p>
        <div className="mt-7 flex flex-wrap gap-3">
          <ButtonLink to={signedIn ? '/dashboard' : '/register'} tone="primary" size="large">
            {signedIn ? texts.dashboard : texts.create}
            <ArrowRight size={17} aria-hidden />
          </ButtonLink>
          {trial && !signedIn && !isTrying && (
            <Button size="large" disabled={!live} onClick={() => setTrying(true)}>
              {texts.tryIt}
            </Button>
          )}
          <ButtonLink to="/docs" size="large" tone="quiet">
            {texts.docs}
          </ButtonLink>
        </div>
        <p className="mt-4 text-meta text-ink-2">{texts.note(webhooks, targets, callsPerDay)}</p>
      </div>
      {isTrying ? trial(() => setTrying(false)) : <Scene />}
    </section>
  );
}
