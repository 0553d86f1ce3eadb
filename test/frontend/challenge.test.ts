import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type HostedPorts, hostedToken, type Services } from '../../frontend/src/lib/challenge/hosted.ts';
import { challengeToken, findNumber } from '../../frontend/src/lib/challenge/solve.ts';

const challengeFor = (number: number, maxnumber = 2_000) => ({
  algorithm: 'SHA-256' as const,
  salt: 'abc?expires=1',
  challenge: createHash('sha256').update(`abc?expires=1${number}`).digest('hex'),
  maxnumber,
  signature: 'sig',
});

describe('the bot challenge', () => {
  it.each([0, 511, 512, 1_234, 2_000])('is solved when the number is %i', async (number) => {
    expect(await findNumber(challengeFor(number))).toBe(number);
  });

  it('has no solution if the number is beyond the maximum', async () => {
    expect(await findNumber(challengeFor(2_001))).toBeUndefined();
  });

  it('becomes a token that contains the challenge and the number', () => {
    const { algorithm, challenge, salt, signature } = challengeFor(7);
    expect(JSON.parse(atob(challengeToken(challengeFor(7), 7)))).toEqual({
      algorithm,
      challenge,
      number: 7,
      salt,
      signature,
    });
  });
});

describe('a hosted bot challenge', () => {
  const world = (script: (services: Services) => void) => {
    const services: Services = {};
    const loaded: string[] = [];
    const places: HTMLElement[] = [];
    const ports: HostedPorts = {
      services,
      loadScript: async (url) => {
        loaded.push(url);
        script(services);
      },
      openPlace: () => {
        const place = document.body.appendChild(document.createElement('div'));
        places.push(place);
        return place;
      },
    };
    return { ports, loaded, places };
  };
  const alive = new AbortController().signal;
  const turnstile = (answer: (options: Parameters<NonNullable<Services['turnstile']>['render']>[1]) => void) =>
    world((services) => {
      services.turnstile = {
        render: (_, options) => {
          answer(options);
          return 'widget';
        },
        remove: () => {},
      };
    });

  it('runs Turnstile with the site key and the action, and leaves nothing on the page', async () => {
    const { ports, loaded, places } = turnstile(({ sitekey, action, callback }) => callback(`${sitekey} ${action}`));
    const token = () => hostedToken({ provider: 'turnstile', siteKey: 'key' }, 'FEEDBACK', alive, ports);
    expect([await token(), await token()]).toEqual(['key FEEDBACK', 'key FEEDBACK']);
    expect(loaded).toEqual(['https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit']);
    expect(places.map(({ isConnected }) => isConnected)).toEqual([false, false]);
  });

  it('fails if Turnstile fails, and is removed when the form is closed', async () => {
    const { ports } = turnstile((options) => options['error-callback']('300030'));
    await expect(hostedToken({ provider: 'turnstile', siteKey: 'key' }, 'REGISTER', alive, ports)).rejects.toThrow(
      'could not be loaded',
    );
    const { ports: silent, places } = turnstile(() => {});
    const left = new AbortController();
    void hostedToken({ provider: 'turnstile', siteKey: 'key' }, 'REGISTER', left.signal, silent);
    await Promise.resolve();
    await Promise.resolve();
    left.abort();
    expect(places.map(({ isConnected }) => isConnected)).toEqual([false]);
  });

  it('runs reCAPTCHA once it is ready', async () => {
    const { ports, loaded } = world((services) => {
      services.grecaptcha = {
        ready: (listener) => listener(),
        execute: async (siteKey, { action }) => `${siteKey} ${action}`,
      };
    });
    const token = await hostedToken({ provider: 'recaptcha', siteKey: 'a&b' }, 'FORGOT_PASSWORD', alive, ports);
    expect(token).toBe('a&b FORGOT_PASSWORD');
    expect(loaded).toEqual(['https://www.google.com/recaptcha/api.js?render=a%26b']);
  });

  it('fails if the service’s script does not work as expected', async () => {
    const { ports } = world(() => {});
    await expect(hostedToken({ provider: 'recaptcha', siteKey: 'k' }, 'REGISTER', alive, ports)).rejects.toThrow();
  });
});
