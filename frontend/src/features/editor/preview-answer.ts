import type { Diagnostic } from '../../../../lambdas/templates/editor/diagnose.ts';
import type { CallFacts } from '../../../../lambdas/templates/payload.ts';
import type { ReadyMade } from '../../../../lambdas/templates/ready-made/ready-made.ts';
import type { RenderResult } from '../../../../lambdas/templates/render.ts';
import type { RichMessage } from '../../../../lambdas/templates/rich/tree.ts';
import type { Subject, SubjectChoice, SubjectProblem } from '../../../../lambdas/templates/subject/subject.ts';

export interface PreviewAnswer {
  result: RenderResult;
  diagnostics: Diagnostic[];
  /** A template that comes with the product and fits the call's sender. */
  readyMade: ReadyMade | undefined;
  /** The call's message without a template; empty for the example. */
  unaided: string;
  /** The same formatted, where the webhook writes rich messages. */
  unaidedRich?: RichMessage | undefined;
  /** The call's subject, where the webhook writes rich messages and the message could be made. */
  about?: SubjectAnswer | undefined;
}

export type Work =
  | ({
      kind: 'preview';
      template: string;
      facts: CallFacts;
      webhookName: string;
      /** Our own example, whose sender no one needs to recognise. */
      example: boolean;
    } & Writing)
  | { kind: 'compare'; facts: CallFacts; before: MessageRule; after: MessageRule };

/** A call's subject, or its owner's rule that failed. */
export interface SubjectAnswer {
  subject?: Subject | undefined;
  problem?: SubjectProblem | undefined;
}

/** A webhook's settings for messages; omitted = plain, times in UTC, and an automatic subject. */
export interface Writing {
  format?: 'plain' | 'rich' | undefined;
  timeZone?: string | undefined;
  subject?: SubjectChoice | undefined;
}

/** A webhook's inputs for its messages. */
export interface MessageRule extends Writing {
  useTemplate: boolean;
  template: string;
  webhookName: string;
}
