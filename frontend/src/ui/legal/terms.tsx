import { Prose, Section } from './prose.tsx';

export const termsTitle = 'Terms And Conditions';

export const termsContents = [
  ['service', 'The service'],
  ['account', 'Your account'],
  ['use', 'Fair use'],
  ['plans', 'Plans and payment'],
  ['support', 'Support'],
  ['data', 'Your data and the end of the contract'],
  ['liability', 'Liability'],
  ['changes', 'Changes'],
  ['law', 'Governing law'],
] as const;

const [service, account, use, plans, support, data, liability, changes, law] = termsContents;

export function Terms() {
  return (
    <Prose>
      <p>
        These terms apply between you and the operator of Tellhook when you use the service. Using it means accepting
        them.
      </p>
      <Section id={service[0]} title={service[1]}>
        <p>
          Tellhook accepts HTTP calls at addresses that you create (webhooks) and forwards them as messages to targets
          that you choose. Failed deliveries are retried. Premium accounts get guaranteed eventual delivery unless the
          third-party service that a target belongs to is permanently unavailable.
        </p>
      </Section>
      <Section id={account[0]} title={account[1]}>
        <p>
          You must be at least 13 years old. Keep your password and your webhooks' addresses to yourself: whoever knows
          an address can send calls to it. Your e-mail address cannot be changed; in urgent cases, contact support.
        </p>
      </Section>
      <Section id={use[0]} title={use[1]}>
        <p>
          Do not use the service to send unwanted messages, to harm others or to get around the limits of your plan.
          Targets must belong to you, or their owner must have agreed. We may disable webhooks or accounts that break
          these rules.
        </p>
      </Section>
      <Section id={plans[0]} title={plans[1]}>
        <p>
          The free plan costs nothing. Premium costs 2.99 euro per month and is billed monthly, by credit card or
          PayPal. You can upgrade or downgrade at any time in your account settings. A cancelled subscription keeps its
          benefits to the end of the paid month; the current month is not refunded. Enterprise plans are agreed
          individually.
        </p>
      </Section>
      <Section id={support[0]} title={support[1]}>
        <p>We answer within 3-5 business days for free accounts and within 1-2 business days for premium accounts.</p>
      </Section>
      <Section id={data[0]} title={data[1]}>
        <p>
          You may delete your account at any time in your settings. Your webhooks, targets and messages are then
          removed. Data that we must keep, such as billing records, are retained for up to 90 days after termination.
        </p>
      </Section>
      <Section id={liability[0]} title={liability[1]}>
        <p>
          Our liability is limited to the fees that you paid in the last 12 months. This does not limit liability for
          intent, gross negligence, or injury to life, body or health.
        </p>
      </Section>
      <Section id={changes[0]} title={changes[1]}>
        <p>We tell you about changes to these terms by e-mail 30 days before they take effect.</p>
      </Section>
      <Section id={law[0]} title={law[1]}>
        <p>German law applies, without its conflict-of-law rules.</p>
      </Section>
    </Prose>
  );
}
