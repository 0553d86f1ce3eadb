import { expect, it } from 'vitest';
import { lineOf, smoke } from '../../tools/smoke/smoke.ts';
import { sharedProduct } from './product.ts';

it('the smoke test of a deployment passes, as npm run smoke runs it', async () => {
  const findings = await smoke(sharedProduct().appUrl);
  expect(findings.filter(({ ok }) => !ok).map(lineOf)).toEqual([]);
  expect(findings).toHaveLength(13);
});
