import type { DeliveryCode, DispatchCode, ProblemCause } from '#contract/codes';
import { codeAnchor } from './code-anchor.ts';

/** Errors that the browser finds without the server. */
export const browserCodes = ['offline', 'passwords-differ'] as const;

/** The codes with a heading in the troubleshooting page. */
type Topic = DeliveryCode | ProblemCause | (typeof browserCodes)[number];

/** The stable code of a message, by which help is found. */
export type HelpCode = Topic | DispatchCode;

/** The docs page for a message. */
interface Help {
  to: '/docs/troubleshooting' | '/docs/template-reference';
  /** Its heading. */
  hash: string;
}

/** A letter followed by a number is a template error. */
const TEMPLATE_CODE = /^[A-Z]\d+$/;

/**
 * The docs help for a message. undefined for one without a code, and for invalid input whose text already names the
 * field and its rule.
 */
export function helpFor(code: HelpCode | undefined): Help | undefined {
  if (code === undefined || code === 'invalid-input') return undefined;
  return TEMPLATE_CODE.test(code)
    ? { to: '/docs/template-reference', hash: codeAnchor(code) }
    : { to: '/docs/troubleshooting', hash: code };
}
