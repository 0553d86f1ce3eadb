/** The product's version, from package.json at build time. */
declare const __VERSION__: string;

interface Window {
  /** Chromium's and Safari's guard around script URLs; absent elsewhere. */
  readonly trustedTypes?: {
    createPolicy(
      name: string,
      rules: { createScriptURL(url: string): string },
    ): { createScriptURL(url: string): string };
  };
}
