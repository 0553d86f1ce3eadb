import type { ChallengeAction } from '#contract/challenge';

/** A bot detection service with this site's public key. */
interface HostedChallenge {
  provider: 'turnstile' | 'recaptcha';
  siteKey: string;
}

/** See developers.cloudflare.com/turnstile/get-started/client-side-rendering. */
interface Turnstile {
  render(
    container: HTMLElement,
    options: {
      sitekey: string;
      action: string;
      /** The widget is visible only if the user has to interact with it. */
      appearance: 'interaction-only';
      callback(token: string): void;
      'error-callback'(code: string): void;
    },
  ): string;
  remove(widget: string): void;
}

/** See developers.google.com/recaptcha/docs/v3. */
interface Recaptcha {
  ready(listener: () => void): void;
  execute(siteKey: string, options: { action: string }): Promise<string>;
}

/** The globals of the services' scripts. */
export interface Services {
  turnstile?: Turnstile;
  grecaptcha?: Recaptcha;
}

/** Lifetimes of the services' tokens: the documented 300 and 120 seconds, minus time to send the form. */
export const tokenLifeMs = { turnstile: 280_000, recaptcha: 110_000 } as const;

export interface HostedPorts {
  services: Services;
  /**
   * Loads a script from another site.
   * @throws Error if it cannot be loaded
   */
  loadScript(url: string): Promise<void>;
  /** Adds an element for the service's widget to the page. */
  openPlace(): HTMLElement;
}

/**
 * Requests a token for one action from the service.
 * @throws Error if the service does not return one
 */
export async function hostedToken(
  { provider, siteKey }: HostedChallenge,
  action: ChallengeAction,
  signal: AbortSignal,
  { services, loadScript, openPlace }: HostedPorts = inThisWindow(),
): Promise<string> {
  if (provider === 'recaptcha') {
    if (!services.grecaptcha)
      await loadScript(`https://www.google.com/recaptcha/api.js?render=${encodeURIComponent(siteKey)}`);
    const recaptcha = services.grecaptcha;
    if (!recaptcha) throw unavailable();
    await new Promise<void>((resolve) => recaptcha.ready(resolve));
    return recaptcha.execute(siteKey, { action });
  }
  if (!services.turnstile) await loadScript('https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit');
  const turnstile = services.turnstile;
  if (!turnstile) throw unavailable();
  const place = openPlace();
  let widget: string | undefined;
  const end = () => {
    if (widget !== undefined) turnstile.remove(widget);
    place.remove();
  };
  signal.addEventListener('abort', end, { once: true });
  return new Promise<string>((resolve, reject) => {
    widget = turnstile.render(place, {
      sitekey: siteKey,
      action,
      appearance: 'interaction-only',
      callback: resolve,
      'error-callback': () => reject(unavailable()),
    });
  }).finally(() => {
    signal.removeEventListener('abort', end);
    end();
  });
}

const unavailable = () => new Error('The bot challenge could not be loaded');

const inThisWindow = (): HostedPorts => ({
  services: window as Services,
  loadScript: (url) =>
    new Promise((resolve, reject) => {
      const script = document.createElement('script');
      script.addEventListener('load', () => resolve());
      script.addEventListener('error', () => {
        // The next attempt adds a new script.
        script.remove();
        reject(unavailable());
      });
      script.src = trusted(url);
      document.head.append(script);
    }),
  openPlace: () => {
    const place = document.createElement('div');
    place.className = 'fixed right-4 bottom-4 z-50';
    document.body.append(place);
    return place;
  },
});

/** The CSP allows script URLs only from a named Trusted Types policy. This one is for the two URLs above. */
function trusted(url: string): string {
  const policy = window.trustedTypes?.createPolicy(`challenge-${crypto.randomUUID()}`, {
    createScriptURL: (value) => value,
  });
  return policy?.createScriptURL(url) ?? url;
}
