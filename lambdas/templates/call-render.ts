import type { Format } from '#contract/webhook-settings';
import type { CallFacts } from './payload.ts';
import type { RoutedCall } from './routing/call-fields.ts';
import type { WantRule } from './routing/judge.ts';
import type { SubjectChoice } from './subject/subject.ts';

/** Targets whose routing is judged next to the message. */
export interface RoutingRequest {
  rules: WantRule[];
  targetIds: number[];
  verified: RoutedCall['verified'];
  repeat: boolean;
  /** True if severity, title and link could not be read, because an owner's rule was stopped. */
  hasNoSubject?: boolean;
}

/** A call and the template, rules and settings of its message. */
export interface CallRender extends CallFacts {
  /** The owner's template; undefined = the ready-made template of a known service, else the default rendering. */
  template: string | undefined;
  webhookName: string;
  /** `rich`: the result has the formatted message; omitted = plain. */
  format?: Format | undefined;
  /** The time zone for times in messages, an IANA name; omitted = UTC. */
  timeZone?: string | undefined;
  /** Rules for reading its subject; omitted = `auto`. */
  subject?: SubjectChoice | undefined;
  /** Targets whose routing is judged as well, see {@link RoutingRequest}. */
  routing?: RoutingRequest | undefined;
}
