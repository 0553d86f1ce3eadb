import { expect, it } from 'vitest';
import { INVOKE_URL_BITS } from '#contract/bounds';
import { newRoute } from '../../lambdas/platform/ids.ts';

it('draws as many random bits for an invoke URL as the documentation says', () =>
  expect(Buffer.from(newRoute(), 'base64url').byteLength * 8).toBe(INVOKE_URL_BITS));
