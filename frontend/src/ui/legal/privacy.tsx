import product from 'virtual:docs-product';
import { TextLink } from '../button.tsx';
import { BotCheck, Operator } from './operator.tsx';
import { Prose, Section } from './prose.tsx';

export const privacyTitle = 'Privacy Policy';

export const privacyContents = [
  ['operator', 'Responsible party'],
  ['what', 'Stored data'],
  ['content', 'The calls to your webhooks'],
  ['why', 'Purposes and legal basis'],
  ['who', 'Recipients of data'],
  ['how-long', 'Retention'],
  ['browser', 'Data in your browser'],
  ['security', 'Protection'],
  ['rights', 'Your rights'],
  ['changes', 'Changes'],
] as const;

const [operator, what, content, why, who, howLong, browser, security, rights, changes] = privacyContents;
const { free, premium } = product.plans;

/** @param linked true = the headings link to themselves */
export function Privacy({ linked = false }: { linked?: boolean }) {
  return (
    <Prose linked={linked}>
      <p>This page lists the personal data that Tellhook handles: its purpose, its retention, and how to delete it.</p>
      <Section id={operator[0]} title={operator[1]}>
        <Operator />
      </Section>
      <Section id={what[0]} title={what[1]}>
        <ul>
          <li>
            <b>Account:</b> your email address, a hash of your password (never the password itself), your plan and its
            paid period. Sessions are stored as hashes of their tokens.
          </li>
          <li>
            <b>Set-up:</b> webhooks, templates and targets. Addresses, chats and numbers of targets are stored as they
            are; URLs and secrets that allow posting there are encrypted.
          </li>
          <li>
            <b>Calls and messages:</b> see the next section.
          </li>
          <li>
            <b>Counters:</b> how many calls and errors there were each day.
          </li>
          <li>
            <b>To prevent abuse:</b> the number of attempts from an IP address to sign in, register, reset a password or
            write to us. We keep it for a few hours.
          </li>
          <li>
            <b>Logs:</b> time, path, result and numbers of calls, and internet addresses at sign-in and registration.
            Never bodies, passwords or tokens.
          </li>
          <li>
            <b>Payment:</b> for Premium, the customer and subscription numbers of the payment provider and the dates of
            your payments. Card and PayPal data go to the provider only.
          </li>
          <li>
            <b>Contact form:</b> name, address and message are sent to the operator as an email and not stored here.
          </li>
        </ul>
      </Section>
      <Section id={content[0]} title={content[1]}>
        <p>
          A call is stored as it came: body byte for byte, headers, query, time and the caller&apos;s internet address.
          Its message and each target&apos;s response are stored with it. Credentials in headers and query parameters,
          such as <code>Authorization</code> and <code>token</code>, are masked before they are stored. Bodies are not
          searched or masked: you and your callers decide about the personal data in them. You are responsible for being
          allowed to send them; we handle them on your behalf, to deliver them and to show them to you.
        </p>
      </Section>
      <Section id={why[0]} title={why[1]}>
        <ul>
          <li>To run the service that you signed up for and to bill it: contract, Art. 6 (1) (b) GDPR.</li>
          <li>To keep it safe and to find errors: legitimate interest, Art. 6 (1) (f) GDPR.</li>
          <li>To keep billing records: legal duty, Art. 6 (1) (c) GDPR.</li>
          <li>To send messages to an email target: the consent of its reader, Art. 6 (1) (a) GDPR.</li>
        </ul>
        <p>There is no advertising, no profiling and no sale of data.</p>
      </Section>
      <Section id={who[0]} title={who[1]}>
        <ul>
          <li>
            The services behind your targets get the messages that you send to them: {product.companies}, email
            providers, or your own server. Some of them are outside the European Union.
          </li>
          <li>Amazon Web Services runs the servers, the database and the email for us.</li>
          <li>Stripe handles payments, by card and by PayPal, for Premium only.</li>
        </ul>
        <p>No one else, unless the law requires it.</p>
        <BotCheck />
      </Section>
      <Section id={howLong[0]} title={howLong[1]}>
        <ul>
          <li>
            Calls, messages and attempts: {free.retentionDays} days with the free plan, {premium.retentionDays} days
            with Premium, counted from the call. You can set fewer days for a webhook. Then they are deleted
            automatically, as a rule within two days. A deleted webhook&apos;s calls can no longer be seen. They are
            removed when their retention ends, or immediately with your account.
          </li>
          <li>Sessions: until you sign out, or 30 days after their last use, at most 90 days.</li>
          <li>Reset tokens: one hour. Activation codes: 30 minutes. Links of confirmation emails: 24 hours.</li>
          <li>Logs: 30 days, unless this installation sets another time.</li>
          <li>
            Account, webhooks and targets: until you delete them. When you delete your account, all of it is removed
            immediately.
          </li>
          <li>
            After a bounce or a spam report, an address gets no further email. We keep a hash of it, for two weeks or a
            year. The email service keeps the address on its own list.
          </li>
          <li>
            Mailboxes that were asked to confirm something: a hash of the address, the time of the last request and the
            answer. They are kept for two months, or permanently if its reader never wants such an email again.
          </li>
          <li>
            Backups of the database, used only after a fault, hold deleted data for up to 35 more days. Billing records
            and other required data are removed within 90 days after the contract ends, unless the law requires longer.
          </li>
        </ul>
      </Section>
      <Section id={browser[0]} title={browser[1]}>
        <p>
          One cookie, <code>__Host-session</code>, keeps you signed in for up to 30 days; scripts cannot read it. The
          local storage of your browser holds your user number, a token for 15 minutes, the colour scheme and your
          preferences. Unsent input stays until you sign out or close the tab. All of it is needed for the service:
          there are no tracking cookies, no statistics and nothing loaded from other sites.
        </p>
      </Section>
      <Section id={security[0]} title={security[1]}>
        <p>
          Connections are encrypted, and so are the database and its backups. Passwords are hashed with a memory-hard
          function. Targets&apos; secrets are encrypted again, with a separate key. Each program has only the
          permissions it needs.
        </p>
      </Section>
      <Section id={rights[0]} title={rights[1]}>
        <p>
          You can ask for your stored data and have it corrected, deleted, restricted or handed over. You can also
          object, and withdraw a consent. You can do most of this yourself. Your calls and messages are on your
          webhooks&apos; pages and in the <TextLink to="/docs/api">API</TextLink>, and{' '}
          <TextLink to="/docs/account" hash="delete">
            deleting your account
          </TextLink>{' '}
          is in your settings. For the rest, write to us with the{' '}
          <TextLink to="/landing/contact">contact form</TextLink>. You can also complain to a data protection authority.
        </p>
      </Section>
      <Section id={changes[0]} title={changes[1]}>
        <p>We tell you about changes to this policy by email 30 days before they take effect.</p>
      </Section>
    </Prose>
  );
}
