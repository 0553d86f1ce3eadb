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
  /** The call's message without a template; empty for the example. */
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
      /** Our own example, whose sender need not be recognised. */
      example: boolean;
    } & Writing)
  | { kind: 'compare'; facts: CallFacts; before: MessageRule; after: MessageRule };

/** A call's subject, or the owner's rule that failed. */
export interface SubjectAnswer {
  subject?: Subject | undefined;
  problem?: SubjectProblem | undefined;
}

/** A webhook's message settings; omitted = plain, times in UTC, and an automatic subject. */
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
