import type { AnswerReviewPorts } from '../../accounts/answer-review.ts';
import type { ReadOverviewPorts } from '../../accounts/read-overview.ts';
import type { Handlers } from '../handler.ts';

/** What is in an account as a whole: reading it, and its owner's word about what others put there. */
export const overviewRoutes = (ports: ReadOverviewPorts & AnswerReviewPorts) =>
  ({
    getOverview: async ({ caller }) =>
      (await import('../../accounts/read-overview.ts')).readOverview(caller.userId, ports),
    answerReview: async ({ caller, params, request }) => {
      const { answerReview } = await import('../../accounts/answer-review.ts');
      await answerReview(params.id, request.keep, caller.userId, ports);
    },
  }) satisfies Partial<Handlers<'api'>>;
