import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { createApi } from '../../lib/api-client.ts';
import { apiPath, loadConfig } from '../../lib/config.ts';
import { isGone, LoginNeededError } from '../../lib/errors.ts';
import { createSession } from '../../lib/session.ts';
import { TRIAL_KEY } from '../../lib/trial-key.ts';

/** An open trial, as this browser remembers it. */
export interface Trial {
  webhookId: number;
  route: string;
  /** RFC 3339 */
  endsAt: string;
}

/** Seconds after the end in which an account can still take the trial along; see `lambdas/model/plans.ts`. */
const GRACE_MS = 3_600_000;

const read = (): Record<string, unknown> => {
  try {
    return (JSON.parse(localStorage.getItem(TRIAL_KEY) ?? 'null') ?? {}) as Record<string, unknown>;
  } catch {
    return {};
  }
};

/** The trial and its credentials share one entry, so they are kept and forgotten together. */
const session = createSession({
  getItem: () => localStorage.getItem(TRIAL_KEY),
  setItem: (_key, credentials) =>
    localStorage.setItem(TRIAL_KEY, JSON.stringify({ ...read(), ...(JSON.parse(credentials) as object) })),
  removeItem: () => localStorage.removeItem(TRIAL_KEY),
});

/** A client with the trial's own token. It never opens the login page, because a trial has no password. */
const api = createApi({
  fetch: (input, init) => fetch(input, init),
  session,
  baseUrl: async () => apiPath(await loadConfig()),
  onLoginNeeded: () => {},
});

const remembered = (): Trial | undefined => {
  const { webhookId, route, endsAt } = read();
  if (typeof webhookId !== 'number' || typeof route !== 'string' || typeof endsAt !== 'string') return undefined;
  return { webhookId, route, endsAt };
};

/**
 * Reads or starts this browser's trial.
 * @param onDeleted called after the visitor has deleted it
 */
export function useTrial(onDeleted: () => void) {
  const [trial, setTrial] = useState(remembered);
  const start = useMutation({
    mutationFn: (challenge: string) => api.call('startTrial', { body: { challenge } }),
    onSuccess: ({ accessToken, userId, webhookId, route, endsAt }) => {
      localStorage.setItem(TRIAL_KEY, JSON.stringify({ webhookId, route, endsAt }));
      session.signIn(userId, accessToken);
      setTrial({ webhookId, route, endsAt });
    },
  });
  const leave = () => {
    localStorage.removeItem(TRIAL_KEY);
    setTrial(undefined);
  };
  const remove = useMutation({
    mutationFn: () => api.call('deleteUser', { params: { id: session.get().user_id } }),
    onSettled: () => {
      localStorage.removeItem(TRIAL_KEY);
      onDeleted();
    },
  });
  return { trial, start, remove, leave };
}

/** `open`, or `ended` while an account can still take the trial along, or `gone`. It changes automatically. */
export function usePhase({ endsAt }: Pick<Trial, 'endsAt'>): 'open' | 'ended' | 'gone' {
  const [now, setNow] = useState(() => Date.now());
  const end = Date.parse(endsAt);
  const next = [end, end + GRACE_MS].find((at) => at > now);
  useEffect(() => {
    if (next === undefined) return;
    const timer = setTimeout(() => setNow(Date.now()), next - Date.now() + 50);
    return () => clearTimeout(timer);
  }, [next]);
  if (now < end) return 'open';
  return now < end + GRACE_MS ? 'ended' : 'gone';
}

/** Number of the newest calls whose messages are shown. */
const SHOWN = 3;

const FAST_MS = 1_000;
const SLOW_MS = 15_000;
const FAST_FOR_MS = 30_000;
const SLOW_FOR_MS = 600_000;

/**
 * The polling interval in milliseconds; false for none. It slows down, so an open page costs less than the trial's calls
 * (docs/costs.md). Each action of the visitor, such as a return to the page, makes it fast again.
 * @param idleMs time since the visitor's last action
 */
export const pollEvery = (idleMs: number): number | false => {
  if (idleMs < FAST_FOR_MS) return FAST_MS;
  return idleMs < SLOW_FOR_MS ? SLOW_MS : false;
};

/** True if the trial was deleted: its session has ended, or its webhook is gone. */
const isOver = (error: unknown): boolean => error instanceof LoginNeededError || isGone(error);

/** The messages of the newest calls, oldest first, and the number of all calls. */
export function useMessages({ webhookId }: Trial, live: boolean) {
  const queryClient = useQueryClient();
  const queryKey = ['trial', webhookId];
  const known = useRef<{ newest: string; used: number; most: number }>(undefined);
  const texts = useRef(new Map<string, string>());
  const [acted, setActed] = useState(() => Date.now());
  const act = () => {
    setActed(Date.now());
    void queryClient.invalidateQueries({ queryKey });
  };
  useEffect(() => {
    const back = () => setActed(Date.now());
    addEventListener('focus', back);
    return () => removeEventListener('focus', back);
  }, []);
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const of = { params: { id: webhookId }, signal };
      const list = { ...of, query: { view: 'summary', limit: SHOWN } } as const;
      const calls = await api.call('listInvocations', list);
      const newest = calls[0]?.id ?? '';
      // Without a new call, a poll is this one request.
      if (known.current?.newest !== newest) {
        const { amountInvocations: used, maxInvocationsPerCycle: most } = await api.call('getWebhook', of);
        known.current = { newest, used, most };
      }
      const messages = await Promise.all(
        calls.toReversed().map(async ({ id, invokedAt, status }) => {
          if (status !== 'pending' && !texts.current.has(id)) {
            const [dispatch] = await api.call('listDispatches', { params: { id }, signal });
            texts.current.set(id, dispatch?.renderedMessage ?? '');
          }
          return { id, invokedAt, text: texts.current.get(id) };
        }),
      );
      return { used: known.current.used, most: known.current.most, messages };
    },
    refetchInterval: () => live && pollEvery(Date.now() - acted),
    enabled: live,
    retry: false,
    meta: { silent: true },
  });
  const test = useMutation({
    mutationFn: () => api.call('testWebhook', { params: { id: webhookId }, body: { sample: 'github-push' } }),
    onSuccess: act,
  });
  return { ...query, isOver: isOver(query.error), test, act };
}
