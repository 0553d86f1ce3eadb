import type { FollowHow } from '#contract/states';
import type { Matter } from '../model/matter.ts';
import { type Clock, secondsAfter } from '../platform/clock.ts';
import { type Severity, severityRanks } from '../templates/outline/outline.ts';
import type { State } from '../templates/subject/state.ts';

/** A call's data about its matter. */
export interface MatterUpdate {
  /** The call's invocation id. Ids sort by time. */
  call: string;
  at: Date;
  state: State;
  severity: Severity;
  title: string;
  link?: string | undefined;
}

/** The follow-ups that the target's kind supports and the webhook's owner allows. */
export interface Abilities {
  update: boolean;
  reply: boolean;
}

export interface Decision {
  how: FollowHow;
  /** The matter after this call; undefined if nothing has to be remembered. */
  next: Matter | undefined;
  /** True if an earlier attempt has sent this call's message, so it is not sent again. */
  isDone?: true;
  /** The unsent rest, if an earlier attempt has sent a part of the message. */
  owed?: Matter['owed'];
}

/** Age in seconds after which a matter gets a new message. */
export const MAX_AGE_SECONDS = 7 * 86_400;
/** Seconds after its resolution within which a matter can open again. */
const REOPEN_SECONDS = 600;
/** The number of times that a flapping matter opens again within {@link TURNS_SECONDS}. */
export const FLAPPING_TURNS = 3;
const TURNS_SECONDS = 3600;
/** Minimum seconds between two replies about an unchanged matter, if its message cannot be updated. */
const QUIET_SECONDS = 300;

/**
 * Decides how a target learns of a call about a matter. Pure: the time is an argument.
 *
 * | The call | Result |
 * |---|---|
 * | opens a matter | new message |
 * | is about an open matter, severity unchanged or lower | update; without updates, a reply, at most one in 5 minutes |
 * | has a higher severity | reply and update; without replies, a new message |
 * | resolves it | update and reply |
 * | opens it again within 10 minutes | reply and update; without replies, a new message |
 * | opens it again for the fourth time within an hour | like an unchanged matter: it is flapping |
 * | comes 7 days after the matter opened, or is older than its latest call | new message |
 *
 * Where a target can neither update nor reply, each message is new. The state of a matter is never kept silent: without
 * updates, each change of it is a reply.
 * @param matter undefined if none is known for the call's key at this target
 */
export const follow = (
  matter: Matter | undefined,
  update: MatterUpdate,
  abilities: Abilities,
  now: ReturnType<Clock>,
): Decision => {
  if (!matter || isOver(matter, update)) return opened(update, now);
  const { owed, lastHow } = matter;
  if (matter.lastCall === update.call)
    return owed
      ? { how: lastHow, next: { ...matter, owed: undefined }, owed }
      : { how: lastHow, next: undefined, isDone: true };
  // A call that comes late must not change what people read about a later one.
  if (update.call < matter.lastCall) return { how: 'new', next: undefined };
  const reopens = matter.state === 'resolved' && update.state === 'open';
  const resolves = matter.state === 'open' && update.state === 'resolved';
  const rises = update.state !== 'resolved' && severityRanks[update.severity] > severityRanks[matter.severity];
  const turns = recent(matter.turns, update.at);
  const isFlapping = turns.length >= FLAPPING_TURNS;
  const after = (how: FollowHow): Decision => ({
    how,
    next: {
      ...matter,
      state: resolves ? 'resolved' : reopens ? 'open' : matter.state,
      resolvedAt: resolves ? update.at.toISOString() : reopens ? undefined : matter.resolvedAt,
      lastAt: update.at.toISOString(),
      saidAt: how === 'update' || how === 'counted' ? matter.saidAt : now.toISOString(),
      count: matter.count + 1,
      severity:
        update.state === 'resolved' || (matter.state === 'resolved' && !reopens) ? matter.severity : update.severity,
      title: update.title || matter.title,
      link: update.link ?? matter.link,
      turns: reopens ? [...turns, update.at.toISOString()].slice(-FLAPPING_TURNS - 1) : turns,
      lastCall: update.call,
      lastHow: how,
      owed: undefined,
    },
  });

  if (!abilities.update && !abilities.reply) return after('new');
  if (rises && (matter.state === 'open' || reopens)) return after(loudly(abilities));
  if (reopens && !isFlapping) return after(loudly(abilities));
  if (reopens) return after(abilities.update ? 'update' : 'reply');
  if (resolves && !abilities.update) return after('reply');
  if (resolves) return after(abilities.reply && !isFlapping ? 'update-and-reply' : 'update');
  if (abilities.update) return after('update');
  return after(now < secondsAfter(new Date(matter.saidAt), QUIET_SECONDS) ? 'counted' : 'reply');
};

/** True if a matter no longer concerns a call, which then gets a new message. */
const isOver = (matter: Matter, { at, state }: MatterUpdate): boolean =>
  at > secondsAfter(new Date(matter.openedAt), MAX_AGE_SECONDS) ||
  (matter.state === 'resolved' &&
    state === 'open' &&
    at > secondsAfter(new Date(matter.resolvedAt ?? matter.lastAt), REOPEN_SECONDS));

/** A call that resolves nothing known is an ordinary message, and its matter is closed immediately. */
const opened = ({ call, at, state, severity, title, link }: MatterUpdate, now: Date): Decision => {
  const calledAt = at.toISOString();
  return {
    how: 'new',
    next:
      state === 'resolved'
        ? undefined
        : {
            state: 'open',
            openedAt: calledAt,
            lastAt: calledAt,
            saidAt: now.toISOString(),
            count: 1,
            severity,
            title,
            link,
            turns: [],
            lastCall: call,
            lastHow: 'new',
          },
  };
};

const recent = (turns: string[], at: Date): string[] =>
  turns.filter((turn) => at < secondsAfter(new Date(turn), TURNS_SECONDS));

/** People are notified, so a target without replies gets a new message. */
const loudly = ({ update, reply }: Abilities): FollowHow => {
  if (!reply) return 'new';
  return update ? 'update-and-reply' : 'reply';
};

/**
 * The line below an update or a reply: how long the matter lasted and how many calls it had; undefined for its first
 * call.
 * @param timeZone the webhook's time zone (IANA)
 */
export const statusLine = (
  { state, openedAt, resolvedAt, lastAt, count, turns }: Matter,
  timeZone: string,
): string | undefined => {
  if (count < 2) return undefined;
  const calls = `${count} calls`;
  if (state === 'resolved')
    return `Resolved after ${lasting(new Date(openedAt), new Date(resolvedAt ?? lastAt))} · ${calls}`;
  const latest = `${calls}, latest at ${timeOf(new Date(lastAt), new Date(openedAt), timeZone)}`;
  return turns.length >= FLAPPING_TURNS ? `Flapping: reopened ${turns.length} times · ${latest}` : latest;
};

/** A duration in words. */
export const lasting = (from: Date, to: Date): string => {
  const minutes = Math.floor((to.getTime() - from.getTime()) / 60_000);
  if (minutes < 1) return 'less than a minute';
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} days`;
};

/** A time of day, with its date if it is more than half a day after `since`. */
export const timeOf = (at: Date, since: Date, timeZone: string): string => {
  const isNear = at.getTime() - since.getTime() < 12 * 3_600_000;
  const format: Intl.DateTimeFormatOptions = { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
  return new Intl.DateTimeFormat('en-GB', isNear ? format : { ...format, day: 'numeric', month: 'short' }).format(at);
};
