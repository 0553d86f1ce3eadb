import type { AnswerReviewPorts } from '../../accounts/answer-review.ts';
import { readKey } from '../../accounts/api-keys.ts';
import type { ChangeStore } from '../../accounts/audit-log.ts';
import type { ReadOverviewPorts } from '../../accounts/read-overview.ts';
import type { SetHoldOrderPorts } from '../../accounts/set-hold-order.ts';
import type { ApiKeyStore } from '../../model/account-ports.ts';
import { withoutAddress } from '../../webhooks/read-webhooks.ts';
import { type Handlers, hasScope } from '../handler.ts';

/** Reads the account overview and the audit log, and sets acknowledged problems and the order of held calls. */
export const overviewRoutes = (
  ports: ReadOverviewPorts &
    AnswerReviewPorts &
    SetHoldOrderPorts & { apiKeys: Pick<ApiKeyStore, 'find'>; changes: Pick<ChangeStore, 'newest'> },
) =>
  ({
    getOverview: async ({ caller }) => {
      const overview = await (await import('../../accounts/read-overview.ts')).readOverview(caller.userId, ports);
      if (hasScope(caller, 'write')) return overview;
      const { withoutSetUp } = await import('../../targets/verbs.ts');
      const { webhooks, targets } = overview;
      return { ...overview, webhooks: webhooks.map(withoutAddress), targets: targets.map(withoutSetUp) };
    },
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
