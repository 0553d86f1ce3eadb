import type { InvocationContent, InvocationSummary } from '../model/invocation.ts';
import type { CarriedCall, DispatchIds } from '../model/lane-message.ts';
import { calledAt } from '../platform/ids.ts';

/** Builds the copy for a call's lane messages. Delivery then need not read the call. */
export const carriedCall = (
  { method, query, contentType, plan, expiresAt }: InvocationSummary,
  content: InvocationContent,
  webhookVersion: string,
): CarriedCall => ({ method, query, contentType, plan, expiresAt, webhookVersion, content });

/** Restores the call's summary from a lane message, with the fields that delivery uses. */
export const carriedSummary = (
  { userId, webhookId, invocationId, targetId }: DispatchIds,
  { content, webhookVersion: _version, ...call }: CarriedCall,
): InvocationSummary => ({
  ...call,
  id: invocationId,
  userId,
  webhookId,
  invokedAt: calledAt(invocationId).toISOString(),
  ip: '',
  size: content.body.byteLength,
  preview: '',
  dispatches: { [targetId]: 'pending' },
});
