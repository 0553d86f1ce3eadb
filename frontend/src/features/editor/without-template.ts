import { defaultMessage } from '../../../../lambdas/templates/default-message.ts';
import type { CallFacts } from '../../../../lambdas/templates/payload.ts';
import { type ReadyMade, readyMadeFor } from '../../../../lambdas/templates/ready-made/index.ts';
import { render } from '../../../../lambdas/templates/render.ts';

/**
 * What a call reads without a template: by the ready-made template of a known sender, else the readable rendering of the
 * payload. `readyMade` is that template, undefined when nobody is recognised.
 */
export function withoutTemplate(facts: CallFacts, webhookName: string): { text: string; readyMade?: ReadyMade } {
  const readyMade = readyMadeFor(facts);
  if (!readyMade) return { text: defaultMessage({ ...facts, webhookName }) };
  const result = render({ ...facts, template: readyMade.template });
  const said = !('error' in result) && result.message.trim() !== '' ? result.message : undefined;
  return { text: said ?? defaultMessage({ ...facts, webhookName }), readyMade };
}
