import { diagnose } from '../../../../lambdas/templates/editor/diagnose.ts';
import { diagnoseMarkup } from '../../../../lambdas/templates/editor/markup.ts';
import type { CallFacts } from '../../../../lambdas/templates/payload.ts';
import { readyMadeFor } from '../../../../lambdas/templates/ready-made/index.ts';
import { richForm } from '../../../../lambdas/templates/ready-made/rich-form.ts';
import type { RenderResult } from '../../../../lambdas/templates/render.ts';
import { renderCall } from '../../../../lambdas/templates/render-call.ts';
import type { MessageRule, PreviewAnswer, Work } from './preview-answer.ts';

export { choicesFor } from '../../../../lambdas/templates/editor/begin.ts';

/** Renders a call's message and subject, as the dispatcher does. */
export const composeRich = ({ useTemplate, template, ...rule }: MessageRule, facts: CallFacts): RenderResult =>
  renderCall({ ...facts, ...rule, template: useTemplate ? template : undefined });

/** The preview of a rich message. Colour and link come from the call, as in a delivery. */
export function richPreview({
  template,
  facts,
  webhookName,
  format,
  timeZone,
  subject,
  example,
}: Extract<Work, { kind: 'preview' }>): PreviewAnswer {
  const written = { ...facts, webhookName, format, timeZone, subject };
  const unaided = example ? undefined : renderCall({ ...written, template: undefined });
  const known = example ? undefined : readyMadeFor(facts);
  const result = renderCall({ ...written, template });
  const told = template.trim() === '' ? unaided : result;
  return {
    result,
    diagnostics: [...diagnose(template, facts), ...diagnoseMarkup(template)],
    readyMade: known && { ...known, template: richForm(known.id) },
    unaided: unaided && 'message' in unaided ? unaided.message : '',
    unaidedRich: unaided && 'rich' in unaided ? unaided.rich : undefined,
    about: told && 'message' in told ? { subject: told.subject, problem: told.subjectProblem } : undefined,
  };
}
