export interface Typed {
  name: string;
  slug: string;
  options: Record<string, string>;
  formOpen: boolean;
}

export const nothing: Typed = { name: '', slug: '', options: {}, formOpen: false };

/** The address of a target is a secret, which is not stored. */
export const withoutAddresses = { stored: (typed: Typed): Typed => ({ ...typed, options: {} }) };
