import { expect, it, vi } from 'vitest';
import { INVOKE_URL_BITS } from '#contract/bounds';
import { newRoute } from '../../lambdas/platform/ids.ts';

it('an invoke URL has the documented number of random bits, after the letter of its cell', () => {
  const [cell, ...random] = newRoute();
  expect(cell).toBe('a');
  expect(Buffer.from(random.join(''), 'base64url').byteLength * 8).toBe(INVOKE_URL_BITS);
});

it('an invoke URL begins with the letter of the configured cell', async () => {
  vi.resetModules();
  vi.stubEnv('CELL', 'b');
  const { newRoute: inCell } = await import('../../lambdas/platform/ids.ts');
  vi.unstubAllEnvs();
  // The worker keeps its modules, so the next file would get this cell's letter.
  vi.resetModules();
  expect(inCell()).toMatch(/^b[\w-]{24}$/);
});
