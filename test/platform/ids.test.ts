import { expect, it, vi } from 'vitest';
import { INVOKE_URL_BITS } from '#contract/bounds';
import { newRoute } from '../../lambdas/platform/ids.ts';

it('draws as many random bits for an invoke URL as the documentation says, behind the letter of the cell', () => {
  const [cell, ...random] = newRoute();
  expect(cell).toBe('a');
  expect(Buffer.from(random.join(''), 'base64url').byteLength * 8).toBe(INVOKE_URL_BITS);
});

it('names another cell where the stage is another one', async () => {
  vi.resetModules();
  vi.stubEnv('CELL', 'b');
  const { newRoute: inCell } = await import('../../lambdas/platform/ids.ts');
  vi.unstubAllEnvs();
  expect(inCell()).toMatch(/^b[\w-]{24}$/);
});
