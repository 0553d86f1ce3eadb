import { useMutation } from '@tanstack/react-query';
import type { RequestInput } from '#contract/messages';
import { safeRedirect } from '../lib/safe-redirect.ts';
import { api } from '../lib/services.ts';
import { useSignIn } from './account.ts';

/** The page to open after the sign-in, which the provider's redirect does not carry. */
const NEXT_KEY = 'next-after-sign-in';

/** Opens the provider's page. The mutation stays pending, because the browser leaves this page. */
export const useOidcStart = (next: string | undefined) =>
  useMutation({
    mutationFn: async () => {
      const { link } = await api.call('startOidcLogin', {});
      const url = safeRedirect(link);
      if (url === undefined) throw new Error('The provider has no valid address.');
      if (next === undefined) sessionStorage.removeItem(NEXT_KEY);
      else sessionStorage.setItem(NEXT_KEY, next);
      location.assign(url);
      return new Promise<never>(() => {});
    },
  });

export const useOidcLogin = () =>
  useSignIn((body: RequestInput<'loginWithOidc'>) => api.call('loginWithOidc', { body }));

/** The page that the user wanted before the sign-in. It was checked before it was stored. */
export const nextAfterSignIn = (): string => sessionStorage.getItem(NEXT_KEY) ?? '/dashboard';
