import { defaultMessage } from '../../../../lambdas/templates/default-message.ts';
import { type Diagnostic, diagnose } from '../../../../lambdas/templates/editor/diagnose.ts';
import type { CallFacts } from '../../../../lambdas/templates/payload.ts';
import { type ReadyMade, readyMadeFor } from '../../../../lambdas/templates/ready-made/index.ts';
import { type RenderResult, render } from '../../../../lambdas/templates/render.ts';

/** What a webhook makes its messages with. */
export interface MessageRule {
  useTemplate: boolean;
  template: string;
  webhookName: string;
}

export type Work =
  | { kind: 'preview'; template: string; facts: CallFacts; webhookName: string }
  | { kind: 'compare'; facts: CallFacts; before: MessageRule; after: MessageRule };

export interface PreviewAnswer {
  result: RenderResult;
  diagnostics: Diagnostic[];
  /** A template that comes with the product and fits the call's sender. */
  readyMade: ReadyMade | undefined;
  /** What the call reads without a template. */
  unaided: string;
}
export interface CompareAnswer {
  before: RenderResult;
  after: RenderResult;
}
export type Answer<W extends Work> = W extends { kind: 'preview' } ? PreviewAnswer : CompareAnswer;

/** Does one piece of the editor's work. Runs in a worker, because a template may take long or never end. */
export function answer<W extends Work>(work: W): Answer<W>;
export function answer(work: Work): PreviewAnswer | CompareAnswer {
  switch (work.kind) {
    case 'preview': {
      const { template, facts, webhookName } = work;
      return {
        result: render({ ...facts, template }),
        diagnostics: diagnose(template, facts),
        readyMade: readyMadeFor(facts),
        unaided: withoutTemplate(facts, webhookName),
      };
    }
    case 'compare':
      return { before: compose(work.before, work.facts), after: compose(work.after, work.facts) };
  }
}

/** The message of a call as the dispatcher makes it. */
const compose = ({ useTemplate, template, webhookName }: MessageRule, facts: CallFacts): RenderResult =>
  useTemplate ? render({ ...facts, template }) : { message: withoutTemplate(facts, webhookName) };

/** By the ready-made template of a known sender, else the readable rendering of the payload. */
function withoutTemplate(facts: CallFacts, webhookName: string): string {
  const known = readyMadeFor(facts);
  if (known) {
    const result = render({ ...facts, template: known.template });
    if (!('error' in result) && result.message.trim() !== '') return result.message;
  }
  return defaultMessage({ ...facts, webhookName });
}
