import { type Diagnostic, diagnose } from '../../../../lambdas/templates/editor/diagnose.ts';
import type { CallFacts } from '../../../../lambdas/templates/payload.ts';
import type { ReadyMade } from '../../../../lambdas/templates/ready-made/ready-made.ts';
import { type RenderResult, render } from '../../../../lambdas/templates/render.ts';
import type { RichMessage } from '../../../../lambdas/templates/rich/tree.ts';
import type { Subject, SubjectChoice, SubjectProblem } from '../../../../lambdas/templates/subject/subject.ts';

/** How a webhook writes its messages; left out = plain, times in UTC, and the subject found by itself. */
export interface Writing {
  format?: 'plain' | 'rich' | undefined;
  timeZone?: string | undefined;
  subject?: SubjectChoice | undefined;
}

/** What a webhook makes its messages with. */
interface MessageRule extends Writing {
  useTemplate: boolean;
  template: string;
  webhookName: string;
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

/** What a call is about, or the rule of its owner that failed. */
export interface SubjectAnswer {
  subject?: Subject | undefined;
  problem?: SubjectProblem | undefined;
}
export interface CompareAnswer {
  before: RenderResult;
  after: RenderResult;
}
export type Answer<W extends Work> = W extends { kind: 'preview' } ? PreviewAnswer : CompareAnswer;

/** The templates of all senders are fetched only where somebody may be recognised. */
const senders = () => import('../../../../lambdas/templates/without-template.ts');

/** All that makes rich messages is fetched for the first of them: it is what the dispatcher has. */
const rich = () => import('./rich-answer.ts');

/**
 * Does one piece of the editor's work. Runs in a worker, because a template may take long or never end.
 * What has to be fetched for it should be there before: {@link prepare}.
 */
export async function answer<W extends Work>(work: W): Promise<Answer<W>>;
export async function answer(work: Work): Promise<PreviewAnswer | CompareAnswer> {
  switch (work.kind) {
    case 'preview': {
      if (work.format === 'rich') return (await rich()).richPreview(work);
      const { template, facts, webhookName, example } = work;
      const unaided = example ? undefined : (await senders()).withoutTemplate(facts, webhookName);
      return {
        result: render({ ...facts, template, timeZone: work.timeZone }),
        diagnostics: diagnose(template, facts),
        readyMade: unaided?.readyMade,
        unaided: unaided?.text ?? '',
      };
    }
    case 'compare':
      return { before: await compose(work.before, work.facts), after: await compose(work.after, work.facts) };
  }
}

/** The message of a call as the dispatcher makes it. */
async function compose(rule: MessageRule, facts: CallFacts): Promise<RenderResult> {
  const { useTemplate, template, webhookName, format, timeZone, subject } = rule;
  if (format === 'rich') {
    const call = { ...facts, template: useTemplate ? template : undefined, webhookName, format, timeZone, subject };
    return (await rich()).renderCall(call);
  }
  if (useTemplate) return render({ ...facts, template, timeZone });
  return { message: (await senders()).withoutTemplate(facts, webhookName).text };
}

/** Fetches what a piece of work needs, so that the clock of a render does not count it. */
export async function prepare(work: Work): Promise<void> {
  const needed = work.kind === 'preview' ? !work.example : !work.before.useTemplate || !work.after.useTemplate;
  if (needed) await senders();
  const isRich = work.kind === 'preview' ? work.format === 'rich' : work.after.format === 'rich';
  if (isRich) await rich();
}
