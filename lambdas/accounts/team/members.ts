import type { TeamWire } from '#contract/team';
import type { MemberRole, TeamStore } from '../../model/team.ts';
import { notFound } from '../../platform/errors.ts';
import { log } from '../../platform/log.ts';
import { changeTeam, readSeats, type TeamPorts } from './change-team.ts';
import { invitationToWire } from './invitations.ts';

/** Reads the owner's team. @throws AppError('unauthenticated') */
export const getTeam = async (ownerId: number, ports: TeamPorts): Promise<TeamWire> => {
  const [{ members, invitations }, { max }] = await Promise.all([ports.teams.read(ownerId), readSeats(ownerId, ports)]);
  return {
    members: members.map(({ userId, email, role, joinedAt }) => ({
      id: userId,
      email,
      role,
      joined_at: joinedAt.toISOString(),
    })),
    invitations: invitations.map(invitationToWire),
    max_seats: max,
  };
};

/** Changes a member's role, from the member's next request on. @throws AppError('not-found') */
export const changeMember = async (
  ownerId: number,
  memberId: number,
  role: MemberRole,
  { teams }: Pick<TeamPorts, 'teams'>,
): Promise<void> =>
  changeTeam(ownerId, teams, (team) => {
    if (!team.members.some(({ userId }) => userId === memberId)) throw notFound('Member');
    const members = team.members.map((each) => (each.userId === memberId ? { ...each, role } : each));
    return { team: { ...team, members }, result: undefined };
  });

/**
 * Removes a member, who is rejected from the next request on.
 * @param missing the object that the error names
 * @returns the member's address
 * @throws AppError('not-found')
 */
export const removeMember = async (
  ownerId: number,
  memberId: number,
  { teams }: Pick<TeamPorts, 'teams'>,
  missing: 'Member' | 'Workspace' = 'Member',
): Promise<string> => {
  const email = await changeTeam(ownerId, teams, (team) => {
    const gone = team.members.find(({ userId }) => userId === memberId);
    if (!gone) throw notFound(missing);
    const members = team.members.filter((each) => each !== gone);
    return { team: { ...team, members }, result: gone.email, change: { leaves: memberId } };
  });
  log.info('member removed', { userId: ownerId, memberId });
  return email;
};

/** Removes the members of a deleted account's team, and the account from all teams. */
export const endMemberships = async (userId: number, teams: TeamStore): Promise<void> => {
  const { members } = await teams.read(userId);
  for (const member of members) await removeMember(userId, member.userId, { teams });
  for (const ownerId of await teams.workspacesOf(userId)) {
    const team = await teams.read(ownerId);
    if (team.members.some((each) => each.userId === userId)) await removeMember(ownerId, userId, { teams });
  }
};
