import type { IncomingCall } from '../model/invocation.ts';
import { AppError } from '../platform/errors.ts';
import { type AcceptCallPorts, acceptCall } from './accept-call.ts';

/**
 * Accepts a test call, or a rejected call that the owner accepts later. The owner can see the webhook, so errors name
 * its state or settings, which the invoke host hides from strangers.
 * @throws AppError like {@link acceptCall}, but conflict if the webhook does not accept the call
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
