import type { Outcome } from '../../lambdas/platform/outbound/outcome.ts';
import type { Scripted } from './support.ts';

/** A row: the provider's response, its meaning, and the minimum wait in seconds if the response contains one. */
export type Row = [what: string, answer: Scripted, outcome: Outcome['kind'], afterSeconds?: number];

/** A stand-in's response to a form: a URL, and possibly a token and a user’s or room’s id. */
interface Made {
  url: string;
  token: string;
  id: string;
}

/** A kind's data for the tests, in `integrations/targets/<slug>/example.ts`. */
export interface KindExample {
  /** The options and secrets of an active target after its setup. */
  options?: Record<string, unknown>;
  secrets?: Record<string, string>;
  /** Texts that no message about this target can contain. Each is a separate value in the searched responses. */
  told?: readonly string[];
  /** The setup, if a form is enough: an action at the stand-in, and the resulting options and secrets. */
  form?: {
    act: string;
    input: object;
    options(made: Made): Record<string, unknown>;
    secrets(made: Made): Record<string, string>;
  };
  /** The provider's own limit for a message, and its measure. */
  hardLimit?: [most: number, measure: (body: string) => number];
  /** The provider's responses; unset if the kind does not use HTTP. */
  answers?: readonly Row[];
  /** The meaning of each rejection that the stand-in offers, by its code. */
  refusals: Readonly<Record<string, Outcome['kind']>>;
  /** True if the provider accepts a follow-up on a message that it no longer has, and shows a new one. */
  followsForgotten?: true;
  /** The wait in seconds if a busy provider does not name one. */
  busySeconds?: number;
}

export const json = (status: number, body: unknown, headers: Record<string, string> = {}): Scripted => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});
export const plain = (status: number, body: string, headers: Record<string, string> = {}): Scripted => ({
  status,
  headers: { 'content-type': 'text/plain', ...headers },
  body,
});
