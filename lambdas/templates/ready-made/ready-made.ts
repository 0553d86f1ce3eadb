import type { SubjectRule } from '../subject/subject-rule.ts';

/** A template that comes with the product, offered as a start and used for webhooks without a template. */
export interface ReadyMade {
  id: string;
  sender: string;
  label: string;
  template: string;
}

/**
 * The form of a matching call: headers by lower-case name, payload fields by dotted path. `true` means present. A text
 * is compared exactly, ending in `*` as a beginning, after `!` as a forbidden beginning. Of several texts one must
 * match.
 */
export interface Condition {
  headers?: Record<string, true | string | string[]>;
  fields?: Record<string, true | string | string[]>;
  /** Of a text payload, for instance XML: the content of its first kilobyte. */
  text?: string;
}

/** One condition, or several of which one has to hold. */
export type Wanted = Condition | Condition[];

/** One of a sender's templates. */
export interface Template {
  id: string;
  label: string;
  when: Wanted;
  template: string;
  /** The facts of a rich message in columns, as template text with a line for each; without it, the labelled lines. */
  facts?: string;
  /** Pieces of the template whose lines the facts replace. */
  instead?: string[];
  /** The rules for the call’s subject; without them, the outline has it. */
  subject?: SubjectRule;
}

export interface Sender {
  sender: string;
  when: Wanted;
  /**
   * The first one with a true condition is used, so the most specific come first. They are made at the first call of
   * this sender: making all senders' templates would delay the start of every renderer.
   */
  templates: () => Template[];
}
