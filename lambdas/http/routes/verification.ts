import type { AcceptCallPorts } from '../../invocations/accept-call.ts';
import type { CheckPorts } from '../../verification/check-calls.ts';
import type { RejectionPorts } from '../../verification/rejections.ts';
import { type Handlers, reply } from '../handler.ts';

/**
 * Reads and sets the verification of webhooks, and lists and accepts rejected calls. The operations are loaded on first
 * use.
 */
export const verificationRoutes = (ports: CheckPorts & RejectionPorts & AcceptCallPorts) =>
  ({
    getVerification: async ({ caller, params }) => {
      const { getVerification } = await import('../../verification/set-verification.ts');
      return getVerification(caller.userId, params.id, ports);
    },
    setVerification: async ({ caller, params, request }) => {
      const { setVerification } = await import('../../verification/set-verification.ts');
      return setVerification(caller.userId, params.id, request, ports);
    },
    checkVerification: async ({ caller, params, request }) => {
      const { checkCalls } = await import('../../verification/check-calls.ts');
      return checkCalls(caller.userId, params.id, request, ports);
    },
    listRejections: async ({ caller, params }) => {
      const { listRejections } = await import('../../verification/rejections.ts');
      return listRejections(caller.userId, params.id, ports);
    },
    acceptRejection: async ({ caller, params }) => {
      const { acceptRejection } = await import('../../verification/rejections.ts');
      const { id } = await acceptRejection(caller.userId, params.id, ports);
      return reply({ id }, { headers: { location: `/api/invocation/${id}` } });
    },
  }) satisfies Partial<Handlers<'api'>>;
