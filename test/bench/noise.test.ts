import { expect, it } from 'vitest';
import { meanOf, noise, stormNoise } from '../../bench/support/noise.ts';
import { MESSAGES_PER_100_CALLS } from '../../frontend/src/features/landing/noise.ts';

it('the home page’s number of messages per 100 alert calls is the measured one', async () => {
  const [off, auto] = [await noise('off'), await noise('auto')];
  expect(Object.keys(auto)).toEqual(['Alertmanager', 'Grafana', 'Uptime Kuma', 'GitHub runs', 'CloudWatch']);
  expect(new Set(Object.values(off))).toEqual(new Set([100]));
  expect(meanOf(auto)).toBe(MESSAGES_PER_100_CALLS);
}, 60_000);

it('a storm of 100 calls is 20 messages and a digest, unless the calls are critical', async () => {
  const [some, all] = [21, 100];
  const critical = { 'Uptime Kuma': all, CloudWatch: all };
  expect(await stormNoise()).toEqual({ Alertmanager: some, Grafana: some, 'GitHub runs': some, ...critical });
}, 60_000);
