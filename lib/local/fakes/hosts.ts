/** Where the functions find the stand-ins of the providers in the template; a run puts its own origin in this one's place. */
export const FAKES_ORIGIN = 'http://fakes.invalid';

/** The hosts that each provider answers for; `*.suffix` for all below. */
export const fakeHosts = {
  slack: ['slack.com', 'hooks.slack.com', 'hooks.slack-gov.com'],
  telegram: ['api.telegram.org'],
  msteams: ['*.logic.azure.com', '*.environment.api.powerplatform.com'],
  whatsapp: ['graph.facebook.com'],
  discord: ['discord.com', 'discordapp.com', 'canary.discord.com', 'ptb.discord.com'],
  http: ['*.receiver.example'],
  stripe: ['api.stripe.com'],
};
