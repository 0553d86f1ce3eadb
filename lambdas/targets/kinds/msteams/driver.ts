import * as z from 'zod';
import { isAnswer, jsonPost } from '../../../outbound/outbound.ts';
import { invalidField } from '../../../platform/errors.ts';
import { networkOutcome } from '../../provider-answer.ts';
import type { Driver } from '../../target-kind.ts';
import { adaptiveCard } from './card.ts';
import { classify } from './classify.ts';
import { isWorkflowUrl, maskedUrl, urlWarning, WRONG_URL } from './url.ts';

const HOSTS = ['*.logic.azure.com', '*.environment.api.powerplatform.com'];
const options = z.object({ url: z.string().max(2048).refine(isWorkflowUrl, WRONG_URL) });

/** `url` is the whole trigger URL and, through its `sig`, the credential; the query is kept byte for byte. */
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

export const driver: Driver = {
  begin: async (sent) => stored(parse(sent)),
  change: async (sent) => (sent.url === undefined ? undefined : stored(parse(sent))),
  deliver: async (message, target, { http, clock }) => {
    const result = await http.send(jsonPost(target.secrets.url ?? '', adaptiveCard(message), HOSTS));
    return isAnswer(result) ? classify(result, clock()) : networkOutcome(result, 'Teams', "the owner's");
  },
};
