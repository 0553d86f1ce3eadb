import { describe, expect, it } from 'vitest';
import {
  type Check,
  delayPercentile,
  emptyRecord,
  type StatusRecord,
  shownDays,
  summaryOf,
  withCheck,
  withReport,
} from '../../lambdas/status/record.ts';
import { movableClock } from '../support/in-memory.ts';

const passed = { accepted: true, delivered: true, delayMs: 400 };
const EVERY_SECONDS = 300;

/** A record whose checks follow the clock. */
const checking = () => {
  const clock = movableClock('2026-11-20T12:00:00.000Z');
  let record: StatusRecord = emptyRecord(5);
  return {
    clock,
    record: () => record,
    today: () => summaryOf(record, clock().toISOString().slice(0, 10), clock()),
    checks: (count: number, results: Omit<Check, 'at'> = passed) => {
      for (let done = 0; done < count; done++) {
        record = withCheck(record, { at: clock().toISOString(), ...results });
        clock.advance(EVERY_SECONDS);
      }
    },
  };
};

describe('a day of the history', () => {
  it('has passed if every check passed', () => {
    const { checks, today } = checking();
    checks(20);
    expect(today()).toMatchObject({ checks: 20, failed: 0, missed: 0, state: 'passed' });
  });

  it('has failed after one failed check, and shows this later', () => {
    const { checks, record, clock } = checking();
    checks(3);
    checks(1, { accepted: true, delivered: false });
    checks(1, { accepted: false, delivered: true });
    checks(1, {});
    checks(600);
    expect(summaryOf(record(), '2026-11-20', clock())).toMatchObject({
      ...{ checks: 144, failed: 3, notAccepted: 1, notDelivered: 1, missed: 0 },
      state: 'failed',
    });
    expect(summaryOf(record(), '2026-11-21', clock())).toMatchObject({ checks: 288, failed: 0, state: 'passed' });
  });

  it('is not called good for the time in which no check ran', () => {
    const { checks, today, record, clock } = checking();
    checks(10);
    clock.advance(3600);
    expect(today()).toMatchObject({ state: 'partial', missed: 12 });
    clock.advance(3 * 86_400);
    checks(1);
    expect(summaryOf(record(), '2026-11-20', clock())).toMatchObject({ checks: 10, state: 'partial' });
    expect(summaryOf(record(), '2026-11-22', clock())).toMatchObject({ checks: 0, missed: 288, state: 'unmeasured' });
  });

  it('is not measured before the first check', () => {
    const { checks, record, clock } = checking();
    checks(2);
    expect(summaryOf(record(), '2026-11-19', clock())).toMatchObject({ missed: 0, state: 'unmeasured' });
  });
});

describe('the record', () => {
  it('keeps 90 days and 24 hours of checks', () => {
    const { checks, record, clock } = checking();
    for (let day = 0; day < 100; day++) {
      checks(1);
      clock.advance(86_400 - EVERY_SECONDS);
    }
    checks(300);
    const days = record().days.map(({ day }) => day);
    const last = new Date(clock().getTime() - EVERY_SECONDS * 1000);
    expect(days).toEqual(shownDays(last));
    expect(days).toHaveLength(90);
    expect(record().checks).toHaveLength(288);
    // It is read and written with every check.
    expect(JSON.stringify(record()).length).toBeLessThan(40_000);
  });

  it('states delays of delivered messages only', () => {
    const { checks, record } = checking();
    expect(delayPercentile(record(), 50)).toBeUndefined();
    for (let delayMs = 1; delayMs <= 100; delayMs++) checks(1, { accepted: true, delivered: true, delayMs });
    checks(5, { accepted: true, delivered: false });
    expect([50, 99, 100].map((percent) => delayPercentile(record(), percent))).toEqual([50, 99, 100]);
  });
});

describe('an incident', () => {
  const at = '2026-11-20T12:00:00.000Z';
  const opened = withReport(emptyRecord(5), { action: 'open', at, text: 'Messages are late' });

  it('is opened, updated and closed by the operator', () => {
    const updated = withReport(opened, { action: 'update', at, text: 'We found the cause.' });
    const closed = withReport(updated, { action: 'close', at: '2026-11-20T13:00:00.000Z', text: '' });
    expect(closed.incidents).toEqual([
      {
        title: 'Messages are late',
        startedAt: at,
        endedAt: '2026-11-20T13:00:00.000Z',
        updates: [{ at, text: 'We found the cause.' }],
      },
    ]);
    expect(withReport(closed, { action: 'open', at, text: 'Another' }).incidents).toHaveLength(2);
  });

  it('cannot be confused with another', () => {
    expect(() => withReport(opened, { action: 'open', at, text: 'Another' })).toThrow('Messages are late');
    expect(() => withReport(emptyRecord(5), { action: 'close', at, text: '' })).toThrow('no open incident');
  });

  it('stays for 90 days after its end, and while it is open', () => {
    const closed = withReport(opened, { action: 'close', at, text: 'Fixed.' });
    const later = (record: StatusRecord, day: string) => withCheck(record, { at: `${day}T12:00:00.000Z`, ...passed });
    expect(later(closed, '2027-02-17').incidents).toHaveLength(1);
    expect(later(closed, '2027-02-18').incidents).toEqual([]);
    expect(later(opened, '2028-01-01').incidents).toHaveLength(1);
  });
});
