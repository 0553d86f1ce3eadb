import type { TargetKind } from '../../../lambdas/targets/target-kind.ts';

/** Accepts every message and sends it nowhere, to test webhooks and templates. */
export const kind: TargetKind = {
  slug: 'mock',
  place: 80,
  name: 'Mock',
  description: 'Accepts every message and sends it nowhere. Use it to try out a webhook or a template.',
  setup: 'none',
  trial: true,
  guide: ['Click Create. The target accepts every message and sends it nowhere. The invocation shows the message.'],
  keywords: 'test try nothing',
  fields: [],
  icon: {
    paths: ['M9 3h6', 'M10 3v6.5L4.9 18a2 2 0 0 0 1.7 3h10.8a2 2 0 0 0 1.7-3L14 9.5V3', 'M7.4 15h9.2'],
    colour: '#6b7280',
  },
  limit: undefined,
  pace: { messagesPerSecond: 1000 },
  unavailable: () => undefined,
  publicOptions: () => ({}),
  driver: async () => ({
    begin: async () => ({ status: 'active', options: {} }),
    deliver: async () => ({ kind: 'ok' }),
  }),
};
