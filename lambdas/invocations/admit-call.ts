import type { CallMethod } from '#contract/answer';
import type { IncomingCall, InvocationSummary } from '../model/invocation.ts';
import type { Route } from '../model/invocation-ports.ts';
import type { Verification } from '../model/verification.ts';
import type { Handshake, VerificationResult } from '../model/verification-result.ts';
import { AppError } from '../platform/errors.ts';
import { handshakeOf } from './handshakes.ts';

/** A route with verification set up. */
export type VerifyingRoute = Route & { verification: Verification };

/** Verifies a call. */
export type Judge = (route: VerifyingRoute, call: IncomingCall, now: Date) => Promise<VerificationResult>;

/** The error for a call without the required proof of its sender. */
export class UnverifiedCall extends AppError {
  readonly verdict: Extract<VerificationResult, { verified: false }>;

  constructor(verdict: Extract<VerificationResult, { verified: false }>) {
    super('unverified', `This webhook accepts only verified calls. ${verdict.detail}`);
    this.verdict = verdict;
  }
}

/** The result for a call that its webhook accepts. */
interface Admission {
  /** Set if the call is a URL verification request. */
  handshake?: Handshake;
  /** Unset if the call was not verified, because verification is off. */
  verified?: InvocationSummary['verified'];
  /** The fields covered by a valid signature. */
  signed?: Buffer;
}

/**
 * Checks a call against its webhook's settings: the webhook must be enabled, and the method and the proof valid.
 * @throws AppError webhook-disabled or webhook-without-target, method-not-allowed, verify-token-wrong; {@link
 * UnverifiedCall}.
 */
export const admitCall = async (
  route: Route,
  call: IncomingCall,
  now: Date,
  judge: Judge | undefined,
): Promise<Admission> => {
  if (!route.enabled) throw webhookDisabledError(route);
  const { answerHandshakes, verifyToken } = route.intake;
  const handshake = answerHandshakes ? handshakeOf(call, verifyToken) : undefined;
  if (handshake) return { handshake };
  checkMethod(route, call);
  return proofOf(route, call, now, judge);
};

/**
 * Checks the proof of a call's origin. A URL verification request with a valid proof gets its response here.
 * @throws UnverifiedCall if the proof is missing or wrong and the webhook rejects unverified calls.
 */
const proofOf = async (route: Route, call: IncomingCall, now: Date, judge: Judge | undefined): Promise<Admission> => {
  const { verification } = route;
  if (!verification || verification.mode === 'off' || !judge) return {};
  const verdict = await judge({ ...route, verification }, call, now);
  if (verdict.verified) {
    const { handshake, signed } = verdict;
    return handshake ? { handshake } : { verified: 'yes', ...(signed && { signed }) };
  }
  if (verification.mode === 'enforce' || verdict.always) throw new UnverifiedCall(verdict);
  return { verified: verdict.reason };
};

/**
 * Creates the error for a disabled webhook. A webhook is also disabled when its last target is deleted, so the error
 * names that case.
 */
const webhookDisabledError = ({ targetIds }: Route): AppError =>
  targetIds.length === 0
    ? new AppError('webhook-without-target', 'This webhook has no target. Its owner must choose one.')
    : new AppError('webhook-disabled', 'This webhook is disabled. Its owner can enable it.');

/** Checks a call's method. @throws AppError('method-not-allowed') if the webhook does not accept it */
const checkMethod = ({ intake: { methods } }: Route, { method }: IncomingCall): void => {
  if (methods.length === 0 || methods.includes(method as CallMethod)) return;
  const taken = methods.join(', ');
  throw new AppError('method-not-allowed', `This webhook accepts ${taken} only, but this call uses ${method}.`, {
    allow: methods,
  });
};
