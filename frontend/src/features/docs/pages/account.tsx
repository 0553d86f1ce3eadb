import { TextLink } from '../../../ui/button.tsx';
import { DocsPage, type DocsSection } from '../docs-page.tsx';

const sections: readonly DocsSection[] = [
  { id: 'register', title: 'Registering', keywords: 'sign up create account new user', Content: Register },
  { id: 'sign-in', title: 'Signing in', keywords: 'login log in session logged out', Content: SignIn },
  { id: 'password', title: 'Changing your password', Content: Password },
  { id: 'forgotten', title: 'A forgotten password', keywords: 'lost reset password token mail', Content: Forgotten },
  {
    id: 'notices',
    title: 'Mails to you',
    keywords: 'email notices stop unsubscribe quota inactive notification',
    Content: Notices,
  },
  { id: 'address', title: 'Your e-mail address', keywords: 'change email confirm verify', Content: Address },
  { id: 'delete', title: 'Deleting your account', keywords: 'remove close cancel account gdpr erase', Content: Delete },
];

export const AccountDocs = () => <DocsPage at="/docs/account" sections={sections} />;

function Register() {
  return (
    <>
      <p>
        <TextLink to="/register">Register</TextLink> with an e-mail address and a password. You can start at once; there
        is nothing to pay and no card to enter. A short calculation in your browser keeps robots out: Sign Up becomes
        available when it is done, usually within a second.
      </p>
      <p>
        A password has 8 to 128 characters. Passwords that are on every attacker&apos;s list, your own address and the
        name of the product are refused. The meter beside the field says weak, medium or strong; it only advises.
      </p>
    </>
  );
}

function SignIn() {
  return (
    <p>
      You stay signed in for 30 days after your last visit on that device, and for 90 days at most. Logout signs you out
      on this device; a new password signs you out on all others. After many wrong passwords, further tries have to wait
      for a few minutes; somebody else&apos;s wrong tries do not lock you out.
    </p>
  );
}

function Password() {
  return (
    <p>
      Open <TextLink to="/user/settings">Settings</TextLink>, enter your current password and the new one twice. You
      stay signed in here; all other devices have to sign in again.
    </p>
  );
}

function Forgotten() {
  return (
    <>
      <ol>
        <li>
          Open <TextLink to="/user/password/forgot">Forgot password</TextLink> and enter your address.
        </li>
        <li>If it is registered, a mail with a link and a reset token arrives within a few minutes.</li>
        <li>Follow the link, or paste the token, and set a new password. This ends all sessions.</li>
      </ol>
      <p>
        A token works once and for one hour. At most three mails an hour go to one address. Nothing arrived? Check your
        spam folder, and whether you registered with another address: to an address without an account nothing is sent,
        and the page looks the same.
      </p>
    </>
  );
}

function Notices() {
  return (
    <>
      <p>
        When your daily quota runs out, and when a target becomes inactive, you get a notice by mail. The link “Stop
        these notices” at its end stops all of them with one click; the same link, or “E-mail alerts” in your settings,
        has them sent again. Mails about your password and your payments always come.
      </p>
      <p>
        An address that rejects our mail for good gets none for two weeks; one whose reader reports a mail as spam gets
        none for a year, whatever it is about.
      </p>
    </>
  );
}

function Address() {
  return (
    <p>
      The address cannot be changed. In urgent cases, <TextLink to="/landing/contact">contact support</TextLink>. To
      change it without us, create a second account and set up your targets there.
    </p>
  );
}

function Delete() {
  return (
    <>
      <p>
        Open <TextLink to="/user/settings">Settings</TextLink>, Danger Zone, Delete Account, and type your address to
        confirm. Webhooks, targets, calls and messages are removed at once, invoke URLs answer 404 within a minute, and
        a subscription is cancelled. This cannot be undone.
      </p>
      <p>
        Billing records are kept for up to 90 days afterwards, see the{' '}
        <TextLink to="/legal/pp" hash="how-long">
          privacy policy
        </TextLink>
        .
      </p>
    </>
  );
}
