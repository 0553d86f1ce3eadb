import type { AnswerReviewPorts } from '../../accounts/answer-review.ts';
import { readKey } from '../../accounts/api-keys.ts';
import type { ChangeStore } from '../../accounts/audit-log.ts';
import type { ReadOverviewPorts } from '../../accounts/read-overview.ts';
import type { SetHoldOrderPorts } from '../../accounts/set-hold-order.ts';
import type { ApiKeyStore } from '../../model/account-ports.ts';
import type { Handlers } from '../handler.ts';

/** Reads the account overview and the audit log, and sets acknowledged problems and the order of held calls. */
export const overviewRoutes = (
  ports: ReadOverviewPorts &
    AnswerReviewPorts &
    SetHoldOrderPorts & { apiKeys: Pick<ApiKeyStore, 'find'>; changes: Pick<ChangeStore, 'newest'> },
) =>
  ({
    getOverview: async ({ caller }) =>
      (await import('../../accounts/read-overview.ts')).readOverview(caller.userId, ports),
    listChanges: async ({ caller, query }) =>
      (await import('../../accounts/audit-log.ts')).listChanges(caller.userId, query, ports),
    getKey: ({ caller }) => readKey(caller.userId, caller.keyId, ports),
    setHoldOrder: async ({ caller, params, request }) => {
      const { setHoldOrder } = await import('../../accounts/set-hold-order.ts');
      await setHoldOrder(params.id, request.order, caller.userId, ports);
    },
    answerReview: async ({ caller, params, request }) => {
      const { answerReview } = await import('../../accounts/answer-review.ts');
      await answerReview(params.id, request.keep, caller.userId, ports);
    },
  }) satisfies Partial<Handlers<'api'>>;
