import type { Outcome } from '../platform/outbound/outcome.ts';

const DAILY_QUOTA_WAIT_SECONDS = 600;
const RATE_WAIT_SECONDS = 3;

/** The relevant part of an SDK error. After a network failure, fields can be missing. */
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

/** SES's message about unverified addresses. It lists the sender and, in the sandbox, recipients. */
const UNVERIFIED = /not verified.*failed the check in region [\w-]+: (.+)/i;

const failConfig = (reason: string, providerWords: string): Outcome => ({
  kind: 'fail_config',
  code: 'installation-misconfigured',
  reason,
  providerWords,
});

/** The outcome of an error that the operator has to fix; undefined for other errors. */
const operatorFailure = (code: string, message: string, recipient: string, providerWords: string) => {
  if (code === 'AccessDenied') return failConfig('This installation is not allowed to send this email.', providerWords);
  const unverified =
    UNVERIFIED.exec(message)?.[1]
      ?.toLowerCase()
      .split(/[,\s]+/) ?? [];
  if (code === 'MessageRejected' && unverified.length === 1 && unverified[0] === recipient.toLowerCase())
    return failConfig('This installation’s email service sends only to verified addresses so far.', providerWords);
  if (operatorErrors.has(code) || (code === 'MessageRejected' && /not verified/i.test(message)))
    return failConfig('The email service rejected this installation’s sender address.', providerWords);
  return undefined;
};

/**
 * The outcome of a failed SendRawEmail to `recipient`. Names and messages are from the SES API v1 and "Amazon SES email
 * sending errors" in the developer guide. SES never sends `Retry-After`.
 */
export const mailFailure = (error: unknown, recipient = ''): Outcome => {
  const { name, message, status, networkCode } = read(error);
  const providerWords = `${name}: ${message}`.slice(0, 500);
  // SDK and service use several names both with and without the suffix.
  const code = name.replace(/Exception$/, '');
  if (code === 'Throttling' || code === 'TooManyRequests')
    return /daily/i.test(message)
      ? {
          kind: 'retry',
          code: 'mail-quota-used-up',
          reason: 'This installation has used up its daily email quota.',
          afterSeconds: DAILY_QUOTA_WAIT_SECONDS,
          providerWords,
        }
      : {
          kind: 'retry',
          code: 'provider-rate-limited',
          reason: 'The email service is limiting our sending rate.',
          afterSeconds: RATE_WAIT_SECONDS,
          providerWords,
        };
  const failure = operatorFailure(code, message, recipient, providerWords);
  if (failure) return failure;
  if (code === 'InvalidParameterValue' && /address|recipient|domain/i.test(message))
    return {
      kind: 'fail_target',
      code: 'address-refused',
      reason: 'The email service rejected this address. Check it for typos.',
      providerWords,
    };
  if (code === 'MessageRejected' || code === 'InvalidParameterValue')
    return {
      kind: 'fail_message',
      code: 'message-refused',
      reason: 'The email service rejected this message. Open the call in the editor and check its text.',
      providerWords,
    };
  if (status !== undefined && status < 500)
    return failConfig('The email service is rejecting this installation’s requests.', providerWords);
  const connected = name === 'TimeoutError' && !/establish/.test(message);
  if (status === undefined && (connected || networkCode === 'ECONNRESET' || networkCode === 'EPIPE'))
    return {
      kind: 'ambiguous',
      code: 'answer-lost',
      reason: 'The email service did not respond after it received the email.',
      promise: 'perhaps twice',
      providerWords,
      unanswered: true,
    };
  return {
    kind: 'retry',
    code: 'provider-unreachable',
    reason: 'The email service could not be reached.',
    providerWords,
    ...(status === undefined && { unanswered: true }),
  };
};
