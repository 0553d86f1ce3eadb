import type { AccountStore } from '../../model/account-ports.ts';
import { type Plans, planOf } from '../../model/plans.ts';
import type { Team, TeamStore } from '../../model/team.ts';
import type { Clock } from '../../platform/clock.ts';
import { AppError, tokenInvalid } from '../../platform/errors.ts';

export type TeamPorts = { teams: TeamStore; accounts: Pick<AccountStore, 'get'>; plans: Plans; clock: Clock };

/** Maximum number of attempts to store a change. Conflicts are rare, so after this number the request fails. */
const TRIES = 10;

/**
 * Reads a team, decides on its next state, and stores it. Repeats this if the team has changed meanwhile.
 * @throws AppError('unavailable'), and the errors of `decide`
 */
export const changeTeam = async <Result>(
  ownerId: number,
  teams: TeamStore,
  decide: (team: Team) => { team: Team; result: Result; change?: Parameters<TeamStore['replace']>[3] },
): Promise<Result> => {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { version, ...now } = await teams.read(ownerId);
    const { team, result, change } = decide(now);
    if (await teams.replace(ownerId, team, version, change)) return result;
  }
  throw new AppError('unavailable', 'The team was changed at the same time. Try again.');
};

/**
 * Reads the owner's address and number of seats.
 * @throws AppError('unauthenticated')
 */
export const readSeats = async (ownerId: number, { accounts, plans, clock }: TeamPorts) => {
  const account = await accounts.get(ownerId);
  if (!account) throw tokenInvalid();
  const { maxSeats } = plans[planOf(account.status, account.premiumUntil, clock())];
  return { email: account.email, max: maxSeats };
};

/** @throws AppError('seat-limit-reached') if a plan has no team, or fewer seats than `needed` */
export const demandSeats = (needed: number, max: number): void => {
  if (max > 0 && needed <= max) return;
  throw new AppError(
    'seat-limit-reached',
    max > 0
      ? `Your plan has ${max} seats for members and open invitations. Remove a member or withdraw an invitation.`
      : 'Your plan has no team. Premium has seats for members. Upgrade in Settings.',
  );
};
