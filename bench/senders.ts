import { createHmac } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { schemeOf } from '../lambdas/verification/senders/index.ts';
import { verify } from '../lambdas/verification/verify.ts';
import type { Row, Subject } from './report.ts';
import { quantile } from './support/generator.ts';
import { github } from './support/payloads.ts';

const CALLS = 10_000;
const WARM_UP = 2_000;
/** Milliseconds for a call of 7 KB. */
const MOST_MS = 0.1;
/** Tolerated difference between the two: a larger one would reveal whether a signature is right. */
const MOST_RATIO = 1.05;

/** The cost of verifying a push of 7 KB, and whether its time reveals a right signature. */
export const rows: Subject = async () => {
  const body = Buffer.from(JSON.stringify(github.push));
  const scheme = schemeOf('github');
  const now = new Date();
  const callOf = (secret: string) => ({
    method: 'POST',
    path: '/a-route',
    query: '',
    headers: { 'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}` },
    body,
  });
  const right = { call: callOf('right'), times: [] as number[] };
  const wrong = { call: callOf('wrong'), times: [] as number[] };
  for (let n = -WARM_UP; n < CALLS; n++)
    // The first of a pair is slower now and then: they take turns.
    for (const each of n % 2 === 0 ? [right, wrong] : [wrong, right]) {
      const began = performance.now();
      verify(scheme, each.call, ['right'], now);
      if (n >= 0) each.times.push(performance.now() - began);
    }
  const median = (times: number[]) => quantile(times, 0.5);
  const [one, other] = [median(right.times), median(wrong.times)];
  return [
    { what: 'verified call of 7 KB: ms, median', value: one, bar: { most: MOST_MS } },
    {
      what: `right and wrong signatures, ${CALLS} each: slower to quicker median`,
      value: Math.max(one, other) / Math.min(one, other),
      bar: { most: MOST_RATIO },
    },
  ] satisfies Row[];
};
