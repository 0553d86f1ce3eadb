import type { IncomingCall, InvocationSummary } from '../model/invocation.ts';
import type { DeduplicationStore, InvocationStore, Route } from '../model/invocation-ports.ts';
import { fingerprintOf, signedFingerprintOf } from './fingerprint.ts';

/**
 * Finds the earlier invocation that a call repeats. A delivery id is not always signed, so someone who intercepted a
 * call could change it. A verified call is therefore also recognised by its signed text. If the earlier call was never
 * stored, this one is not a duplicate: the caller got an error and is retrying.
 */
export const repeatedCall = async (
  call: IncomingCall,
  signed: Buffer | undefined,
  invocationId: string,
  { userId, webhookId, intake }: Route,
  now: Date,
  { deduplication, invocations }: { deduplication: DeduplicationStore; invocations: Pick<InvocationStore, 'get'> },
): Promise<InvocationSummary | undefined> => {
  if (intake.duplicates === 'off') return undefined;
  const windowSeconds = intake.duplicateWindowMinutes * 60;
  let first: InvocationSummary | undefined;
  for (const fingerprint of [
    fingerprintOf(call, intake.duplicateFields),
    ...(signed ? [signedFingerprintOf(signed)] : []),
  ]) {
    // A duplicate with a new signature is linked to the first call, so a third copy is recognised too.
    const claim = { webhookId, fingerprint, invocationId: first?.id ?? invocationId, windowSeconds, now };
    const seen = await deduplication.claim(claim);
    if (first || seen === undefined) continue;
    first = await invocations.get(userId, webhookId, seen, now);
    if (!first) await deduplication.claim({ ...claim, instead: seen });
  }
  return first;
};
