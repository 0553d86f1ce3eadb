/** An error that SES returns. */
export interface SesRefusal {
  status: number;
  code: string;
  message: string;
}

/** SES's errors, by name (client-ses models/errors, AWS "manage sending quotas: errors"). */
export const sesRefusals = {
  Throttling: { status: 400, code: 'Throttling', message: 'Maximum sending rate exceeded.' },
  DailyQuota: { status: 400, code: 'Throttling', message: 'Daily message quota exceeded.' },
  NotVerified: {
    status: 400,
    code: 'MessageRejected',
    message: 'Email address is not verified. The following identities failed the check in region EU-CENTRAL-1.',
  },
  MessageRejected: { status: 400, code: 'MessageRejected', message: 'Address blacklisted.' },
  InvalidParameterValue: {
    status: 400,
    code: 'InvalidParameterValue',
    message: 'Local address contains control or whitespace',
  },
  MailFromDomainNotVerifiedException: {
    status: 400,
    code: 'MailFromDomainNotVerifiedException',
    message: 'The MAIL FROM domain is not verified.',
  },
  ConfigurationSetDoesNotExistException: {
    status: 400,
    code: 'ConfigurationSetDoesNotExist',
    message: 'The configuration set does not exist.',
  },
  ConfigurationSetSendingPausedException: {
    status: 400,
    code: 'ConfigurationSetSendingPausedException',
    message: 'Sending is paused for the configuration set.',
  },
  AccountSendingPausedException: {
    status: 400,
    code: 'AccountSendingPausedException',
    message: 'Sending is paused for this account.',
  },
  InternalFailure: {
    status: 500,
    code: 'InternalFailure',
    message: 'The request processing has failed because of an unknown error.',
  },
} satisfies Record<string, SesRefusal>;
