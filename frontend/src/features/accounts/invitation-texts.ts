import type { Answer } from '../../lib/wire.ts';

type Invitation = Answer<'readInvitation'>;

const roles = { editor: 'an editor', viewer: 'a viewer' } as const;

/** Texts for a person who was invited to a team. */
export const invitationTexts = {
  title: 'Join a team',
  text: ({ owner, email, role }: Invitation) => `${owner} invites ${email} to their team as ${roles[role]}.`,
  /** The same on the login and registration page, where the address is in the form. */
  note: ({ owner, role }: Invitation) => `${owner} invites you to their team as ${roles[role]}.`,
  signIn: 'Accept with a Tellhook account for this address.',
  register: 'Create account',
  login: 'Log in',
  logout: 'Log out',
  accept: 'Accept invitation',
  onward: (signedIn: boolean) => (signedIn ? 'Go to the dashboard' : 'Log in'),
} as const;
