import { expect, it } from 'vitest';
import { lineOf, smoke } from '../../tools/smoke/smoke.ts';
import { sharedProduct } from './product.ts';

it('the first minutes of a deployment, as npm run smoke plays them', async () => {
  const findings = await smoke(sharedProduct().appUrl);
  expect(findings.filter(({ ok }) => !ok).map(lineOf)).toEqual([]);
  expect(findings).toHaveLength(13);
});
