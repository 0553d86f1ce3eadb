import type { SubjectRule } from '../subject/subject-rule.ts';

/** A built-in template, which users can start from, and which is used for webhooks without a template. */
export interface ReadyMade {
  id: string;
  sender: string;
  label: string;
  /** The whole template. Its last line is the link to the call's page, if the service has one. */
  template: string;
}

/**
 * A condition for calls: headers by lower-case name, and payload fields by dotted path. `true` matches any value, and a
 * text an equal one. A text that ends with `*` matches values that begin with it, and a text after `!` values that
 * don't. A list matches if one of its texts does.
 */
export interface Condition {
  headers?: Record<string, true | string | string[]>;
  fields?: Record<string, true | string | string[]>;
  /** A text that must occur in the first 1,000 characters of a text payload, such as XML. */
  text?: string;
}

/** A condition, or a list of conditions of which one has to match. */
export type Wanted = Condition | Condition[];

/** One of a sender's templates, the most specific first, because the first one that matches is used. */
export interface Template {
  id: string;
  label: string;
  when: Wanted;
  template: string;
  /** The template of the link to the call's page. In a rich message, it is the title's link, otherwise the last line. */
  link?: string;
  /** Further facts of a rich message, as template text with one fact per line. A line with only a link is a button. */
  facts?: string;
  /**
   * Lines of the template that contain one of these texts are left out of a rich message, because the facts replace
   * them.
   */
  instead?: string[];
  /** The rules for the call’s subject. If unset, the subject comes from the message or its outline. */
  subject?: SubjectRule;
}

/** A known service. Its messages are in a separate file, because most calls need only one of them. */
export interface Sender {
  slug: string;
  sender: string;
  when: Wanted;
}
