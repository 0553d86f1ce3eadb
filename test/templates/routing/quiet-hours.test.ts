import { describe, expect, it } from 'vitest';
import { quietHours } from '#contract/routing';
import { quietUntil } from '../../../lambdas/templates/routing/quiet-hours.ts';

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const until = (zone: string, from: string, to: string, now: string, days = EVERY_DAY): string | undefined =>
  quietUntil({ days, from, to, zone, unless: null, action: 'hold' }, new Date(now))?.toISOString();

/** zone, from, to, now (UTC), end (UTC); undefined: not quiet. Days only where they are not all. */
const cases: [string, string, string, string, string | undefined, number[]?][] = [
  // Within a day, and its borders.
  ['UTC', '12:00', '13:00', '2026-06-01T12:30:00.000Z', '2026-06-01T13:00:00.000Z'],
  ['UTC', '12:00', '13:00', '2026-06-01T12:00:00.000Z', '2026-06-01T13:00:00.000Z'],
  ['UTC', '12:00', '13:00', '2026-06-01T11:59:59.999Z', undefined],
  ['UTC', '12:00', '13:00', '2026-06-01T13:00:00.000Z', undefined],
  // Over midnight, before and after it.
  ['Europe/Berlin', '22:00', '07:00', '2026-06-01T21:00:00.000Z', '2026-06-02T05:00:00.000Z'],
  ['Europe/Berlin', '22:00', '07:00', '2026-06-02T02:00:00.000Z', '2026-06-02T05:00:00.000Z'],
  ['Europe/Berlin', '22:00', '07:00', '2026-06-02T05:00:00.000Z', undefined],
  // The day is the one on which it began: Friday 2026-06-05 into Saturday.
  ['Europe/Berlin', '22:00', '07:00', '2026-06-06T02:00:00.000Z', '2026-06-06T05:00:00.000Z', [5]],
  ['Europe/Berlin', '22:00', '07:00', '2026-06-05T02:00:00.000Z', undefined, [5]],
  // Whole days that meet are one span: Saturday and Sunday.
  ['Europe/Berlin', '00:00', '24:00', '2026-06-06T10:00:00.000Z', '2026-06-07T22:00:00.000Z', [6, 7]],
  ['Europe/Berlin', '00:00', '24:00', '2026-06-08T10:00:00.000Z', undefined, [6, 7]],
  // Berlin, clocks go forward 2026-03-29 02:00 → 03:00: the night is an hour shorter.
  ['Europe/Berlin', '22:00', '07:00', '2026-03-28T23:30:00.000Z', '2026-03-29T05:00:00.000Z'],
  // An end that does not exist is the next minute there is: 03:00 summer time.
  ['Europe/Berlin', '22:00', '02:30', '2026-03-29T00:30:00.000Z', '2026-03-29T01:00:00.000Z'],
  ['Europe/Berlin', '22:00', '02:30', '2026-03-29T01:00:00.000Z', undefined],
  // Berlin, clocks go back 2026-10-25 03:00 → 02:00: an end that comes twice is the first.
  ['Europe/Berlin', '22:00', '02:30', '2026-10-24T23:30:00.000Z', '2026-10-25T00:30:00.000Z'],
  ['Europe/Berlin', '22:00', '02:30', '2026-10-25T01:15:00.000Z', undefined],
  ['Europe/Berlin', '22:00', '07:00', '2026-10-25T01:15:00.000Z', '2026-10-25T06:00:00.000Z'],
  // New York, forward 2026-03-08, back 2026-11-01.
  ['America/New_York', '23:00', '02:15', '2026-03-08T06:30:00.000Z', '2026-03-08T07:00:00.000Z'],
  ['America/New_York', '23:00', '06:00', '2026-03-08T06:30:00.000Z', '2026-03-08T10:00:00.000Z'],
  ['America/New_York', '23:00', '01:30', '2026-11-01T05:15:00.000Z', '2026-11-01T05:30:00.000Z'],
  ['America/New_York', '23:00', '01:30', '2026-11-01T05:45:00.000Z', undefined],
  ['America/New_York', '23:00', '06:00', '2026-11-01T06:30:00.000Z', '2026-11-01T11:00:00.000Z'],
  // Lord Howe moves by half an hour: forward 2026-10-04 02:00 → 02:30, back 2026-04-05 02:00 → 01:30.
  ['Australia/Lord_Howe', '22:00', '02:15', '2026-10-03T15:00:00.000Z', '2026-10-03T15:30:00.000Z'],
  ['Australia/Lord_Howe', '22:00', '06:00', '2026-10-03T15:40:00.000Z', '2026-10-03T19:00:00.000Z'],
  ['Australia/Lord_Howe', '22:00', '01:45', '2026-04-04T14:30:00.000Z', '2026-04-04T14:45:00.000Z'],
  ['Australia/Lord_Howe', '22:00', '06:00', '2026-04-04T15:10:00.000Z', '2026-04-04T19:30:00.000Z'],
];

describe('quiet hours', () => {
  it.each(cases)('%s %s-%s at %s: until %s', (zone, from, to, now, end, days) => {
    expect(until(zone, from, to, now, days)).toBe(end);
  });

  it('end after every moment that lies in them, and not within themselves, over a year in three zones', () => {
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
  it('are held and for everybody unless they say so', () => {
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
  ])('are refused: %j', (wrong, reason) => {
    const parsed = quietHours.safeParse({ ...draft, ...wrong });
    expect(parsed.success).toBe(false);
    expect(parsed.error?.issues[0]?.message).toContain(reason);
  });
});
