import type { Target } from '../../lambdas/model/target.ts';
import { START, target } from './support.ts';

const WORKFLOW = '0123456789abcdef0123456789abcdef';
export const teamsUrl = `https://default0a1b2c.4d.environment.api.powerplatform.com:443/powerautomate/automations/direct/workflows/${WORKFLOW}/triggers/manual/paths/invoke?api-version=1&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=TheSignatureIsTheCredential-0123456789abcde`;
export const oldTeamsUrl = `https://prod-21.westeurope.logic.azure.com:443/workflows/${WORKFLOW}/triggers/manual/paths/invoke?api-version=2016-06-01&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=TheOldSignature-0123456789abcdefghijklmnopqr`;
const slackUrl = 'https://hooks.slack.com/services/T00000000/B00000000/theSecretOfTheHook';
export const discordUrl =
  'https://discord.com/api/webhooks/123456789012345678/theTokenOfTheWebhook_theTokenOfTheWebhook_theTokenOfTheWeb12';
export const whsec = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

/** An active target of each kind that speaks HTTP, as its own onboarding leaves it. */
export const activeTargets: Record<string, Target> = {
  telegram: target({ kind: 'telegram', options: { chatId: '42', chatType: 'private', chatTitle: 'A' } }),
  slack: target({ kind: 'slack', options: { channel: '#general' }, secrets: { url: slackUrl } }),
  msteams: target({ kind: 'msteams', secrets: { url: teamsUrl } }),
  discord: target({
    kind: 'discord',
    secrets: { url: discordUrl, token: discordUrl.slice(discordUrl.lastIndexOf('/') + 1) },
  }),
  http: target({
    kind: 'http',
    secrets: {
      url: 'https://hooks.receiver.example/in?key=aKeyInTheQuery',
      signing: whsec,
      'header:Authorization': 'Bearer theReceiversOwnToken',
    },
  }),
  whatsapp: target({
    kind: 'whatsapp',
    options: { waId: '491510000000', lastInboundAt: new Date(START.getTime() - 3_600_000).toISOString() },
  }),
};

/** What must never be read in any words about these, by kind; each stands alone in the answers that are searched. */
export const secretsOf: Record<string, string[]> = {
  telegram: ['AAtestTokenOfTheBot'],
  slack: ['theSecretOfTheHook', slackUrl],
  msteams: ['TheSignatureIsTheCredential-0123456789abcde', teamsUrl],
  discord: ['theTokenOfTheWebhook_theTokenOfTheWebhook_theTokenOfTheWeb12', discordUrl],
  http: ['aKeyInTheQuery', 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'theReceiversOwnToken'],
  whatsapp: ['EAAwhatsappAccessToken'],
};
