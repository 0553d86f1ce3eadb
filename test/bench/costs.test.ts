import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { idleTable, userTable, useTable } from '../../bench/cost-tables.ts';
import { costOf, TYPICAL, workOf } from '../../bench/costs.ts';
import { plans } from '../../lambdas/plans/plans.ts';

const document = readFileSync(new URL('../../docs/costs.md', import.meta.url), 'utf8');
const tableIn = (name: string) => document.split(`<!-- ${name} -->`)[1]?.split(`<!-- /${name} -->`)[0]?.trim();
const perMillion = (change: Partial<typeof TYPICAL>) => costOf(workOf({ ...TYPICAL, ...change }));

describe('what a call costs', () => {
  it('is what the documentation says', () => {
    expect(tableIn('use')).toBe(useTable());
    expect(tableIn('idle')).toBe(idleTable());
    expect(tableIn('user')).toBe(userTable(plans.premium.maxInvocationsPerDay));
  });

  it('is at most eight dollars a million for a GitHub push to one target', () => {
    expect(perMillion({})).toBeLessThanOrEqual(8);
  });

  it('is never more for two targets than for two calls', () => {
    expect(perMillion({ targets: 2 })).toBeLessThan(2 * perMillion({}));
  });

  it('grows with the body no faster than the body', () => {
    expect(perMillion({ bodyKilobytes: 512 }) / perMillion({ bodyKilobytes: 256 })).toBeLessThan(2);
  });
});
