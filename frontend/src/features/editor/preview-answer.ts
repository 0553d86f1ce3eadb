import type { Diagnostic } from '../../../../lambdas/templates/editor/diagnose.ts';
import type { CallFacts } from '../../../../lambdas/templates/payload.ts';
import type { ReadyMade } from '../../../../lambdas/templates/ready-made/ready-made.ts';
import type { RenderResult } from '../../../../lambdas/templates/render.ts';
import type { RichMessage } from '../../../../lambdas/templates/rich/tree.ts';
import type { Subject, SubjectChoice, SubjectProblem } from '../../../../lambdas/templates/subject/subject.ts';

export interface PreviewAnswer {
  result: RenderResult;
  diagnostics: Diagnostic[];
  /** A ready-made template for the call's sender. */
  readyMade: ReadyMade | undefined;
  /** The call's message without a template; empty for our example. */
  unaided: string;
  /** The formatted message, if the webhook's messages are rich. */
  unaidedRich?: RichMessage | undefined;
  /** The call's subject, if the webhook's messages are rich and the message could be rendered. */
  about?: SubjectAnswer | undefined;
}

export type Work =
  | ({
      kind: 'preview';
      template: string;
      facts: CallFacts;
      webhookName: string;
      /** True for our example, so no sender has to be recognised. */
      example: boolean;
    } & Writing)
  | { kind: 'begin'; facts: CallFacts; webhookName: string }
  | { kind: 'compare'; facts: CallFacts; before: MessageRule; after: MessageRule };

/** A call's subject, or the owner's rule that failed. */
export interface SubjectAnswer {
  subject?: Subject | undefined;
  problem?: SubjectProblem | undefined;
}

/** A webhook's message settings. By default, messages are plain, times are in UTC, and the subject is automatic. */
export interface Writing {
  format?: 'plain' | 'rich' | undefined;
  timeZone?: string | undefined;
  subject?: SubjectChoice | undefined;
}

/** The webhook settings from which a message is made. */
export interface MessageRule extends Writing {
  useTemplate: boolean;
  template: string;
  webhookName: string;
}
