import { Prose, Section } from './prose.tsx';

export const privacyTitle = 'Privacy Policy';

export const privacyContents = [
  ['what', 'What is stored'],
  ['why', 'Why'],
  ['who', 'Who receives data'],
  ['how-long', 'How long'],
  ['browser', 'In your browser'],
  ['rights', 'Your rights'],
] as const;

const [what, why, who, howLong, browser, rights] = privacyContents;

export function Privacy() {
  return (
    <Prose>
      <p>This page says which personal data Tellhook handles, what for, and how you get rid of them.</p>
      <Section id={what[0]} title={what[1]}>
        <ul>
          <li>Your e-mail address and a hash of your password, never the password itself.</li>
          <li>Your webhooks, targets and templates. Secrets of targets are encrypted.</li>
          <li>
            Calls to your webhooks: body, headers, the caller's address, and what was delivered where. Secrets in
            headers are masked before they are stored.
          </li>
          <li>
            For premium accounts, what the payment provider tells us about your subscription. We never see card numbers.
          </li>
        </ul>
      </Section>
      <Section id={why[0]} title={why[1]}>
        <p>
          To run the service that you signed up for, to bill it, and to keep it safe. There is no advertising and no
          profiling.
        </p>
      </Section>
      <Section id={who[0]} title={who[1]}>
        <p>
          The messengers that you chose as targets receive the messages you send to them. Amazon Web Services hosts the
          service and sends its mail. The payment provider handles payments. Nobody else.
        </p>
      </Section>
      <Section id={howLong[0]} title={howLong[1]}>
        <p>
          Calls are kept for as long as your plan or your webhook's setting says. When you delete your account, your
          data are removed at once; billing records are kept for up to 90 days after termination.
        </p>
      </Section>
      <Section id={browser[0]} title={browser[1]}>
        <p>
          Your browser keeps your session, the colour scheme and unfinished drafts. One cookie keeps you signed in.
          There are no tracking cookies.
        </p>
      </Section>
      <Section id={rights[0]} title={rights[1]}>
        <p>
          You may ask what is stored about you, have it corrected, exported or deleted, and complain to a data
          protection authority. Write to us through the contact page.
        </p>
      </Section>
    </Prose>
  );
}
