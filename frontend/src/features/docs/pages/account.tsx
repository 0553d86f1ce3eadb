import { TextLink } from '../../../ui/button.tsx';
import { DocsPage, type DocsSection } from '../docs-page.tsx';

const sections: readonly DocsSection[] = [
  { id: 'register', title: 'Register', keywords: 'sign up create account new user', Content: Register },
  { id: 'sign-in', title: 'Sign in', keywords: 'login log in session logged out', Content: SignIn },
  { id: 'password', title: 'Change your password', Content: Password },
  {
    id: 'forgotten',
    title: 'Reset a forgotten password',
    keywords: 'lost reset password token mail',
    Content: Forgotten,
  },
  {
    id: 'notices',
    title: 'Email alerts',
    keywords: 'email notices stop unsubscribe quota inactive notification',
    Content: Notices,
  },
  { id: 'address', title: 'Email address', keywords: 'change email confirm verify', Content: Address },
  { id: 'delete', title: 'Delete your account', keywords: 'remove close cancel account gdpr erase', Content: Delete },
];

export const AccountDocs = () => <DocsPage at="/docs/account" sections={sections} />;

function Register() {
  return (
    <>
      <p>
        <TextLink to="/register">Register</TextLink> with an email address and a password. No payment or card is needed.
        Your browser solves a short bot check first. Sign Up is enabled when it is done, usually within a second.
      </p>
      <p>
        A password has 8 to 128 characters. Common passwords, your email address and the product name are rejected. The
        strength meter is only advice.
      </p>
    </>
  );
}

function SignIn() {
  return (
    <p>
      You stay signed in for 30 days after your last visit on a device, up to 90 days in total. Logout signs you out on
      this device. A new password signs you out on all others. After many wrong passwords, wait a few minutes. Attempts
      by other people don’t lock you out.
    </p>
  );
}

function Password() {
  return (
    <p>
      Open <TextLink to="/user/settings">Settings</TextLink> and enter your current password and the new one twice. You
      stay signed in on this device and are signed out on all others.
    </p>
  );
}

function Forgotten() {
  return (
    <>
      <ol>
        <li>
          Open <TextLink to="/user/password/forgot">Forgot password</TextLink> and enter your email address.
        </li>
        <li>If it is registered, you get an email with a link and a reset token within a few minutes.</li>
        <li>Follow the link, or paste the token, and set a new password. This ends all sessions.</li>
      </ol>
      <p>
        A token works once and for one hour. An address gets up to three emails an hour. If no email arrives, check your
        spam folder and whether you registered with another address. The page looks the same for unknown addresses, and
        they get no email.
      </p>
    </>
  );
}

function Notices() {
  return (
    <>
      <p>
        You get an email alert when you reach your daily quota and when a target becomes inactive. Select “Stop these
        alerts” at the end of an email to turn them off, or use “Email alerts” in Settings. You always get emails about
        your password and your payments.
      </p>
      <p>
        An address that permanently rejects our emails gets none for two weeks. After a spam report it gets none for a
        year.
      </p>
    </>
  );
}

function Address() {
  return (
    <p>
      You can’t change your email address. In urgent cases, <TextLink to="/landing/contact">contact support</TextLink>,
      or create a second account and set up your targets there.
    </p>
  );
}

function Delete() {
  return (
    <>
      <p>
        Open <TextLink to="/user/settings">Settings</TextLink> &gt; Danger Zone, select Delete Account and type your
        email address to confirm. Webhooks, targets, calls and messages are deleted immediately. Invoke URLs return 404
        within a minute, and a subscription is cancelled. This can’t be undone.
      </p>
      <p>
        Billing records are kept for up to 90 days. See the{' '}
        <TextLink to="/legal/pp" hash="how-long">
          privacy policy
        </TextLink>
        .
      </p>
    </>
  );
}
