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
  /** What the call reads without a template; empty for the example. */
  unaided: string;
  /** The same with its looks, where the webhook writes those. */
  unaidedRich?: RichMessage | undefined;
  /** What the call is about, where the webhook writes rich messages and the message could be made. */
  about?: SubjectAnswer | undefined;
}

export type Work =
  | ({
      kind: 'preview';
      template: string;
      facts: CallFacts;
      webhookName: string;
      /** Our own example, whose sender nobody needs to recognise. */
      example: boolean;
    } & Writing)
  | { kind: 'compare'; facts: CallFacts; before: MessageRule; after: MessageRule };

/** What a call is about, or the rule of its owner that failed. */
export interface SubjectAnswer {
  subject?: Subject | undefined;
  problem?: SubjectProblem | undefined;
}

/** How a webhook writes its messages; left out = plain, times in UTC, and the subject found by itself. */
export interface Writing {
  format?: 'plain' | 'rich' | undefined;
  timeZone?: string | undefined;
  subject?: SubjectChoice | undefined;
}

/** What a webhook makes its messages with. */
export interface MessageRule extends Writing {
  useTemplate: boolean;
  template: string;
  webhookName: string;
}
