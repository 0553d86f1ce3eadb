import { defaultMessage } from './default-message.ts';
import type { CallFacts } from './payload.ts';
import { type ReadyMade, readyMadeFor } from './ready-made/index.ts';
import { render } from './render.ts';

/**
 * The message of a call whose webhook has no template: by the ready-made template of a known sender, else the readable
 * rendering of the payload. `readyMade` is that template, undefined when nobody is recognised.
 */
export function withoutTemplate(facts: CallFacts, webhookName: string): { text: string; readyMade?: ReadyMade } {
  const readyMade = readyMadeFor(facts);
  if (!readyMade) return { text: defaultMessage({ ...facts, webhookName }) };
  const result = render({ ...facts, template: readyMade.template });
  const said = !('error' in result) && result.message.trim() !== '' ? result.message : undefined;
  return { text: said ?? defaultMessage({ ...facts, webhookName }), readyMade };
}
