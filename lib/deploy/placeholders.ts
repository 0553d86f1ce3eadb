import type { Settings } from '../settings.ts';

/** The account in the examples of lib/settings.ts. */
const EXAMPLE_ACCOUNT = '111111111111';

/** All strings in a value, with their paths, such as `mail.from`. */
const textsIn = (value: unknown, path: string[] = []): [path: string, text: string][] => {
  if (typeof value === 'string') return [[path.join('.'), value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => textsIn(part, [...path, name]));
};

/** True for an example value. Example hosts are below `.example`, which no one can own (RFC 2606). */
const isPlaceholder = (text: string): boolean =>
  /[@/.][\w.-]*\.example(?![\w.-])/.test(text) || text.includes(`:${EXAMPLE_ACCOUNT}:`);

/**
 * Returns a sentence for each setting that still has its example value. Example values are valid, so the templates can
 * be synthesized without an account. But a deployment with them would create half of the stacks and then fail.
 */
export const placeholdersIn = (settings: Settings): string[] =>
  textsIn(settings)
    // If the operator's address is also the sender's, it is reported only once.
    .filter(([path, text]) => isPlaceholder(text) && !(path === 'mail.from' && text === settings.mail.operator))
    .map(
      ([path, text]) =>
        `${path} is still the example ${text}. Enter your own value in lib/settings.ts or the file that STAGE_SETTINGS names.`,
    );
