import type { DeliveryCode, DispatchCode, ProblemCause } from '#contract/codes';
import { codeAnchor } from './code-anchor.ts';

/** What the browser finds out by itself. */
export const browserCodes = ['offline', 'passwords-differ'] as const;

/** The codes that the troubleshooting has a heading for. */
export type Topic = DeliveryCode | ProblemCause | (typeof browserCodes)[number];

/** The stable name of what a message says, by which help is found. */
export type HelpCode = Topic | DispatchCode;

/** Where the documentation says what to do about a message. */
interface Help {
  to: '/docs/troubleshooting' | '/docs/template-reference';
  /** The heading to go to. */
  hash: string;
}

/** A letter with a number is the error of a template. */
const TEMPLATE_CODE = /^[A-Z]\d+$/;

/**
 * Where the documentation helps with a message that the product shows; undefined for one without a code, and for input
 * whose own words already name the field and its rule.
 */
export function helpFor(code: HelpCode | undefined): Help | undefined {
  if (code === undefined || code === 'invalid-input') return undefined;
  return TEMPLATE_CODE.test(code)
    ? { to: '/docs/template-reference', hash: codeAnchor(code) }
    : { to: '/docs/troubleshooting', hash: code };
}
