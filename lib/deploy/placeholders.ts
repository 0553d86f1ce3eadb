import type { Settings } from '../settings.ts';

/** The account in the examples of lib/settings.ts. */
const EXAMPLE_ACCOUNT = '111111111111';

/** The texts within a value by their paths, such as `mail.from`. */
const textsIn = (value: unknown, path: string[] = []): [path: string, text: string][] => {
  if (typeof value === 'string') return [[path.join('.'), value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => textsIn(part, [...path, name]));
};

/** Hosts below `.example` belong to no one (RFC 2606), which is why the examples use them. */
const isPlaceholder = (text: string): boolean =>
  /[@/.][\w.-]*\.example(?![\w.-])/.test(text) || text.includes(`:${EXAMPLE_ACCOUNT}:`);

/**
 * Settings that are still the examples, a sentence each. They are valid, so the templates can be read without an
 * account. But a deployment with them would create half of the stacks and then fail.
 */
export const placeholdersIn = (settings: Settings): string[] =>
  textsIn(settings)
    // Told once, where the operator's address is the sender's as well.
    .filter(([path, text]) => isPlaceholder(text) && !(path === 'mail.from' && text === settings.mail.operator))
    .map(
      ([path, text]) =>
        `${path} is still the example ${text}: put your own into lib/settings.ts or the file that STAGE_SETTINGS names.`,
    );
