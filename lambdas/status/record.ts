import * as z from 'zod';
import { DAY_MS, utcDay } from '../platform/clock.ts';

/** Days on the status page. */
const SHOWN_DAYS = 90;
/** Checks of a period that can be missing before the period counts as partly unmeasured, because schedules drift. */
const DRIFT_CHECKS = 2;

/** A check of the canary. It makes a call, and looks for the previous check’s message. */
const checkSchema = z.object({
  /** RFC 3339. */
  at: z.string(),
  /** Undefined if the check could not be carried out. */
  accepted: z.boolean().optional(),
  /** Undefined if there was no earlier call to look for. */
  delivered: z.boolean().optional(),
  /** Time from the earlier call to its delivery. */
  delayMs: z.number().optional(),
});
export type Check = z.infer<typeof checkSchema>;

/** The number of checks on a UTC day. A failed check can count in both of the last fields, or in none. */
const daySchema = z.object({
  day: z.iso.date(),
  checks: z.number(),
  failed: z.number(),
  notAccepted: z.number(),
  notDelivered: z.number(),
});
type StatusDay = z.infer<typeof daySchema>;

const incidentSchema = z.object({
  startedAt: z.string(),
  /** Undefined while it continues. */
  endedAt: z.string().optional(),
  title: z.string(),
  updates: z.array(z.object({ at: z.string(), text: z.string() })),
});
export type Incident = z.infer<typeof incidentSchema>;

/** The content of `/status/history.json`. */
export const statusRecordSchema = z.object({
  everyMinutes: z.number(),
  /** Time of the first check; undefined before it. */
  since: z.string().optional(),
  /** The checks of 24 hours, oldest first. */
  checks: z.array(checkSchema),
  /** The days with checks, oldest first. */
  days: z.array(daySchema),
  /** The newest one is first. */
  incidents: z.array(incidentSchema),
});
export type StatusRecord = z.infer<typeof statusRecordSchema>;

/** The record before the first check. */
export const emptyRecord = (everyMinutes: number): StatusRecord => ({
  everyMinutes,
  checks: [],
  days: [],
  incidents: [],
});

/** A check that could not be carried out has failed too: it depends on the same parts as a call. */
export const isFailed = ({ accepted, delivered }: Check): boolean => accepted !== true || delivered === false;

const dayOf = (at: string): string => at.slice(0, 10);

const daysBefore = (now: Date, days: number): string => utcDay(new Date(now.getTime() - days * DAY_MS));

/** The last `SHOWN_DAYS` UTC days, oldest first. */
export const shownDays = (now: Date): string[] =>
  Array.from({ length: SHOWN_DAYS }, (_, index) => daysBefore(now, SHOWN_DAYS - 1 - index));

const countsOf = ({ days }: StatusRecord, day: string): StatusDay =>
  days.find((it) => it.day === day) ?? { day, checks: 0, failed: 0, notAccepted: 0, notDelivered: 0 };

/** Adds a check to the record, and drops checks and days that are no longer shown. */
export const withCheck = (record: StatusRecord, check: Check): StatusRecord => {
  const day = dayOf(check.at);
  const before = countsOf(record, day);
  const counted: StatusDay = {
    day,
    checks: before.checks + 1,
    failed: before.failed + Number(isFailed(check)),
    notAccepted: before.notAccepted + Number(check.accepted === false),
    notDelivered: before.notDelivered + Number(check.delivered === false),
  };
  const now = new Date(check.at);
  const oldestDay = daysBefore(now, SHOWN_DAYS - 1);
  const aDayAgo = new Date(now.getTime() - DAY_MS).toISOString();
  return {
    ...record,
    since: record.since ?? check.at,
    checks: [...record.checks.filter(({ at }) => at > aDayAgo), check],
    days: [...record.days.filter((it) => it.day !== day && it.day >= oldestDay), counted],
    incidents: record.incidents.filter(({ endedAt }) => endedAt === undefined || dayOf(endedAt) >= oldestDay),
  };
};

/** A day's state: `partial` means that the checks did not fail, but some did not run. */
export type DayState = 'unmeasured' | 'partial' | 'passed' | 'failed';

/** The number of checks that did not run on a day between the first check and now. */
const missedChecks = ({ since, everyMinutes }: StatusRecord, { day, checks }: StatusDay, now: Date): number => {
  const start = Date.parse(day);
  const from = Math.max(start, Date.parse(since ?? day));
  const until = Math.min(start + DAY_MS, now.getTime());
  return Math.max(0, Math.floor((until - from) / (everyMinutes * 60_000)) - checks);
};

/** A day of the page with its counts, `missed` checks included. A day before the first check has none. */
export const summaryOf = (
  record: StatusRecord,
  day: string,
  now: Date,
): StatusDay & { missed: number; state: DayState } => {
  const counts = countsOf(record, day);
  const isBeforeFirst = record.since === undefined || day < dayOf(record.since);
  const drifted = isBeforeFirst ? 0 : missedChecks(record, counts, now);
  const missed = drifted > DRIFT_CHECKS ? drifted : 0;
  const quiet = counts.checks === 0 ? 'unmeasured' : missed > 0 ? 'partial' : 'passed';
  return { ...counts, missed, state: counts.failed > 0 ? 'failed' : quiet };
};

/** The delay that `percent` of the recent messages did not exceed; undefined without messages. */
export const delayPercentile = ({ checks }: StatusRecord, percent: number): number | undefined => {
  const delays = checks.flatMap(({ delayMs }) => (delayMs === undefined ? [] : [delayMs])).sort((a, b) => a - b);
  return delays[Math.ceil((percent / 100) * delays.length) - 1];
};

/** The operator's report about an incident. `open` starts one with `text` as its title; the others change it. */
export interface IncidentReport {
  action: 'open' | 'update' | 'close';
  at: string;
  text: string;
}

/** @throws Error if the action does not fit: one incident is open at a time */
export const withReport = (record: StatusRecord, { action, at, text }: IncidentReport): StatusRecord => {
  const [latest, ...earlier] = record.incidents;
  const open = latest && latest.endedAt === undefined ? latest : undefined;
  if (action === 'open') {
    if (open) throw new Error(`“${open.title}” is still open. Update or close it.`);
    return { ...record, incidents: [{ startedAt: at, title: text, updates: [] }, ...record.incidents] };
  }
  if (!open) throw new Error('There is no open incident. Open one.');
  const updates = text === '' ? open.updates : [...open.updates, { at, text }];
  return {
    ...record,
    incidents: [{ ...open, updates, ...(action === 'close' && { endedAt: at }) }, ...earlier],
  };
};
