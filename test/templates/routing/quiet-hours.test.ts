import { describe, expect, it } from 'vitest';
import { quietHours } from '#contract/routing';
import { quietUntil } from '../../../lambdas/templates/routing/quiet-hours.ts';

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const until = (zone: string, from: string, to: string, now: string, days = EVERY_DAY): string | undefined =>
  quietUntil({ days, from, to, zone, unless: null, action: 'hold' }, new Date(now))?.toISOString();

/** Columns: zone, from, to, now (UTC), end (UTC), days. Without an end, it is not quiet. Without days, all apply. */
const cases: [string, string, string, string, string | undefined, number[]?][] = [
  // Within a day, and at its limits.
  ['UTC', '12:00', '13:00', '2026-06-01T12:30:00.000Z', '2026-06-01T13:00:00.000Z'],
  ['UTC', '12:00', '13:00', '2026-06-01T12:00:00.000Z', '2026-06-01T13:00:00.000Z'],
  ['UTC', '12:00', '13:00', '2026-06-01T11:59:59.999Z', undefined],
  ['UTC', '12:00', '13:00', '2026-06-01T13:00:00.000Z', undefined],
  // Across midnight, before and after it.
  ['Europe/Berlin', '22:00', '07:00', '2026-06-01T21:00:00.000Z', '2026-06-02T05:00:00.000Z'],
  ['Europe/Berlin', '22:00', '07:00', '2026-06-02T02:00:00.000Z', '2026-06-02T05:00:00.000Z'],
  ['Europe/Berlin', '22:00', '07:00', '2026-06-02T05:00:00.000Z', undefined],
  // The night belongs to the day on which it began: Friday 2026-06-05 into Saturday.
  ['Europe/Berlin', '22:00', '07:00', '2026-06-06T02:00:00.000Z', '2026-06-06T05:00:00.000Z', [5]],
  ['Europe/Berlin', '22:00', '07:00', '2026-06-05T02:00:00.000Z', undefined, [5]],
  // Adjacent whole days form one period: Saturday and Sunday.
  ['Europe/Berlin', '00:00', '24:00', '2026-06-06T10:00:00.000Z', '2026-06-07T22:00:00.000Z', [6, 7]],
  ['Europe/Berlin', '00:00', '24:00', '2026-06-08T10:00:00.000Z', undefined, [6, 7]],
  // In Berlin, clocks go forward on 2026-03-29 from 02:00 to 03:00, so the night is an hour shorter.
  ['Europe/Berlin', '22:00', '07:00', '2026-03-28T23:30:00.000Z', '2026-03-29T05:00:00.000Z'],
  // An end that does not exist is moved to the next existing minute, 03:00 summer time.
  ['Europe/Berlin', '22:00', '02:30', '2026-03-29T00:30:00.000Z', '2026-03-29T01:00:00.000Z'],
  ['Europe/Berlin', '22:00', '02:30', '2026-03-29T01:00:00.000Z', undefined],
  // In Berlin, clocks go back on 2026-10-25 from 03:00 to 02:00. If the end occurs twice, the first one counts.
  ['Europe/Berlin', '22:00', '02:30', '2026-10-24T23:30:00.000Z', '2026-10-25T00:30:00.000Z'],
  ['Europe/Berlin', '22:00', '02:30', '2026-10-25T01:15:00.000Z', undefined],
  ['Europe/Berlin', '22:00', '07:00', '2026-10-25T01:15:00.000Z', '2026-10-25T06:00:00.000Z'],
  // In New York, clocks go forward on 2026-03-08 and back on 2026-11-01.
  ['America/New_York', '23:00', '02:15', '2026-03-08T06:30:00.000Z', '2026-03-08T07:00:00.000Z'],
  ['America/New_York', '23:00', '06:00', '2026-03-08T06:30:00.000Z', '2026-03-08T10:00:00.000Z'],
  ['America/New_York', '23:00', '01:30', '2026-11-01T05:15:00.000Z', '2026-11-01T05:30:00.000Z'],
  ['America/New_York', '23:00', '01:30', '2026-11-01T05:45:00.000Z', undefined],
  ['America/New_York', '23:00', '06:00', '2026-11-01T06:30:00.000Z', '2026-11-01T11:00:00.000Z'],
  // On Lord Howe Island, clocks move by half an hour: forward on 2026-10-04 from 02:00, back on 2026-04-05 from 02:00.
  ['Australia/Lord_Howe', '22:00', '02:15', '2026-10-03T15:00:00.000Z', '2026-10-03T15:30:00.000Z'],
  ['Australia/Lord_Howe', '22:00', '06:00', '2026-10-03T15:40:00.000Z', '2026-10-03T19:00:00.000Z'],
  ['Australia/Lord_Howe', '22:00', '01:45', '2026-04-04T14:30:00.000Z', '2026-04-04T14:45:00.000Z'],
  ['Australia/Lord_Howe', '22:00', '06:00', '2026-04-04T15:10:00.000Z', '2026-04-04T19:30:00.000Z'],
];

describe('quiet hours', () => {
  it.each(cases)('%s %s-%s at %s: until %s', (zone, from, to, now, end, days) => {
    expect(until(zone, from, to, now, days)).toBe(end);
  });

  it('end after every time within them, over a year in three time zones', () => {
    for (const zone of ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe']) {
      for (let hour = 0; hour < 366 * 24; hour += 13) {
        const now = new Date(Date.UTC(2026, 0, 1, hour, 20));
        const end = until(zone, '21:30', '02:15', now.toISOString());
        if (end === undefined) continue;
        expect(Date.parse(end), `${zone} ${now.toISOString()}`).toBeGreaterThan(now.getTime());
        expect(Date.parse(end) - now.getTime()).toBeLessThanOrEqual(6 * 3_600_000);
        expect(until(zone, '21:30', '02:15', end)).toBeUndefined();
      }
    }
  });

  const draft = { days: EVERY_DAY, from: '22:00', to: '07:00', zone: 'Europe/Berlin' };
  it('hold calls of every severity by default', () => {
    expect(quietHours.parse(draft)).toEqual({ ...draft, unless: null, action: 'hold' });
  });

  it.each([
    [{ zone: 'Europe/Atlantis' }, 'Unknown time zone'],
    [{ to: '22:00' }, 'must differ from the start time'],
    [{ from: '00:00', to: '24:00' }, 'cover the whole week, so no message could be sent'],
    [{ from: '24:00' }, 'must be a time such as 07:30'],
    [{ to: '7:00' }, 'must be a time such as 07:30'],
    [{ days: [] }, ''],
    [{ days: [1, 1] }, 'contains a day twice'],
    [{ days: [0] }, ''],
    [{ action: 'digest' }, ''],
  ])('are rejected: %j', (wrong, reason) => {
    const parsed = quietHours.safeParse({ ...draft, ...wrong });
    expect(parsed.success).toBe(false);
    expect(parsed.error?.issues[0]?.message).toContain(reason);
  });
});
