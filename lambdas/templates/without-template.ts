import { withoutSecretValues } from '#contract/secret-values';
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
  return { text: said === undefined ? defaultMessage({ ...facts, webhookName }) : withoutSecrets(said), readyMade };
}

/** People write secrets into comments and titles. The link at the end was chosen by the template, signed or not. */
function withoutSecrets(message: string): string {
  const link = /\nhttps?:\/\/\S+$/.exec(message)?.[0] ?? '';
  return withoutSecretValues(message.slice(0, message.length - link.length)) + link;
}
