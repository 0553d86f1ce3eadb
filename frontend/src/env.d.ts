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

/** Every kind of target, in the order in which they are offered; made by `build/target-kinds.ts`. */
declare module 'virtual:target-kinds' {
  const kinds: readonly { slug: string; name: string; guide: readonly string[] }[];
  export default kinds;
}
