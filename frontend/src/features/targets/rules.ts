import type { HelpCode } from '../../lib/help.ts';
import { safeRedirect } from '../../lib/safe-redirect.ts';
import type { TargetKind } from '../../lib/wire.ts';

/** Returns the reason why a target cannot be created; undefined if it can. */
export function missingForTarget(
  name: string,
  kind: TargetKind | undefined,
  words: { nameFirst: string; chooseKind: string },
): string | undefined {
  if (name.trim() === '') return words.nameFirst;
  return kind === undefined ? words.chooseKind : undefined;
}

type FormField = TargetKind['fields'][number];

/** The error of a form field; undefined if its value is valid. */
export function fieldProblem(
  field: FormField,
  value: string,
): { message: string; code?: HelpCode | undefined } | undefined {
  const text = value.trim();
  if (text === '') return field.optional ? undefined : { message: `${field.label} is required` };
  if (field.pattern === undefined || new RegExp(`^(?:${field.pattern})$`).test(text)) return undefined;
  return { message: field.message ?? `${field.label} is not valid`, code: field.code };
}

/** The error of the first invalid field; undefined if all are valid. */
export const problemOf = (fields: readonly FormField[], values: Record<string, string>): string | undefined =>
  fields
    .map((field) => fieldProblem(field, values[field.name] ?? '')?.message)
    .find((problem) => problem !== undefined);

const setupResults = ['connected', 'refused', 'expired', 'failed', 'elsewhere'] as const;
export type SetupResult = (typeof setupResults)[number];

/** Reads `?setup=` from the URL to which a provider returned the browser. */
export function readSetup(search: Record<string, unknown>): { setup?: SetupResult } {
  const setup = setupResults.find((known) => known === search.setup);
  return setup ? { setup } : {};
}

/** The activation data of a target that is waiting for its code. */
export interface Activation {
  key: string;
  url: string | undefined;
  groupUrl: string | undefined;
  bot: string | undefined;
  number: string | undefined;
  expiresAt: string | undefined;
}

/** Reads the activation from a target's free-form options; returns undefined if there is none. */
export function activationOf(options: Record<string, unknown>): Activation | undefined {
  const text = (name: string) => (typeof options[name] === 'string' ? (options[name] as string) : undefined);
  const key = text('ActivationKey');
  if (key === undefined) return undefined;
  return {
    key,
    url: safeRedirect(text('ActivationUrl')),
    groupUrl: safeRedirect(text('ActivationGroupUrl')),
    bot: text('bot_name'),
    number: text('number'),
    expiresAt: text('expires_at'),
  };
}
