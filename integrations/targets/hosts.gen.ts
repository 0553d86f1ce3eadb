// Written by npm run shelf.
/** The fakes’ hosts. Templates use them without loading the fakes. */
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
