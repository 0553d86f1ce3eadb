import type { DeliveryCode, DispatchCode, ProblemCause } from '#contract/codes';
import { codeAnchor } from './code-anchor.ts';

/** Errors that the browser finds without the server. */
export const browserCodes = ['offline', 'passwords-differ'] as const;

/** The codes that the troubleshooting has a heading for. */
export type Topic = DeliveryCode | ProblemCause | (typeof browserCodes)[number];

/** The stable name of a message, by which help is found. */
export type HelpCode = Topic | DispatchCode;

/** The documentation's place for a message. */
interface Help {
  to: '/docs/troubleshooting' | '/docs/template-reference';
  /** The heading to go to. */
  hash: string;
}

/** A letter followed by a number is a template error. */
const TEMPLATE_CODE = /^[A-Z]\d+$/;

/**
 * The documentation's help for a message of the product. undefined for one without a code, and for input whose own
 * words already name the field and its rule.
 */
export function helpFor(code: HelpCode | undefined): Help | undefined {
  if (code === undefined || code === 'invalid-input') return undefined;
  return TEMPLATE_CODE.test(code)
    ? { to: '/docs/template-reference', hash: codeAnchor(code) }
    : { to: '/docs/troubleshooting', hash: code };
}
