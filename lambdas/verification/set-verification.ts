import { MAX_SECRETS } from '#contract/bounds';
import { toModel, toWire } from '#contract/names';
import type { VerificationChange, VerificationWire } from '#contract/verification';
import type { Sealer } from '../model/target-ports.ts';
import { inForce, noteOf, type Verification, verificationBinding } from '../model/verification.ts';
import type { Webhook } from '../model/webhook.ts';
import type { WebhookStore } from '../model/webhook-ports.ts';
import { type Clock, secondsAfter } from '../platform/clock.ts';
import { invalidField, notFound } from '../platform/errors.ts';
import { parseRange } from './address-list.ts';
import { schemeOf } from './senders/index.ts';
import { secretProblem } from './verify.ts';

/** The verification settings of a new webhook. */
export const NO_VERIFICATION: Verification = { mode: 'off', allowIps: [], secrets: [] };

export interface VerificationPorts {
  webhooks: Pick<WebhookStore, 'get' | 'change'>;
  readSealer: () => Promise<Sealer>;
  clock: Clock;
}

/**
 * Returns a webhook's verification settings without the secrets.
 * @throws AppError('not-found')
 */
export const getVerification = async (
  userId: number,
  webhookId: number,
  { webhooks, clock }: Pick<VerificationPorts, 'webhooks' | 'clock'>,
): Promise<VerificationWire> => {
  const webhook = await webhooks.get(userId, webhookId);
  if (!webhook) throw notFound('Webhook');
  return toWireVerification(webhook.verification ?? NO_VERIFICATION, clock());
};

/**
 * Sets a webhook's verification. A new secret is valid immediately. A retired one stays valid for the given hours, to
 * give the owner time to change it at the service. Choosing another service removes all earlier secrets.
 * @throws AppError not-found, or invalid-input: an invalid range, a short or malformed secret, too many secrets, or
 * none in enforce mode
 */
export const setVerification = async (
  userId: number,
  webhookId: number,
  change: VerificationChange,
  { webhooks, readSealer, clock }: VerificationPorts,
): Promise<VerificationWire> => {
  for (const range of change.allow_ips)
    if (!parseRange(range)) throw invalidField('allow_ips', 'invalid-input', `${range} is not an IP address or range`);
  const now = clock();
  const sealer = await readSealer();
  const changed = await webhooks.change(userId, webhookId, (webhook) => ({
    ...webhook,
    verification: withChange(webhook, change, sealer, now),
  }));
  if (!changed?.verification) throw notFound('Webhook');
  return toWireVerification(changed.verification, now);
};

/** Checks a new secret. @throws AppError if it cannot verify any call */
const demandSecret = ({ sender, own }: VerificationChange, secret: string): void => {
  if (sender === null) throw invalidField('sender', 'invalid-input', 'Choose the service that the secret belongs to');
  const problem = secretProblem(schemeOf(sender, own && toModel(own)), secret);
  if (problem !== undefined) throw invalidField('add_secret', 'invalid-input', problem);
};

const withChange = (webhook: Webhook, change: VerificationChange, sealer: Sealer, now: Date): Verification => {
  const { sender, secrets: stored, sealed } = webhook.verification ?? NO_VERIFICATION;
  // Choosing another service removes the secrets. Otherwise a signing key, which is never sent, could become a secret
  // that calls contain.
  const notes = (sender ?? null) === change.sender ? stored : [];
  const binding = verificationBinding(webhook.userId, webhook.id);
  const known = sealed === undefined ? {} : sealer.open(sealed, binding);
  const end = secondsAfter(now, change.retire_after_hours * 3600).toISOString();
  const kept = notes.map((note) =>
    change.retire_secret_ids.includes(note.id) && (note.expiresAt ?? end) >= end ? { ...note, expiresAt: end } : note,
  );
  const secret = change.add_secret?.trim();
  if (secret !== undefined) demandSecret(change, secret);
  const added = secret === undefined ? [] : [noteOf(secret, now)];
  const secrets = [...inForce(kept, now), ...added];
  if (secrets.length > MAX_SECRETS)
    throw invalidField('add_secret', 'invalid-input', `You can have up to ${MAX_SECRETS} secrets. Remove one first.`);
  // Asana sends the secret in its first call, so none is required.
  const isBrought = change.sender === 'asana';
  if (change.mode === 'enforce' && change.sender !== null && !isBrought && secrets.length === 0)
    throw invalidField('add_secret', 'invalid-input', 'Add a secret. Without a secret, every call would be rejected.');
  if (change.mode !== 'off' && change.sender === null && change.allow_ips.length === 0)
    throw invalidField('sender', 'invalid-input', 'Choose a service or enter allowed IPs');
  const texts = { ...known, ...Object.fromEntries(added.map(({ id }) => [id, secret ?? ''])) };
  const values = Object.fromEntries(secrets.flatMap(({ id }) => (texts[id] === undefined ? [] : [[id, texts[id]]])));
  return {
    mode: change.mode,
    ...(change.sender !== null && { sender: change.sender }),
    ...(change.own && { own: toModel(change.own) }),
    allowIps: change.allow_ips,
    secrets,
    ...(secrets.length > 0 && { sealed: sealer.seal(values, binding) }),
  };
};

const toWireVerification = ({ mode, sender, own, allowIps, secrets }: Verification, now: Date): VerificationWire =>
  toWire({ mode, sender: sender ?? null, ...(own && { own }), allowIps, secrets: inForce(secrets, now) });
