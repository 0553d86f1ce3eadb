import { createMemoryHistory } from '@tanstack/react-router';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAppRouter } from '../../frontend/src/router.tsx';
import { account, forgetAccount } from './support/account.ts';

beforeEach(() => void account());
afterEach(forgetAccount);

/** The search parameters that a page receives. */
const searchAt = async (address: string) => {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [address] }));
  await router.load();
  const { search, pathname } = router.state.matches.at(-1) ?? {};
  return { pathname, search };
};

describe('the help link', () => {
  it('leads to the template documentation', async () => {
    expect((await searchAt('/help')).pathname).toBe('/docs/templates');
  });
});

describe('a visitor', () => {
  beforeEach(forgetAccount);

  it.each([
    '/',
    '/login',
    '/register',
    '/landing/contact',
    '/user/password/forgot',
    '/user/password/reset',
    '/user/password/reset/abc',
    '/docs',
    '/docs/api',
    '/senders',
    '/senders/github',
    '/legal/pp',
    '/legal/tnc',
  ])('can open %s', async (address) => {
    expect((await searchAt(address)).pathname?.replace(/(?<=.)\/$/, '')).toBe(address);
  });

  it.each([
    '/dashboard',
    '/webhooks',
    '/webhooks/1',
    '/webhooks/new',
    '/targets',
    '/targets/new',
    '/targets/9',
    '/user/settings',
    '/user/cli',
    '/user/audit',
    '/editor',
    '/debug',
  ])('is sent from %s to the login page, and back afterwards', async (address) => {
    expect(await searchAt(address)).toEqual({ pathname: '/login', search: { next: address } });
  });
});

describe('the query of a page URL', () => {
  it.each([
    ['/docs?q=github&other=1', { q: 'github' }],
    ['/user/settings?subscription=stolen', {}],
    ['/targets/9?setup=%3Cscript%3E', {}],
    ['/webhooks/5?tab=nowhere&inv=%3Cscript%3E&status=any&page=-1', {}],
    ['/webhooks/5?tab=body&page=2', { tab: 'body', page: 2 }],
    ['/webhooks/new?target=everything', {}],
  ])('%s is reduced to the parameters that the page knows', async (address, search) => {
    expect((await searchAt(address)).search).toEqual(search);
  });

  it.each(['/login', '/register'])('of %s leads a signed-in user to the requested page', async (at) => {
    const { pathname, search } = await searchAt(`${at}?next=${encodeURIComponent('/webhooks/new?sender=github')}`);
    expect([pathname, search]).toEqual(['/webhooks/new', { sender: 'github' }]);
  });

  it.each(['https://evil.example/', '//evil.example/', "javascript:alert('next')"])(
    'cannot redirect the login to %s',
    async (next) => {
      forgetAccount();
      expect((await searchAt(`/login?next=${encodeURIComponent(next)}`)).search).toEqual({});
    },
  );
});
