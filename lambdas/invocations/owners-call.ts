import type { IncomingCall } from '../model/invocation.ts';
import { AppError } from '../platform/errors.ts';
import { type AcceptCallPorts, acceptCall } from './accept-call.ts';

/**
 * Accepts a call that the owner of a webhook makes, or lets in. The webhook is there, as the invoke host would not say to a
 * stranger, so that it is its state or its settings that stand against a call.
 * @throws AppError as {@link acceptCall}, with conflict where the webhook takes no such call.
 */
export const acceptOwnersCall = async (call: IncomingCall, ports: AcceptCallPorts): ReturnType<typeof acceptCall> => {
  try {
    return await acceptCall(call, ports);
  } catch (error) {
    if (error instanceof AppError && (error.problem === 'not-found' || error.problem === 'method-not-allowed'))
      throw new AppError(error.code, error.message, { problem: 'conflict' });
    throw error;
  }
};
