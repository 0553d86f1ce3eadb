/** Where a run of the local machine is reached. */
interface RunAddresses {
  appUrl: string;
  invokeUrl: string;
}

/**
 * Replaces the origins of the standard ports (app 3000, invoke host 3001) by those of this run. The template is synthesized once for the standard
 * ports, so that runs on other ports share one assembly.
 */
export const rewriteAddresses =
  ({ appUrl, invokeUrl }: RunAddresses) =>
  (text: string): string =>
    // In one pass: one of the new ports may be the other's standard port.
    text.replace(/http:\/\/localhost:300([01])(?!\d)/g, (_, last) => (last === '0' ? appUrl : invokeUrl));
