import type { Outcome } from '../outbound/outcome.ts';

const DAILY_QUOTA_WAIT_SECONDS = 600;
const RATE_WAIT_SECONDS = 3;

/** The relevant part of an SDK error. Fields can be missing if the network failed. */
interface SesError {
  name: string;
  message: string;
  status: number | undefined;
  /** A network error's code, such as ECONNRESET. */
  networkCode: string;
}

const read = (error: unknown): SesError => {
  const {
    name = '',
    message = '',
    code = '',
    $metadata,
  } = (error ?? {}) as {
    name?: string;
    message?: string;
    code?: string;
    $metadata?: { httpStatusCode?: number };
  };
  return { name, message, status: $metadata?.httpStatusCode, networkCode: code };
};

const operatorErrors = new Set([
  'MailFromDomainNotVerified',
  'ConfigurationSetDoesNotExist',
  'ConfigurationSetSendingPaused',
  'AccountSendingPaused',
  'InvalidClientTokenId',
  'SignatureDoesNotMatch',
]);

/** SES lists unverified addresses: the sender, and in its sandbox the recipients. */
const UNVERIFIED = /not verified.*failed the check in region [\w-]+: (.+)/i;

const failConfig = (reason: string, providerWords: string): Outcome => ({
  kind: 'fail_config',
  code: 'installation-misconfigured',
  reason,
  providerWords,
});

/** Undefined if the error does not concern the operator. */
const operatorFailure = (code: string, message: string, recipient: string, providerWords: string) => {
  if (code === 'AccessDenied') return failConfig('This installation may not send this mail.', providerWords);
  const unverified =
    UNVERIFIED.exec(message)?.[1]
      ?.toLowerCase()
      .split(/[,\s]+/) ?? [];
  if (code === 'MessageRejected' && unverified.length === 1 && unverified[0] === recipient.toLowerCase())
    return failConfig('The mail service of this installation only sends to verified addresses so far.', providerWords);
  if (operatorErrors.has(code) || (code === 'MessageRejected' && /not verified/i.test(message)))
    return failConfig('The mail service refuses the sender of this installation.', providerWords);
  return undefined;
};

/**
 * The outcome of a failed SendRawEmail to `recipient`. Names and messages are from the SES API v1 and "Amazon SES email
 * sending errors" in the developer guide. SES sends no Retry-After.
 */
export const mailFailure = (error: unknown, recipient = ''): Outcome => {
  const { name, message, status, networkCode } = read(error);
  const providerWords = `${name}: ${message}`.slice(0, 500);
  // SDK and service spell several names with and without the suffix.
  const code = name.replace(/Exception$/, '');
  if (code === 'Throttling' || code === 'TooManyRequests')
    return /daily/i.test(message)
      ? {
          kind: 'retry',
          code: 'mail-quota-used-up',
          reason: 'The daily sending quota of this installation is used up.',
          afterSeconds: DAILY_QUOTA_WAIT_SECONDS,
          providerWords,
        }
      : {
          kind: 'retry',
          code: 'provider-rate-limited',
          reason: 'The mail service asks to send more slowly.',
          afterSeconds: RATE_WAIT_SECONDS,
          providerWords,
        };
  const failure = operatorFailure(code, message, recipient, providerWords);
  if (failure) return failure;
  if (code === 'InvalidParameterValue' && /address|recipient|domain/i.test(message))
    return {
      kind: 'fail_target',
      code: 'address-refused',
      reason: 'The mail service refuses this address. Check it for typos.',
      providerWords,
    };
  if (code === 'MessageRejected' || code === 'InvalidParameterValue')
    return {
      kind: 'fail_message',
      code: 'message-refused',
      reason: 'The mail service refuses this message.',
      providerWords,
    };
  if (status !== undefined && status < 500)
    return failConfig('The mail service refuses to work for this installation.', providerWords);
  const connected = name === 'TimeoutError' && !/establish/.test(message);
  if (status === undefined && (connected || networkCode === 'ECONNRESET' || networkCode === 'EPIPE'))
    return {
      kind: 'ambiguous',
      code: 'answer-lost',
      reason: 'The mail service did not answer after it got the mail.',
      promise: 'perhaps twice',
      providerWords,
      unanswered: true,
    };
  return {
    kind: 'retry',
    code: 'provider-unreachable',
    reason: 'The mail service cannot be reached right now.',
    providerWords,
    ...(status === undefined && { unanswered: true }),
  };
};
