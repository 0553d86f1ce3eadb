export interface Typed {
  name: string;
  slug: string;
  options: Record<string, string>;
  formOpen: boolean;
}

export const nothing: Typed = { name: '', slug: '', options: {}, formOpen: false };

/** A target’s URL is a secret, so a draft is stored without it. */
export const withoutAddresses = { stored: (typed: Typed): Typed => ({ ...typed, options: {} }) };
