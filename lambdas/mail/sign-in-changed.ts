import { layOut, type MailContent } from './layout.ts';
import { moment, quoted } from './plain-text.ts';

/** A change of how a user signs in. `left` is the number of unused recovery codes. */
export type SignInChange =
  | { kind: 'password-changed' | 'second-factor-on' | 'second-factor-off' | 'recovery-codes-renewed' }
  | { kind: 'passkey-added'; name: string }
  | { kind: 'passkey-removed'; name: string; endsSecondFactor: boolean }
  | { kind: 'recovery-code-used'; left: number };

const wordsOf = (change: SignInChange): { title: string; text: string } => {
  switch (change.kind) {
    case 'password-changed':
      return { title: 'Your password was changed', text: 'All other devices were signed out.' };
    case 'second-factor-on':
      return {
        title: 'Your account requires a passkey',
        text: 'From now on, a sign-in with your password also needs a passkey or a recovery code.',
      };
    case 'second-factor-off':
      return {
        title: 'Your account no longer requires a passkey',
        text: 'From now on, your password is enough to sign in. Your recovery codes stopped working.',
      };
    case 'recovery-codes-renewed':
      return { title: 'You have new recovery codes', text: 'The earlier recovery codes stopped working.' };
    case 'passkey-added':
      return { title: 'A passkey was added', text: `The passkey ${quoted(change.name)} can sign in to your account.` };
    case 'passkey-removed':
      return {
        title: 'A passkey was removed',
        text: `The passkey ${quoted(change.name)} can no longer sign in.${change.endsSecondFactor ? ' It was the last one, so your password is enough to sign in now.' : ''}`,
      };
    case 'recovery-code-used':
      return {
        title: 'A recovery code was used',
        text: `Someone signed in with your password and a recovery code. You have ${change.left} unused ${change.left === 1 ? 'code' : 'codes'}.`,
      };
  }
};

/** Builds the email about a changed sign-in. `ip` is the address of the request; `link` opens the settings. */
export const signInChangedMail = (
  change: SignInChange,
  { at, ip, link }: { at: Date; ip: string; link: string },
): MailContent => {
  const { title, text } = wordsOf(change);
  return layOut({
    subject: title,
    heading: title,
    paragraphs: [
      text,
      `Time: ${moment(at.toISOString())}. IP address: ${ip}.`,
      'If this was not you, reset your password, and check the passkeys and the audit log in Settings.',
    ],
    action: { label: 'Open settings', url: link },
    footer: 'You get this email whenever your sign-in changes. It cannot be turned off.',
  });
};
