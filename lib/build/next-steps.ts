import type { Settings } from '../settings.ts';
import { STAGE_TAG } from '../stage-tag.ts';
import { addressesOf, type StackOutputs } from './outputs.ts';

/** What the operator does after a deployment, with the values of its outputs; docs/deploy.md says more about each step. */
export const nextSteps = (settings: Settings, outputs: StackOutputs): string => {
  const { stage, mail, firewall, webAclArn, invokeDistribution, monthlyBudgetDollars } = settings;
  const output = (stack: string, name: string) => outputs[`tellhook-${stage}-${stack}`]?.[name];
  const steps: string[] = [];
  const { appUrl, invokeUrl } = addressesOf(settings, outputs);
  const dns = [
    [appUrl, output('web', 'AppAlias')],
    [invokeUrl, output('base', 'InvokeHostAlias')],
  ].flatMap(([url = '', target]) => (target ? [`${new URL(url).hostname} → ${target}`] : []));
  if (dns.length > 0) steps.push(`DNS, an alias or CNAME each: ${dns.join(', ')}`);
  steps.push(
    mail.from === mail.operator
      ? `Confirm AWS's mail about sending as ${mail.from}: until then no mail leaves`
      : `Mail: \`npm run --silent provider:setup -- email\` says which records of ${mail.from.split('@')[1]} are missing; ask SES for production access`,
    `Confirm AWS's mail "Subscription Confirmation" at ${mail.operator}, or no alarm reaches anybody`,
  );
  const providers = output('data', 'ProvidersSecretArn');
  if (providers)
    steps.push(
      `Providers: export PROVIDERS_SECRET_ARN=${providers}, then \`npm run --silent provider:setup -- NAME\` for each`,
    );
  const acl = output('firewall', 'WebAclArn');
  if (firewall && acl !== webAclArn)
    steps.push(`Firewall: set "webAclArn": "${acl}" in the settings and deploy once more`);
  const invokeAcl = output('firewall', 'InvokeWebAclArn');
  if (invokeAcl && invokeAcl !== invokeDistribution?.webAclArn)
    steps.push(
      `Firewall of the invoke host: set "invokeDistribution": { "webAclArn": "${invokeAcl}" } in the settings and deploy once more`,
    );
  steps.push(
    `${dns.length > 0 ? 'When DNS answers: ' : ''}\`npm run smoke -- ${appUrl}\` plays the first minutes and says what does not work`,
  );
  if (monthlyBudgetDollars)
    steps.push(
      `Budget: in a day, when Billing lists it, activate the cost allocation tag ${STAGE_TAG}; until then the budget counts nothing`,
    );
  const dashboard = output('operations', 'DashboardUrl');
  if (dashboard) steps.push(`Look at ${dashboard}`);
  return [
    `The app: ${appUrl}`,
    `Webhooks are called at ${invokeUrl}`,
    'Next steps (docs/deploy.md):',
    ...steps.map((step, index) => `${index + 1}. ${step}`),
  ].join('\n');
};
