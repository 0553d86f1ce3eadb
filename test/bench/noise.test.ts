import { expect, it } from 'vitest';
import { meanOf, noise } from '../../bench/support/noise.ts';
import { MESSAGES_PER_100_CALLS } from '../../frontend/src/features/landing/noise.ts';

it('the home page’s number of messages per 100 alert calls is the measured one', async () => {
  const [off, auto] = [await noise('off'), await noise('auto')];
  expect(Object.keys(auto)).toEqual(['Alertmanager', 'Grafana', 'Uptime Kuma', 'GitHub runs', 'CloudWatch']);
  expect(new Set(Object.values(off))).toEqual(new Set([100]));
  expect(meanOf(auto)).toBe(MESSAGES_PER_100_CALLS);
}, 60_000);
