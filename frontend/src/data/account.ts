import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { RequestInput } from '#contract/messages';
import type { HoldOrder } from '#contract/states';
import { accountId, api, drafts, session, signOutEverywhere } from '../lib/services.ts';
import { isNever } from '../lib/time.ts';
import { TRIAL_KEY } from '../lib/trial-key.ts';
import type { Profile } from '../lib/wire.ts';

/** The profile is fetched at most once in this time, no matter how many screens need it. */
const PROFILE_THROTTLE_MS = 5_000;

/**
 * Data shared by screens (here, targets, webhooks, plans) is read without the query's signal. Otherwise, a request
 * would be aborted when the user changes screens, and sent again.
 */
export const accountQuery = () =>
  queryOptions({
    queryKey: ['account'],
    queryFn: () => api.call('getUser', { params: { id: accountId() } }),
    staleTime: PROFILE_THROTTLE_MS,
  });

export const plansQuery = () =>
  queryOptions({
    queryKey: ['plans'],
    queryFn: () => api.call('listPlans', {}),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { silent: true },
  });

export const useCredentials = () => useSyncExternalStore(session.subscribe, session.get, session.get);
export const useAccount = () => useQuery(accountQuery());
export const usePlans = () => useQuery(plansQuery());

/** True for premium users and admins, and for cancelled subscriptions until they end. */
export const isPremium = ({ status, premiumUntil }: Profile, now: number): boolean =>
  status === 'premium' ||
  status === 'admin' ||
  (status === 'premium_cancelled' && !isNever(premiumUntil) && new Date(premiumUntil).getTime() > now);

/** Stores the credentials after a login or registration, and forgets another user's data. */
export function useSignIn<Input>(call: (input: Input) => Promise<{ accessToken: string; userId: number }>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSuccess: ({ accessToken, userId }) => {
      queryClient.clear();
      drafts.forgetAll(userId);
      // The trial belongs to the new account now, or its session has ended.
      localStorage.removeItem(TRIAL_KEY);
      session.signIn(userId, accessToken);
    },
  });
}

export const useLogin = () => useSignIn((body: RequestInput<'login'>) => api.call('login', { body }));
export const useRegister = () => useSignIn((body: RequestInput<'register'>) => api.call('register', { body }));

/** Ends the session in this browser, even if the server cannot be reached. */
export function useLogout() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.call('logout', {}),
    onSettled: () => {
      signOutEverywhere();
      queryClient.clear();
    },
  });
}

export const useRequestPasswordReset = () =>
  useMutation({
    mutationFn: (body: RequestInput<'requestPasswordReset'>) => api.call('requestPasswordReset', { body }),
  });

export const useResetPassword = () =>
  useMutation({ mutationFn: (body: RequestInput<'resetPassword'>) => api.call('resetPassword', { body }) });

export const useChangePassword = () =>
  useMutation({
    mutationFn: (body: RequestInput<'updateUser'>) =>
      api.call('updateUser', { params: { id: session.get().user_id }, body }),
    onSuccess: ({ accessToken, userId }) => session.signIn(userId, accessToken),
  });

export function useSetNotices() {
  const queryClient = useQueryClient();
  return useMutation({
    // One after the other, because each change stores all recipients.
    scope: { id: 'notices' },
    mutationFn: (body: RequestInput<'setNotices'>) =>
      api.call('setNotices', { params: { id: session.get().user_id }, body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['account'] }),
  });
}

/** The latest notices about the account, loaded when they are shown. */
export const useNotices = (isShown: boolean) =>
  useQuery({
    queryKey: ['notices'],
    queryFn: ({ signal }) => api.call('listNotices', { params: { id: session.get().user_id }, signal }),
    enabled: isShown,
  });

export function useSetHoldOrder() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (order: HoldOrder) =>
      api.call('setHoldOrder', { params: { id: session.get().user_id }, body: { order } }),
    // Held calls show when they will be sent, which depends on the order.
    onSettled: () => queryClient.invalidateQueries(),
  });
}

export function useRequestVerification() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.call('requestVerification', { params: { id: session.get().user_id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['account'] }),
  });
}

/** Keeps or deletes everything created before the email address was confirmed, including webhooks and targets. */
export function useAnswerReview() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (keep: boolean) => api.call('answerReview', { params: { id: session.get().user_id }, body: { keep } }),
    onSettled: () => queryClient.invalidateQueries(),
  });
}

export function useDeleteAccount() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.call('deleteUser', { params: { id: session.get().user_id } }),
    onSuccess: () => {
      signOutEverywhere();
      queryClient.clear();
    },
  });
}

export const useSendContactMessage = () =>
  useMutation({ mutationFn: (body: RequestInput<'sendContactMessage'>) => api.call('sendContactMessage', { body }) });
