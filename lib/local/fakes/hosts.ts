import { targetHosts } from '../../../integrations/targets/hosts.gen.ts';

/** The origin of the providers' stand-ins in the template; a run replaces it with its own origin. */
export const FAKES_ORIGIN = 'http://fakes.invalid';

/** The payment provider's hosts. */
export const STRIPE_HOSTS = ['api.stripe.com'];

/** The host of the OpenID Connect provider, which exists only with settings for it. */
export const OIDC_HOST = 'login.tellhook.example';

/** Every host of a stand-in; `*.suffix` for all subdomains. */
export const fakeHosts: readonly string[] = [...targetHosts, ...STRIPE_HOSTS, OIDC_HOST];
