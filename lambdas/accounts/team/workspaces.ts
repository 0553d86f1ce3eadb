import type { OpenInvitationWire, WorkspaceWire } from '#contract/team';
import type { MailboxConsent } from '../../mail/consent.ts';
import { type Plans, planOf } from '../../model/plans.ts';
import { hashOf } from '../../model/session.ts';
import type { Invitation, Team, TeamStore } from '../../model/team.ts';
import type { Clock } from '../../platform/clock.ts';
import { AppError, tokenInvalid } from '../../platform/errors.ts';
import { log } from '../../platform/log.ts';
import type { Limits } from '../limits.ts';
import { changeTeam, type TeamPorts } from './change-team.ts';
import { ownerInToken } from './invitations.ts';
import { removeMember } from './members.ts';

type MembershipPorts = { teams: Pick<TeamStore, 'membership'>; plans: Plans; clock: Clock };

const readMembership = async (ownerId: number, userId: number, { teams, plans, clock }: MembershipPorts) => {
  const found = await teams.membership(ownerId, userId);
  if (!found) return undefined;
  const { status, premiumUntil, email } = found.owner;
  return { ...found.member, ownerEmail: email, available: plans[planOf(status, premiumUntil, clock())].maxSeats > 0 };
};

/**
 * Returns a function that checks a user's membership in a workspace with consistent reads, so a removed member loses
 * access with the next request. It resolves to undefined if the user is not a member.
 * @throws AppError('workspace-paused') if the owner's plan has no team
 */
export const memberVerifier = (ports: MembershipPorts) => async (ownerId: number, userId: number) => {
  const found = await readMembership(ownerId, userId, ports);
  if (found && !found.available)
    throw new AppError(
      'workspace-paused',
      'The owner’s plan has no team at the moment. You have access again when the owner upgrades to Premium.',
    );
  return found && { role: found.role, email: found.email };
};

const MAX_LISTED = 100;

/** Lists the workspaces that a user has joined. */
export const listWorkspaces = async (
  userId: number,
  ports: MembershipPorts & { teams: TeamStore },
): Promise<WorkspaceWire[]> => {
  const ids = (await ports.teams.workspacesOf(userId)).slice(0, MAX_LISTED);
  const found = await Promise.all(
    ids.map(async (id) => {
      const membership = await readMembership(id, userId, ports);
      return membership && { id, email: membership.ownerEmail, role: membership.role, available: membership.available };
    }),
  );
  return found.filter((each) => each !== undefined);
};

const ended = () =>
  new AppError('invitation-ended', 'This invitation was already used or withdrawn, or has expired. Ask for a new one.');

/** @throws AppError('invitation-ended') if the token belongs to no open invitation of the team */
const invitationIn = ({ invitations }: Pick<Team, 'invitations'>, token: string, now: Date): Invitation => {
  const hash = hashOf(token);
  const found = invitations.find((each) => each.hash === hash && now < each.expiresAt);
  if (!found) throw ended();
  return found;
};

/**
 * Tells the holder of an invitation's token who invites whom. The token was emailed to the invited address.
 * @throws AppError('invitation-ended' | 'throttled')
 */
export const readInvitation = async (
  token: string,
  ip: string,
  { teams, accounts, limits, clock }: Omit<TeamPorts, 'plans'> & { limits: Pick<Limits, 'readInvitation'> },
): Promise<OpenInvitationWire> => {
  await limits.readInvitation(ip);
  const ownerId = ownerInToken(token);
  if (ownerId === undefined) throw ended();
  const [team, owner] = await Promise.all([teams.read(ownerId), accounts.get(ownerId)]);
  if (!owner) throw ended();
  const { email, role } = invitationIn(team, token, clock());
  return { owner: owner.email, email, role };
};

/**
 * Makes a user a member with an invitation's token, once. The token was emailed to the invited address. The account has
 * the same address, so its user can read that mailbox, and no further confirmation is needed.
 * @throws AppError('unauthenticated' | 'invitation-ended' | 'invitation-for-another' | 'unavailable')
 */
export const joinWorkspace = async (
  userId: number,
  token: string,
  ports: TeamPorts & { consent: Pick<MailboxConsent, 'agreed'> },
): Promise<{ workspace: WorkspaceWire; memberEmail: string }> => {
  const ownerId = ownerInToken(token);
  const account = await ports.accounts.get(userId);
  if (!account) throw tokenInvalid();
  if (ownerId === undefined) throw ended();
  const now = ports.clock();
  await changeTeam(ownerId, ports.teams, (team) => {
    const invitation = invitationIn(team, token, now);
    const { email, role } = invitation;
    if (email !== account.email)
      throw new AppError(
        'invitation-for-another',
        'This invitation was sent to another address. Sign in with the address that received it.',
      );
    return {
      team: {
        members: [...team.members, { userId, email, role, joinedAt: now }],
        invitations: team.invitations.filter((each) => each !== invitation),
      },
      result: undefined,
      change: { joins: { userId, email } },
    };
  });
  await ports.consent.agreed(account.email);
  log.info('workspace joined', { userId: ownerId, memberId: userId });
  const membership = await readMembership(ownerId, userId, ports);
  // The owner's account was deleted at this moment.
  if (!membership) throw ended();
  const { ownerEmail, email: memberEmail, role, available } = membership;
  return { workspace: { id: ownerId, email: ownerEmail, role, available }, memberEmail };
};

/**
 * Ends a user's membership.
 * @returns the member's address
 * @throws AppError('not-found')
 */
export const leaveWorkspace = async (
  userId: number,
  ownerId: number,
  { teams }: Pick<TeamPorts, 'teams'>,
): Promise<string> => removeMember(ownerId, userId, { teams }, 'Workspace');
