import type { ComponentType } from 'react';
import { Section } from '../../ui/legal/prose.tsx';
import { Targets, targetParts } from './targets.tsx';
import { Templates } from './templates.tsx';

/** One section of the documentation. */
export interface DocsSection {
  id: string;
  title: string;
  parts?: readonly { id: string; title: string }[];
  Content: ComponentType;
}

/** The table of contents; the order is the order on the page. */
export const sections: readonly DocsSection[] = [
  { id: 'account', title: 'Account', Content: Account },
  { id: 'targets', title: 'Targets', parts: targetParts, Content: Targets },
  { id: 'webhooks', title: 'Webhooks', Content: Webhooks },
  { id: 'templates', title: 'Templates', Content: Templates },
  { id: 'plans', title: 'Plans and Billing', Content: Plans },
  { id: 'troubleshooting', title: 'Troubleshooting', Content: Troubleshooting },
];

function Account() {
  return (
    <Section id="account" title="Account">
      <p>
        Register with an e-mail address and a password of at least 8 characters. The address cannot be changed later; in
        urgent cases, contact support. If you forget your password, ask for a reset token on the login page: it works
        once, for an hour.
      </p>
      <p>
        In your settings you see your plan and what is left of it, change your password, and can delete your account.
      </p>
    </Section>
  );
}

function Webhooks() {
  return (
    <Section id="webhooks" title="Webhooks">
      <p>
        A webhook is an address that takes calls. Give it a name and at least one target (at most 10), and hand its
        invoke URL to the service that should call it. Any method works; the body may be up to 1 MiB, and for calls
        without one the query is the payload. The answer is 202 once the call is stored; from then on it is delivered,
        even if a messenger is down for a while.
      </p>
      <p>
        Whoever knows the URL can call it, so keep it to yourself. A disabled webhook refuses calls. With Split Messages
        on, a message that is too long for a messenger arrives in parts; with it off, it is cut.
      </p>
      <p>
        The page of a webhook shows every call as it comes in, with its headers and body, and for each target what was
        sent, what the messenger answered and when the next attempt is.
      </p>
    </Section>
  );
}

function Plans() {
  return (
    <Section id="plans" title="Plans and Billing">
      <p>
        The free plan and the numbers of each plan are shown on the home page and in your settings. Premium costs 2.99
        euro per month, billed monthly, by credit card or PayPal. You can upgrade or downgrade at any time; the current
        month is not refunded, and its benefits stay until its end. A day is a day in UTC: the quota of invocations
        starts anew at midnight.
      </p>
    </Section>
  );
}

function Troubleshooting() {
  return (
    <Section id="troubleshooting" title="Troubleshooting">
      <ul>
        <li>
          <b>The call is answered with 404 or 410.</b> The URL is not complete, or the webhook is disabled or was
          deleted.
        </li>
        <li>
          <b>The call is answered with 429.</b> The day's quota is used up; the header <code>Retry-After</code> says
          when it starts anew.
        </li>
        <li>
          <b>A dispatch failed.</b> Open the invocation: the box below the target shows the messenger's own words. A
          failure that may pass is tried again by itself.
        </li>
        <li>
          <b>A target became inactive.</b> The messenger refused it for good: the bot was blocked, the workflow deleted,
          the app removed. Switch it on again on its page after repairing that, or create it anew.
        </li>
        <li>
          <b>The message is not what I expected.</b> Open the invocation in the editor and change the template there.
        </li>
      </ul>
    </Section>
  );
}
