import type { AccountStatus } from '#contract/states';

export type MemberRole = 'editor' | 'viewer';

export interface Member {
  userId: number;
  /** The address when the member joined. Addresses never change. */
  email: string;
  role: MemberRole;
  joinedAt: Date;
}

/** An invitation that no one has accepted yet. */
export interface Invitation {
  id: string;
  /** The hash of the latest email's token. */
  hash: string;
  /** The invited address in lower case. */
  email: string;
  role: MemberRole;
  expiresAt: Date;
}

/** A workspace’s members and invitations. A workspace is its owner’s account and has the owner’s id. */
export interface Team {
  members: Member[];
  invitations: Invitation[];
}

/** Seats are used by members and by invitations that can still be accepted. */
export const seatsOf = ({ members, invitations }: Team, now: Date): number =>
  members.length + invitations.filter(({ expiresAt }) => now < expiresAt).length;

export interface TeamStore {
  /** Reads a team, which is empty before the first invitation. */
  read(ownerId: number): Promise<Team & { version: number }>;
  /**
   * Replaces a team, unless it has changed since `version`. A member who joins or leaves is also added to or removed
   * from their list of workspaces, in the same transaction.
   * @returns false if the team has changed, or the joining account no longer exists
   */
  replace(
    ownerId: number,
    team: Team,
    version: number,
    change?: { joins: Pick<Member, 'userId' | 'email'> } | { leaves: number } | undefined,
  ): Promise<boolean>;
  /** The owners' ids of all workspaces that a user has joined. */
  workspacesOf(userId: number): Promise<number[]>;
  /** A member, and the owner's plan. Undefined if the user is not a member, or the owner's account is deleted. */
  membership(
    ownerId: number,
    userId: number,
  ): Promise<{ member: Member; owner: { email: string; status: AccountStatus; premiumUntil: string } } | undefined>;
}
