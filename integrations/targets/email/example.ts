import type { KindExample } from '../../../test/targets/kind-example.ts';

export const example: KindExample = {
  busySeconds: 3,
  refusals: {
    Throttling: 'retry',
    DailyQuota: 'retry',
    NotVerified: 'fail_config',
    MessageRejected: 'fail_message',
    InvalidParameterValue: 'fail_target',
    MailFromDomainNotVerifiedException: 'fail_config',
    ConfigurationSetDoesNotExistException: 'fail_config',
    ConfigurationSetSendingPausedException: 'fail_config',
    AccountSendingPausedException: 'fail_config',
    InternalFailure: 'retry',
  },
};
