import * as z from 'zod';
import type { Settings } from '../settings.ts';
import type { AskAws } from './ask-aws.ts';
import { type Finding, find, fine, later, stop } from './findings.ts';

const quotaSchema = z.object({ AccountLimit: z.object({ ConcurrentExecutions: z.number() }) });

/** Checks if the account's concurrency quota is at least the one in the settings. */
export const lambdaQuota = (ask: AskAws, { region, concurrencyQuota, reservedForInvoke }: Settings): Promise<Finding> =>
  find('Lambda quota', async () => {
    const { AccountLimit } = quotaSchema.parse(await ask(['lambda', 'get-account-settings'], region));
    const granted = AccountLimit.ConcurrentExecutions;
    if (granted >= concurrencyQuota)
      return fine(`${granted} concurrent executions; the settings need ${concurrencyQuota}`);
    const reserve = reservedForInvoke
      ? `, "reservedForInvoke": ${granted < 400 ? null : Math.min(reservedForInvoke, Math.floor(granted / 4))}`
      : '';
    return stop(
      `${granted} concurrent executions, but the settings need ${concurrencyQuota} (concurrencyQuota)`,
      `aws service-quotas request-service-quota-increase --region ${region} --service-code lambda --quota-code L-B99A9384 --desired-value ${concurrencyQuota} (takes hours to days), or set "concurrencyQuota": ${granted}, "maxDispatchers": ${Math.min(300, Math.max(2, Math.floor(granted * 0.4)))}${reserve}`,
    );
  });

const mailAccount = z.object({ ProductionAccessEnabled: z.boolean() });

/** Checks if SES can send to any address. */
export const mailSandbox = (ask: AskAws, { region, mail }: Settings): Promise<Finding> =>
  find('SES sandbox', async () => {
    const { ProductionAccessEnabled } = mailAccount.parse(await ask(['sesv2', 'get-account'], region));
    if (ProductionAccessEnabled) return fine('none: email can be sent to any address');
    return later(
      `email can be sent only to verified addresses; to verify yours: aws ses verify-email-identity --region ${region} --email-address ${mail.operator}`,
      'request production access: docs/deploy.md#email-alarms-and-budget',
    );
  });
