import { useEffect, useState } from 'react';
import type { ChallengeAction, PowChallenge } from '#contract/challenge';
import { loadConfig } from '../config.ts';
import { api } from '../services.ts';
import { challengeToken } from './solve.ts';
import workerUrl from './worker.ts?worker&url';

export interface ChallengeState {
  /** The challenge's token; undefined until it is solved. The form's button waits for it. */
  token: string | undefined;
  /** The error, if the challenge could not be fetched or solved. */
  error: unknown;
  /** Gets a new token for a rejected form, because each token is valid only once. */
  renew(): void;
}

/** Solves the bot challenge for one action in the background, once the form is shown. */
export function useChallenge(action: ChallengeAction): ChallengeState {
  const [state, setState] = useState<{ token?: string; error?: unknown }>({});
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `round` starts the search again
  useEffect(() => {
    const stop = new AbortController();
    setState({});
    let over: ReturnType<typeof setTimeout> | undefined;
    solve(action, stop.signal).then(
      ({ token, lifeMs }) => {
        if (stop.signal.aborted) return;
        setState({ token });
        // Users can take longer to fill in a form than its token is valid, so the token is replaced in time.
        if (lifeMs !== undefined) over = setTimeout(() => setRound((count) => count + 1), lifeMs);
      },
      (error: unknown) => !stop.signal.aborted && setState({ error }),
    );
    return () => {
      clearTimeout(over);
      stop.abort();
    };
  }, [action, round]);
  return { token: state.token, error: state.error, renew: () => setRound((count) => count + 1) };
}

/** A token from the deployment's service, or a proof of work computed by the browser. */
async function solve(action: ChallengeAction, signal: AbortSignal): Promise<{ token: string; lifeMs?: number }> {
  const { provider, siteKey } = (await loadConfig()).challenge;
  if ((provider === 'turnstile' || provider === 'recaptcha') && typeof siteKey === 'string') {
    // The code of an unused service is not loaded.
    const { hostedToken, tokenLifeMs } = await import('./hosted.ts');
    return { token: await hostedToken({ provider, siteKey }, action, signal), lifeMs: tokenLifeMs[provider] };
  }
  return { token: await workOut(action, signal) };
}

async function workOut(action: ChallengeAction, signal: AbortSignal): Promise<string> {
  const challenge = await api.call('createChallenge', { query: { action }, signal });
  const number = await searchInWorker(challenge, signal);
  if (number === undefined) throw new Error('The bot challenge could not be solved');
  return challengeToken(challenge, number);
}

function searchInWorker(challenge: PowChallenge, signal: AbortSignal): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(trusted(workerUrl), { type: 'module' });
    const end = () => worker.terminate();
    signal.addEventListener('abort', end);
    worker.addEventListener('message', ({ data }: MessageEvent<number | undefined>) => {
      end();
      resolve(data);
    });
    worker.addEventListener('error', (event) => {
      end();
      reject(new Error(event.message || 'The bot challenge could not be solved'));
    });
    worker.postMessage(challenge);
  });
}

/** The CSP allows worker URLs only from a named Trusted Types policy. This one is for the worker in the build. */
function trusted(url: string): string {
  const policy = window.trustedTypes?.createPolicy(`challenge-${crypto.randomUUID()}`, {
    createScriptURL: (value) => value,
  });
  return policy?.createScriptURL(url) ?? url;
}
