import { accessDenied, deniedMessage, unknownCall, unknownCaller } from './answers.ts';
import { findGrant, type Grant } from './policies.ts';
import type { UsageMeter } from './usage-meter.ts';
import { type Call, type Catalog, classify, type Need, UnknownCall, type WireAnswer } from './wire.ts';

/** The owner of an access key: a function, or the event source mapping that polls with its role. */
export interface Principal {
  functionName: string;
  roleArn: string;
  grants: Grant[];
  isPoller: boolean;
}

/** A call that the caller's role allows. */
interface Admitted {
  principal: Principal;
  call: Call;
  /** The caller must call this once the response is sent. */
  ended(): void;
}

export interface Gate {
  /**
   * Decides if IAM would allow a request, and records the caller and the action.
   * @param target the X-Amz-Target header; undefined for SES
   * @returns the admitted call, or the service's error response
   */
  admit(accessKeyId: string, target: string | undefined, body: string): Admitted | WireAnswer;
}

export const isRefused = (verdict: Admitted | WireAnswer): verdict is WireAnswer => 'status' in verdict;

export const createGate = (options: {
  principals: Map<string, Principal>;
  catalog: Catalog;
  usage: UsageMeter;
  onDenied: (message: string) => void;
}): Gate => {
  const { principals, catalog, usage } = options;

  /** Returns the first missing permission, and marks the grants found before it as used. */
  const firstMissing = (principal: Principal, needs: Need[]): Need | undefined => {
    for (const need of needs) {
      const grant = findGrant(principal.grants, need.action, need.resource, need.context);
      if (!grant) return need;
      usage.used(grant);
    }
    return undefined;
  };

  return {
    admit(accessKeyId, target, body) {
      const principal = principals.get(accessKeyId);
      if (!principal) return unknownCaller();
      let call: Call;
      try {
        call = classify(target, body, catalog);
      } catch (error) {
        if (error instanceof UnknownCall) return unknownCall(error.message);
        throw error;
      }
      const { functionName, isPoller } = principal;
      const missing = firstMissing(principal, call.needs);
      if (missing) {
        const message = deniedMessage(`${principal.roleArn}/${functionName}`, missing);
        usage.denied(functionName, missing);
        options.onDenied(message);
        return accessDenied(call.service, message);
      }
      const ended = usage.called(functionName, `${call.service}:${call.operation}`, isPoller);
      return { principal, call, ended };
    },
  };
};
