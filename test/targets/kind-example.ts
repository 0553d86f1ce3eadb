import type { OutcomeKind } from '../../lambdas/outbound/outcome.ts';
import type { Scripted } from './support.ts';

/** One row: the provider's answer, its meaning, and the least wait in seconds if the answer names one. */
export type Row = [what: string, answer: Scripted, outcome: OutcomeKind, afterSeconds?: number];

/** The answer of a stand-in to a form: an address, and perhaps a token and the id of a user or room. */
interface Made {
  url: string;
  token: string;
  id: string;
}

/** The facts of a kind for the tests: `integrations/targets/<slug>/example.ts`. */
export interface KindExample {
  /** The options and secrets of an active target, as its set-up leaves them. */
  options?: Record<string, unknown>;
  secrets?: Record<string, string>;
  /** Texts that no message about this target may show; each stands alone in the answers that are searched. */
  told?: readonly string[];
  /** The set-up, if a form is enough: an act at the stand-in, the options that follow from it, and its secrets by name. */
  form?: {
    act: string;
    input: object;
    options(made: Made): Record<string, unknown>;
    secrets(made: Made): Record<string, string>;
  };
  /** The provider's own limit for one message, and its measure. */
  hardLimit?: [most: number, measure: (body: string) => number];
  /** The provider's answers, row by row; absent if the kind speaks no HTTP. */
  answers?: readonly Row[];
  /** The meaning of each refusal that the stand-in offers, by its code. */
  refusals: Readonly<Record<string, OutcomeKind>>;
  /** The wait in seconds, if a busy provider names none. */
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
