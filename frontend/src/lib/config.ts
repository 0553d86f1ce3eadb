/** The content of GET /config.json about this deployment. */
export interface Config {
  apiUrl: string;
  /** The fixed host of every invoke URL. */
  invokeUrl: string;
  version: string;
  challenge: { provider: string; [setting: string]: unknown };
  /** The operator, for the legal pages and the imprint; undefined if not configured. */
  operator?: { name: string; address?: string; email?: string; url?: string };
  /** The sign-in provider's name. If unset, there is none. */
  oidc?: { label: string };
  /** The external About page. If unset, no page links to it. */
  aboutUrl?: string;
  /** True if /status exists. */
  hasStatusPage?: boolean;
}

/**
 * The configuration if the file cannot be read. It assumes that everything is on this origin. In a deployment, only the
 * invoke host differs.
 */
const fallback = (): Config => ({
  apiUrl: '/api',
  invokeUrl: location.origin,
  version: __VERSION__,
  challenge: { provider: 'pow' },
});

let loading: Promise<Config> | undefined;

/** Reads the configuration once. If that fails, returns the fallback, and the next caller reads it again. */
export function loadConfig(fetch: typeof globalThis.fetch = globalThis.fetch): Promise<Config> {
  loading ??= fetch('/config.json', { credentials: 'same-origin' })
    .then(async (response) => {
      if (!response.ok) throw new Error(`config.json: ${response.status}`);
      return { ...fallback(), ...((await response.json()) as Partial<Config>) };
    })
    .catch(() => {
      loading = undefined;
      return fallback();
    });
  return loading;
}

/** The API's path on our own origin: the content security policy allows no other host, even if the file names one. */
export const apiPath = (config: Config): string => new URL(config.apiUrl, location.href).pathname.replace(/\/$/, '');

/** A webhook's invoke URL: the fixed invoke host followed by the webhook's route. */
export const invokeUrl = (config: Pick<Config, 'invokeUrl'>, route: string): string =>
  `${config.invokeUrl.replace(/\/$/, '')}/${route}`;
