import { FAKES_ORIGIN } from './fakes/hosts.ts';

/** The addresses of a local run and of its fakes. */
interface RunAddresses {
  appUrl: string;
  invokeUrl: string;
  fakesOrigin: string;
}

const STANDARD_ORIGINS = new RegExp(`http://localhost:300[01](?!\\d)|${FAKES_ORIGIN}`, 'g');

/**
 * Returns a function that replaces the default origins (ports 3000 and 3001, fakes) in a text with those of this run.
 * The template is synthesized only for the default origins, so all runs share one assembly.
 */
export const rewriteAddresses =
  ({ appUrl, invokeUrl, fakesOrigin }: RunAddresses) =>
  (text: string): string =>
    // Everything is replaced in one pass, because one of the new ports may be the other's default.
    text.replace(STANDARD_ORIGINS, (found) =>
      found === FAKES_ORIGIN ? fakesOrigin : found.endsWith('0') ? appUrl : invokeUrl,
    );
