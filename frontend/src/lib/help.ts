import type { DeliveryCode, DispatchCode, ProblemCause } from '#contract/codes';
import { codeAnchor } from './code-anchor.ts';

/** Errors that the browser finds without the server. */
export const browserCodes = ['offline', 'passwords-differ'] as const;

/** The codes with a heading on the troubleshooting page. */
type Topic = DeliveryCode | ProblemCause | (typeof browserCodes)[number];

/** The stable code of a message, for finding help. */
export type HelpCode = Topic | DispatchCode;

/** The place in the docs that explains a message. */
interface Help {
  to: '/docs/troubleshooting' | '/docs/template-reference';
  /** The heading's anchor. */
  hash: string;
}

/** Codes of template errors are a letter followed by a number. */
const TEMPLATE_CODE = /^[A-Z]\d+$/;

/** The help for a message; undefined without a code, and for invalid input, whose message explains itself. */
export function helpFor(code: HelpCode | undefined): Help | undefined {
  if (code === undefined || code === 'invalid-input') return undefined;
  return TEMPLATE_CODE.test(code)
    ? { to: '/docs/template-reference', hash: codeAnchor(code) }
    : { to: '/docs/troubleshooting', hash: code };
}
