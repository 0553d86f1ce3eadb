import { targetHosts } from '../../../integrations/targets/hosts.gen.ts';

/** The origin of the providers' stand-ins in the template; a run replaces it with its own origin. */
export const FAKES_ORIGIN = 'http://fakes.invalid';

/** The payment provider's hosts. */
export const STRIPE_HOSTS = ['api.stripe.com'];

/** Every host of a stand-in; `*.suffix` for all subdomains. */
export const fakeHosts: readonly string[] = [...targetHosts, ...STRIPE_HOSTS];
