import { deployedStages, type StageSettings, shared, type Throttles, throttles } from '../settings.ts';
import { FAKES_ORIGIN, fakeHosts } from './fakes/hosts.ts';
import { localProviderCredentials, localProviderLinks } from './provider-credentials.ts';

/** Raises the limits per address. All local callers share one, so the limits would block tests instead of abusers. */
const manyFromOneAddress = (limits: Throttles): Throttles => ({
  ...limits,
  loginPerAddress: { ...limits.loginPerAddress, limit: 10_000 },
  registerPerAddress: { ...limits.registerPerAddress, limit: 10_000 },
  trialPerAddress: { ...limits.trialPerAddress, limit: 10_000 },
  refreshPerAddress: { ...limits.refreshPerAddress, limit: 100_000 },
  resetPerAddress: { ...limits.resetPerAddress, limit: 10_000 },
  contactPerAddress: { ...limits.contactPerAddress, limit: 10_000 },
  keyRequestPerAddress: { ...limits.keyRequestPerAddress, limit: 10_000 },
  challengePerAddress: { ...limits.challengePerAddress, limit: 100_000 },
  callsPerCaller: { perSecond: 10_000, burst: 100_000 },
});

/** The ports of the local machine. */
interface LocalPorts {
  /** The web port; 3000 by default. */
  port?: number | undefined;
  /** The port of the invoke host; 3001 by default. */
  invokePort?: number | undefined;
}

/** All stages: the deployed ones and `local`, which this machine runs. */
export const allStages = ({ port = 3000, invokePort = 3001 }: LocalPorts = {}) => ({
  ...deployedStages,
  local: {
    ...shared,
    stage: 'local',
    aboutUrl: 'https://about.tellhook.example/',
    appUrl: `http://localhost:${port}`,
    invokeUrl: `http://localhost:${invokePort}`,
    mail: { from: 'tellhook@tellhook.example', operator: 'operator@tellhook.example' },
    throttles: manyFromOneAddress(throttles),
    providerLinks: localProviderLinks(`http://localhost:${port}`),
    outboundHostMap: Object.fromEntries(fakeHosts.map((host) => [host, FAKES_ORIGIN])),
    // With three dispatchers, two continue while one waits for a provider. More would only compete for the processors.
    maxDispatchers: 3,
    concurrencyQuota: 1000,
    gradualRelease: false,
    keepData: false,
    providerCredentials: localProviderCredentials,
  } satisfies StageSettings,
});
