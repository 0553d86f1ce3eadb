import { INVITATION_DAYS } from '#contract/bounds';
import type { InvitationRequest, InvitationWire } from '#contract/team';
import type { MailboxConsent } from '../../mail/consent.ts';
import { listHeaders } from '../../mail/list-headers.ts';
import { teamInvitationMail } from '../../mail/team-invitation.ts';
import { normalEmail } from '../../model/account.ts';
import { hashOfKey, idOfHash } from '../../model/api-key.ts';
import type { OutboundMail } from '../../model/message.ts';
import { hashOf } from '../../model/session.ts';
import { type Invitation, seatsOf } from '../../model/team.ts';
import { secondsAfter } from '../../platform/clock.ts';
import { AppError, invalidField, notFound } from '../../platform/errors.ts';
import { newToken } from '../../platform/ids.ts';
import { log } from '../../platform/log.ts';
import type { Limits } from '../limits.ts';
import { changeTeam, demandSeats, readSeats, type TeamPorts } from './change-team.ts';

export type InvitePorts = TeamPorts & {
  limits: Pick<Limits, 'invitation'>;
  consent: MailboxConsent;
  mail: Pick<OutboundMail, 'send'>;
  appUrl: string;
};

export const invitationToWire = ({ id, email, role, expiresAt }: Invitation): InvitationWire => ({
  id,
  email,
  role,
  expires_at: expiresAt.toISOString(),
});

/** The owner's id in a token tells which team to read. A dot would make the link's path look like a file's. */
const newInvitationToken = (ownerId: number): string => `${ownerId}-${newToken(32)}`;

/** Reads the owner's id in a token; undefined if there is none. */
export const ownerInToken = (token: string): number | undefined => {
  const [, id] = /^([1-9]\d{0,15})-[\w-]{43}$/.exec(token) ?? [];
  return id === undefined ? undefined : Number(id);
};

/**
 * Emails an invitation with a new token. The mailbox's limits apply to emails of all accounts, so no one can use
 * invitations to fill it.
 * @param store stores the token before the email is sent
 * @param undo runs if the email could not be sent
 */
const mailInvitation = async (
  { ownerId, ownerEmail, email }: { ownerId: number; ownerEmail: string; email: string },
  {
    store,
    undo,
  }: {
    store: (fresh: Pick<Invitation, 'hash' | 'expiresAt'>) => Promise<Invitation>;
    undo?: (id: string) => Promise<void>;
  },
  ports: InvitePorts,
): Promise<InvitationWire> => {
  await ports.limits.invitation(ownerId);
  const { stop } = await ports.consent.ask(email, 'email');
  const token = newInvitationToken(ownerId);
  const expiresAt = secondsAfter(ports.clock(), INVITATION_DAYS * 86_400);
  const stored = await store({ hash: hashOf(token), expiresAt }).catch(async (error: unknown) => {
    await ports.consent.uncount(email);
    throw error;
  });
  const link = `${ports.appUrl}/user/invitation/${token}`;
  const outcome = await ports.mail.send({
    to: email,
    ...teamInvitationMail({ ownerEmail, email, role: stored.role, link, stop }),
    headers: listHeaders(stop),
    id: `invitation-${newToken(16)}`,
  });
  if (outcome.kind === 'ok') return invitationToWire(stored);
  await Promise.all([ports.consent.uncount(email), undo?.(stored.id)]);
  log.warn('invitation not mailed', { userId: ownerId, reason: outcome.reason });
  throw new AppError('mail-not-sent', 'The email could not be sent. Try again in a few minutes.');
};

/**
 * Invites an address to the owner's team. Whether the address has an account makes no difference.
 * @throws AppError('unauthenticated' | 'invalid-input' | 'member-already' | 'seat-limit-reached' | 'throttled' |
 * 'unavailable')
 */
export const inviteMember = async (
  ownerId: number,
  request: InvitationRequest,
  ports: InvitePorts,
): Promise<InvitationWire> => {
  const email = normalEmail(request.email);
  const seats = await readSeats(ownerId, ports);
  if (email === seats.email)
    throw invalidField(
      'email',
      'invalid-input',
      'This is your own address. Invite another one.',
      'is your own address',
    );
  demandSeats(1, seats.max);
  const id = idOfHash(hashOfKey(newToken()));
  const add = (fresh: Pick<Invitation, 'hash' | 'expiresAt'>) =>
    changeTeam(ownerId, ports.teams, (team) => {
      if (team.members.some((each) => each.email === email))
        throw new AppError('member-already', 'This address is already a member of your team.');
      // Expired invitations make room, so the team's item stays small.
      const open = team.invitations.filter(({ expiresAt }) => ports.clock() < expiresAt);
      if (open.some((each) => each.email === email))
        throw new AppError('member-already', 'This address already has an invitation. Resend that invitation.');
      const made: Invitation = { id, email, role: request.role, ...fresh };
      const next = { ...team, invitations: [...open, made] };
      demandSeats(seatsOf(next, ports.clock()), seats.max);
      return { team: next, result: made };
    });
  const made = await mailInvitation(
    { ownerId, ownerEmail: seats.email, email },
    { store: add, undo: (id) => withdrawInvitation(ownerId, id, ports) },
    ports,
  );
  log.info('member invited', { userId: ownerId });
  return made;
};

/**
 * Emails a new link for an invitation. The earlier link stops working.
 * @throws AppError('not-found' | 'seat-limit-reached' | 'throttled' | 'invalid-input' | 'unavailable')
 */
export const resendInvitation = async (ownerId: number, id: string, ports: InvitePorts): Promise<InvitationWire> => {
  const [seats, { invitations }] = await Promise.all([readSeats(ownerId, ports), ports.teams.read(ownerId)]);
  const found = invitations.find((each) => each.id === id);
  if (!found) throw notFound('Invitation');
  demandSeats(1, seats.max);
  const renew = (fresh: Pick<Invitation, 'hash' | 'expiresAt'>) =>
    changeTeam(ownerId, ports.teams, (team) => {
      const old = team.invitations.find((each) => each.id === id);
      if (!old) throw notFound('Invitation');
      const renewed = { ...old, ...fresh };
      const next = { ...team, invitations: team.invitations.map((each) => (each === old ? renewed : each)) };
      // An expired invitation takes a seat again.
      demandSeats(seatsOf(next, ports.clock()), seats.max);
      return { team: next, result: renewed };
    });
  return mailInvitation({ ownerId, ownerEmail: seats.email, email: found.email }, { store: renew }, ports);
};

/** Deletes an invitation, whose link stops working immediately. @throws AppError('not-found') */
export const withdrawInvitation = async (
  ownerId: number,
  id: string,
  { teams }: Pick<TeamPorts, 'teams'>,
): Promise<void> =>
  changeTeam(ownerId, teams, (team) => {
    const invitations = team.invitations.filter((each) => each.id !== id);
    if (invitations.length === team.invitations.length) throw notFound('Invitation');
    return { team: { ...team, invitations }, result: undefined };
  });
