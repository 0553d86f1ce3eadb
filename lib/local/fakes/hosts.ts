import { targetHosts } from '../../../integrations/targets/hosts.gen.ts';

/** Where the functions find the stand-ins of the providers in the template; a run puts its own origin in this one's place. */
export const FAKES_ORIGIN = 'http://fakes.invalid';

/** Where the provider of payments is. */
export const STRIPE_HOSTS = ['api.stripe.com'];

/** Every host that a stand-in answers for; `*.suffix` for all below. */
export const fakeHosts: readonly string[] = [...targetHosts, ...STRIPE_HOSTS];
