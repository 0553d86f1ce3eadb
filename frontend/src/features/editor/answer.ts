import type { Choices } from '../../../../lambdas/templates/editor/choices.ts';
import { diagnose } from '../../../../lambdas/templates/editor/diagnose.ts';
import { USE_DEFAULT } from '../../../../lambdas/templates/errors.ts';
import type { CallFacts } from '../../../../lambdas/templates/payload.ts';
import { type RenderResult, render } from '../../../../lambdas/templates/render.ts';
import type { MessageRule, PreviewAnswer, Work } from './preview-answer.ts';

export interface CompareAnswer {
  before: RenderResult;
  after: RenderResult;
}
export type Answer<W extends Work> = W extends { kind: 'preview' }
  ? PreviewAnswer
  : W extends { kind: 'begin' }
    ? Choices
    : CompareAnswer;

/** Loads code that recognises senders, and the messages of those that the call may come from. */
const withSenders = async <Module>(code: Promise<Module>, facts: CallFacts): Promise<Module> => {
  const { sendersOf } = await import('../../../../lambdas/templates/ready-made/index.ts');
  const { loadMessages } = await import('./sender-messages.ts');
  await loadMessages(sendersOf(facts));
  return code;
};

/** Messages without a template. The dispatcher renders with the same code. */
const unaided = (facts: CallFacts) => withSenders(import('../../../../lambdas/templates/without-template.ts'), facts);

/** Rich messages and choices, which are loaded with the first one. */
const rich = (facts: CallFacts) => withSenders(import('./rich-answer.ts'), facts);

/**
 * Runs one task of the editor, in a worker, because a template can take long or never end. Call {@link prepare} first
 * to load its code.
 */
export async function answer<W extends Work>(work: W): Promise<Answer<W>>;
export async function answer(work: Work): Promise<PreviewAnswer | CompareAnswer | Choices> {
  switch (work.kind) {
    case 'preview': {
      const { template, facts, webhookName, example } = work;
      if (work.format === 'rich') return (await rich(facts)).richPreview(work);
      const told = example ? undefined : (await unaided(facts)).withoutTemplate(facts, webhookName);
      return {
        result: await compose({ ...work, useTemplate: true }, facts),
        diagnostics: diagnose(template, facts),
        readyMade: told?.readyMade,
        unaided: told?.text ?? '',
      };
    }
    case 'begin':
      return (await rich(work.facts)).choicesFor(work.facts, work.webhookName);
    case 'compare':
      return { before: await compose(work.before, work.facts), after: await compose(work.after, work.facts) };
  }
}

/** Renders the call's message exactly as the dispatcher does. */
async function compose(rule: MessageRule, facts: CallFacts): Promise<RenderResult> {
  const { useTemplate, template, webhookName, format, timeZone } = rule;
  if (format === 'rich') return (await rich(facts)).composeRich(rule, facts);
  const result = useTemplate ? render({ ...facts, template, timeZone }) : undefined;
  if (result && !('error' in result && result.error.code === USE_DEFAULT)) return result;
  return { message: (await unaided(facts)).withoutTemplate(facts, webhookName).text };
}

/** Loads a task's code in advance, so loading does not count towards the time limit of a render. */
export async function prepare(work: Work): Promise<void> {
  const isBegin = work.kind === 'begin';
  // A template can use `$fields`, which is read by the same code.
  if (work.kind === 'preview' ? !work.example : !isBegin) await unaided(work.facts);
  if (isBegin || (work.kind === 'preview' ? work : work.after).format === 'rich') await rich(work.facts);
}
