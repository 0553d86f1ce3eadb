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
  /** Of a payload that is text, XML for instance: what its first kilobyte holds. */
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
}

export interface Sender {
  sender: string;
  when: Wanted;
  /**
   * The first whose condition holds is taken, so the most special come first. They are made when a call of this sender
   * comes: making those of all senders would delay the start of every renderer.
   */
  templates: () => Template[];
}
