import { FAKES_ORIGIN } from './fakes/hosts.ts';

/** The addresses of a local run and of its fakes. */
interface RunAddresses {
  appUrl: string;
  invokeUrl: string;
  fakesOrigin: string;
}

const STANDARD_ORIGINS = new RegExp(`http://localhost:300[01](?!\\d)|${FAKES_ORIGIN}`, 'g');

/**
 * Replaces the origins of the standard ports (app 3000, invoke host 3001) and of the fakes with those of this run. The
 * template is synthesized once for the standard ones, so runs on other ports share one assembly.
 */
export const rewriteAddresses =
  ({ appUrl, invokeUrl, fakesOrigin }: RunAddresses) =>
  (text: string): string =>
    // In one pass: one of the new ports may be the other's standard port.
    text.replace(STANDARD_ORIGINS, (found) =>
      found === FAKES_ORIGIN ? fakesOrigin : found.endsWith('0') ? appUrl : invokeUrl,
    );
