import { createHash } from 'node:crypto';
import type { IncomingCall } from '../model/invocation.ts';
import { fieldValuesOf } from './duplicate-fields.ts';

/** Headers with a sender's delivery id, the same in each repetition. */
const DELIVERY_IDS = ['x-github-delivery', 'webhook-id', 'svix-id', 'idempotency-key', 'x-shopify-webhook-id'];

/**
 * Returns a call's identity, by which duplicates are found. It is computed from the values of `fields`, if the owner
 * chose some and the body has all of them. Otherwise it is computed from the service's delivery id: GitHub's, Standard
 * Webhooks', Svix's or Shopify's, an `Idempotency-Key`, or Stripe's event id. Without one, it is computed from method,
 * query and body.
 */
export const fingerprintOf = (call: IncomingCall, fields: readonly string[] = []): string => {
  const values = fieldValuesOf(call, fields);
  // The paths are included, so values of fields that were chosen earlier do not match.
  if (values) return digestOf(`fields ${JSON.stringify([fields, values])}`);
  const name = DELIVERY_IDS.find((header) => call.headers[header]);
  const id = name === undefined ? stripeEvent(call) : `${name} ${call.headers[name]}`;
  return id === undefined ? digestOf(`${call.method} ${call.query}\n`, call.body) : digestOf(`id ${id}`);
};

/** Returns the identity of a verified call, which is computed only from the signed text. */
export const signedFingerprintOf = (signed: Buffer): string => digestOf('signed\n', signed);

const digestOf = (text: string, bytes: Uint8Array = new Uint8Array()): string =>
  createHash('sha256').update(text).update(bytes).digest('base64url');

/** Reads the event id of a signed Stripe call. It is at the beginning of the body, so the body need not be parsed. */
const stripeEvent = ({ headers, body }: IncomingCall): string | undefined => {
  if (headers['stripe-signature'] === undefined) return undefined;
  const start = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, 500)).toString('utf8');
  return /^\s*\{\s*"id"\s*:\s*"(evt_\w+)"/.exec(start)?.[1];
};
