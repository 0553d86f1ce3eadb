import type { Format } from '#contract/webhook-settings';
import type { CallFacts } from './payload.ts';
import type { RoutedCall } from './routing/call-fields.ts';
import type { WantRule } from './routing/judge.ts';
import type { SubjectChoice } from './subject/subject.ts';

/** The targets and rules whose routing is evaluated together with the message. */
export interface RoutingRequest {
  rules: WantRule[];
  targetIds: number[];
  verified: RoutedCall['verified'];
  repeat: boolean;
  /** True if the subject is unknown because an owner's rule was stopped. */
  hasNoSubject?: boolean;
}

/** A call and the template, rules and settings of its message. */
export interface CallRender extends CallFacts {
  /**
   * The owner's template. If undefined, a known service's ready-made template is used, or the outline for other
   * services.
   */
  template: string | undefined;
  webhookName: string;
  /** With `rich`, the result contains the formatted message. Default: plain. */
  format?: Format | undefined;
  /** The IANA time zone for times in messages. Default: UTC. */
  timeZone?: string | undefined;
  /** The owner's choice for the subject. Default: `auto`. */
  subject?: SubjectChoice | undefined;
  /** The routing to evaluate, if requested. */
  routing?: RoutingRequest | undefined;
}
