import type { IncomingCall } from '../model/invocation.ts';
import { AppError } from '../platform/errors.ts';
import { type AcceptCallPorts, acceptCall } from './accept-call.ts';

/**
 * Accepts a call that a webhook's owner makes, or accepts later. The owner can see the webhook, so errors name its
 * state or its settings, which the invoke host would hide from a stranger.
 * @throws AppError as {@link acceptCall}, with conflict where the webhook takes no such call.
 */
export const acceptAsOwner = async (call: IncomingCall, ports: AcceptCallPorts): ReturnType<typeof acceptCall> => {
  try {
    return await acceptCall(call, ports);
  } catch (error) {
    if (error instanceof AppError && (error.problem === 'not-found' || error.problem === 'method-not-allowed'))
      throw new AppError(error.code, error.message, { problem: 'conflict' });
    throw error;
  }
};
