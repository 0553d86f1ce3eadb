import product from 'virtual:docs-product';
import { formatEuros, formatNumber } from '../../lib/format.ts';
import { TextLink } from '../button.tsx';
import { Operator } from './operator.tsx';
import { Prose, Section } from './prose.tsx';

export const termsTitle = 'Terms And Conditions';

export const termsContents = [
  ['parties', 'Between whom'],
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

const [parties, service, account, use, plans, support, data, liability, changes, law] = termsContents;
const { free, premium } = product.plans;

/** @param linked true = the headings link to themselves */
export function Terms({ linked = false }: { linked?: boolean }) {
  return (
    <Prose linked={linked}>
      <Section id={parties[0]} title={parties[1]}>
        <p>
          These terms apply between you and the operator of Tellhook when you use the service. By registering, you
          accept them.
        </p>
        <Operator />
      </Section>
      <Section id={service[0]} title={service[1]}>
        <p>
          Tellhook accepts HTTP calls at addresses that you create (webhooks), stores them for a while, and forwards
          them as messages to targets that you choose. Failed deliveries are retried, as the{' '}
          <TextLink to="/docs/webhooks" hash="retries">
            documentation
          </TextLink>{' '}
          describes. Premium accounts get guaranteed eventual delivery unless the third-party service that a target
          belongs to is permanently unavailable. We have no influence on these services. A message may arrive more than
          once.
        </p>
      </Section>
      <Section id={account[0]} title={account[1]}>
        <p>
          You must be at least 13 years old. If the law requires your parents’ consent at your age, you need it. Keep
          your password and the addresses of your webhooks to yourself: anyone with an address can send calls to it.
          Your email address cannot be changed; in urgent cases, contact support.
        </p>
      </Section>
      <Section id={use[0]} title={use[1]}>
        <p>
          Do not use the service to send unwanted messages, to harm others, to break a law, or to get around the limits
          of your plan. Targets must belong to you, or their owner must have agreed. Send personal data of others only
          if you are allowed to. We may disable webhooks, targets or accounts that break these rules, and tell you why.
        </p>
      </Section>
      <Section id={plans[0]} title={plans[1]}>
        <p>
          The free plan costs nothing: {formatNumber(free.maxWebhooks)} webhook, {formatNumber(free.maxTargets ?? 0)}{' '}
          targets, {formatNumber(free.maxInvocationsPerDay)} invocations a day. Premium costs{' '}
          {formatEuros(premium.priceCents)} per month: {formatNumber(premium.maxWebhooks)} webhooks, unlimited targets,{' '}
          {formatNumber(premium.maxInvocationsPerDay)} invocations a day. Enterprise plans are agreed individually.
        </p>
        <p>
          Premium is billed monthly, by credit card or PayPal, until you cancel. You can upgrade or downgrade at any
          time in your account settings. A cancelled subscription keeps its benefits to the end of the paid month; the
          current month is not refunded. When a payment fails, we tell you and try again; if it remains unpaid, the
          account becomes a free one. Statutory consumer rights, such as a right of withdrawal, are not affected.
        </p>
      </Section>
      <Section id={support[0]} title={support[1]}>
        <p>
          Write to us with the <TextLink to="/landing/contact">contact form</TextLink>. We answer within 3-5 business
          days for free accounts and within 1-2 business days for premium accounts.
        </p>
      </Section>
      <Section id={data[0]} title={data[1]}>
        <p>
          You can delete your account at any time in your settings; this ends the contract and the subscription. Your
          webhooks, targets and messages are then removed. Data that we must keep, such as billing records, are retained
          for up to 90 days after termination. We may end the contract with 30 days’ notice, or immediately if you
          seriously breach these terms. Stored data and its retention are listed in the{' '}
          <TextLink to="/legal/pp" hash="how-long">
            privacy policy
          </TextLink>
          .
        </p>
      </Section>
      <Section id={liability[0]} title={liability[1]}>
        <p>
          Our liability is limited to the fees that you paid in the last 12 months. This does not limit liability for
          intent, gross negligence, injury to life, body or health, or where a law forbids a limit.
        </p>
      </Section>
      <Section id={changes[0]} title={changes[1]}>
        <p>
          We tell you about changes to these terms by email 30 days before they take effect. If you do not agree, you
          can delete your account before then.
        </p>
      </Section>
      <Section id={law[0]} title={law[1]}>
        <p>
          German law applies, without its conflict-of-law rules. A consumer keeps the protection of the law of the
          country in which they live.
        </p>
      </Section>
    </Prose>
  );
}
