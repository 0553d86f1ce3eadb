import { senderSamples } from './sender-samples.gen.ts';

/** A short sample call of a known service. This file needs no schema library, so the browser can load it. */
export interface SampleCall {
  id: string;
  label: string;
  /** The sender's headers other than `content-type`, in lower case. */
  headers: Record<string, string>;
  /** The header with the id of each delivery. */
  deliveryIdHeader?: string;
  payload: unknown;
}

/**
 * Sample calls. The first one is a new user's first call. The payloads follow the services' documentation, with
 * invented names.
 */
export const sampleCalls: readonly SampleCall[] = [
  {
    id: 'order',
    label: 'An order, plain JSON',
    headers: {},
    payload: {
      event: 'order.created',
      order: { number: 1042, total: 59.9, currency: 'EUR' },
      customer: { name: 'Acme Bakery', city: 'Vienna' },
      items: [
        { name: 'Rye flour 25 kg', quantity: 2, price: 21.5 },
        { name: 'Sea salt 1 kg', quantity: 6, price: 2.82 },
      ],
    },
  },
  ...senderSamples,
];
