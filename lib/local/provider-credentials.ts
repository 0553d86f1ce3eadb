import type { ProviderCredentials } from '../../lambdas/model/message.ts';

/**
 * Invented credentials that the local functions and fakes share. They work nowhere else: the Secrets Manager stand-in
 * gives them to the functions, and the fakes accept no others.
 */
export const localProviderCredentials = {
  telegram: {
    botToken: '1000001:local-telegram-bot-token-not-secret',
    botName: 'TellhookLocalBot',
    webhookSecret: 'local-telegram-webhook-secret',
  },
  slack: { clientId: '1000001.1000002', clientSecret: 'local-slack-client-secret-not-secret' },
  whatsapp: {
    phoneNumberId: '100000000000001',
    accessToken: 'local-whatsapp-access-token-not-secret',
    appSecret: 'local-whatsapp-app-secret-not-secret',
    verifyToken: 'local-whatsapp-verify-token',
    number: '15550100001',
  },
  stripe: {
    secretKey: 'local-stripe-secret-key-not-secret',
    webhookSecret: 'whsec_local-stripe-webhook-secret-not-secret',
    priceId: 'price_local_premium',
  },
} satisfies ProviderCredentials;

/** The fakes' pages, which replace those of the providers. @param appUrl without a trailing slash */
export const localProviderLinks = (appUrl: string): Record<string, string> => ({
  slackAuthorize: `${appUrl}/__fakes/slack/oauth/v2/authorize`,
  oidcAuthorize: `${appUrl}/__fakes/oidc/authorize`,
  telegramLink: `${appUrl}/__fakes/telegram`,
  whatsappLink: `${appUrl}/__fakes/whatsapp`,
  stripePages: `${appUrl}/__fakes/stripe/`,
});
