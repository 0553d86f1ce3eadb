import type { Settings } from '../settings.ts';

/** The account in the examples of lib/settings.ts. */
const EXAMPLE_ACCOUNT = '111111111111';

/** The texts in a value by their paths, such as `mail.from`. */
const textsIn = (value: unknown, path: string[] = []): [path: string, text: string][] => {
  if (typeof value === 'string') return [[path.join('.'), value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => textsIn(part, [...path, name]));
};

/** No one owns hosts below `.example` (RFC 2606), so the examples use them. */
const isPlaceholder = (text: string): boolean =>
  /[@/.][\w.-]*\.example(?![\w.-])/.test(text) || text.includes(`:${EXAMPLE_ACCOUNT}:`);

/**
 * Lists example settings, a sentence each. They are valid, so the templates can be synthesized without an account. But
 * a deployment with them would create half of the stacks and then fail.
 */
export const placeholdersIn = (settings: Settings): string[] =>
  textsIn(settings)
    // Reported once if the operator's address is also the sender's.
    .filter(([path, text]) => isPlaceholder(text) && !(path === 'mail.from' && text === settings.mail.operator))
    .map(
      ([path, text]) =>
        `${path} is still the example ${text}. Enter your own value in lib/settings.ts or the file that STAGE_SETTINGS names.`,
    );
