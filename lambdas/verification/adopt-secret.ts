import type { Sealer } from '../model/target-ports.ts';
import { noteOf, type Verification, verificationBinding } from '../model/verification.ts';

export interface AdoptPorts {
  sealer: Sealer;
  /**
   * Replaces a webhook's verification settings.
   * @returns false if the settings were changed meanwhile
   */
  exchange(at: { userId: number; webhookId: number }, before: Verification, after: Verification): Promise<boolean>;
}

/**
 * Stores a secret that the service itself sent, as the webhook's only secret.
 * @returns false if the settings changed meanwhile
 */
export const adoptSecret = async (
  at: { userId: number; webhookId: number },
  before: Verification,
  secret: string,
  now: Date,
  { sealer, exchange }: AdoptPorts,
): Promise<boolean> => {
  const note = noteOf(secret, now);
  const sealed = sealer.seal({ [note.id]: secret }, verificationBinding(at.userId, at.webhookId));
  return exchange(at, before, { ...before, secrets: [note], sealed });
};
