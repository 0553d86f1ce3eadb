import * as z from 'zod';
import { invalidField } from '../../../lambdas/platform/errors.ts';
import { type HttpAnswer, isAnswer, jsonPost } from '../../../lambdas/platform/outbound/outbound.ts';
import { networkOutcome } from '../../../lambdas/targets/provider-answer.ts';
import { sendRich, withNote } from '../../../lambdas/targets/send-rich.ts';
import type { Driver } from '../../../lambdas/targets/target-kind.ts';
import { adaptiveCard } from './card.ts';
import { classify } from './classify.ts';
import { fitsCard, richCard } from './rich-card.ts';
import { isWorkflowUrl, maskedUrl, urlWarning, WRONG_URL } from './url.ts';

const HOSTS = ['*.logic.azure.com', '*.environment.api.powerplatform.com'];
const options = z.object({ url: z.string().max(2048).refine(isWorkflowUrl, WRONG_URL) });

/** Parses `url`, the whole trigger URL. Its `sig` makes it a credential, so the query is kept byte for byte. */
const parse = (sent: Record<string, unknown>): string => {
  const url = typeof sent.url === 'string' ? sent.url.trim() : sent.url;
  const parsed = options.safeParse({ url });
  if (!parsed.success) throw invalidField('options.url', 'workflow-url-wrong', WRONG_URL);
  return parsed.data.url;
};

const stored = (url: string) => {
  const warning = urlWarning(url);
  return {
    status: 'active' as const,
    options: { url: maskedUrl(url), ...(warning && { warning }) },
    secrets: { url },
  };
};

/** True if a workflow rejected the card's format. All other errors have their own code. */
const refusesLooks = ({ status, body }: HttpAnswer) =>
  status === 400 && /card|attachment|schema.*version/i.test(body) && !/TriggerInputSchemaMismatch/.test(body);

export const driver: Driver = {
  fitsRich: fitsCard,
  begin: async (sent) => stored(parse(sent)),
  change: async (sent) => (sent.url === undefined ? undefined : stored(parse(sent))),
  deliver: async (message, target, { http, clock }) => {
    const post = (card: object) => http.send(jsonPost(target.secrets.url ?? '', card, HOSTS));
    const { rich } = message;
    const plain = () => post(adaptiveCard(message));
    const { result, note } = rich
      ? await sendRich(
          { name: 'Teams', kind: 'msteams', refusesLooks },
          { rich: () => post(richCard({ ...message, rich })), plain },
        )
      : { result: await plain(), note: undefined };
    return withNote(
      isAnswer(result) ? classify(result, clock()) : networkOutcome(result, 'Teams', "the owner's"),
      note,
    );
  },
};
