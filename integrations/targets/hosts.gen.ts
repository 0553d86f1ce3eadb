// Written by npm run shelf.
/** The hosts that the stand-ins answer for: the template knows them without loading what answers. */
export const targetHosts: readonly string[] = [
  "api.telegram.org",
  "slack.com",
  "hooks.slack.com",
  "hooks.slack-gov.com",
  "*.logic.azure.com",
  "*.environment.api.powerplatform.com",
  "chat.googleapis.com",
  "graph.facebook.com",
  "discord.com",
  "discordapp.com",
  "canary.discord.com",
  "ptb.discord.com",
  "chat.mattermost.example",
  "matrix.homeserver.example",
  "ntfy.sh",
  "api.pushover.net",
  "*.receiver.example"
];
