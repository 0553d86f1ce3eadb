import type { AnswerReviewPorts } from '../../accounts/answer-review.ts';
import { readKey } from '../../accounts/api-keys.ts';
import type { ReadOverviewPorts } from '../../accounts/read-overview.ts';
import type { ApiKeyStore } from '../../model/account-ports.ts';
import type { Handlers } from '../handler.ts';

/** The whole account: its overview, and the owner's acknowledgement of problems. */
export const overviewRoutes = (ports: ReadOverviewPorts & AnswerReviewPorts & { apiKeys: Pick<ApiKeyStore, 'find'> }) =>
  ({
    getOverview: async ({ caller }) =>
      (await import('../../accounts/read-overview.ts')).readOverview(caller.userId, ports),
    getKey: ({ caller }) => readKey(caller.userId, caller.keyId, ports),
    answerReview: async ({ caller, params, request }) => {
      const { answerReview } = await import('../../accounts/answer-review.ts');
      await answerReview(params.id, request.keep, caller.userId, ports);
    },
  }) satisfies Partial<Handlers<'api'>>;
