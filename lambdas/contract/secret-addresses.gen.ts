// Written by npm run shelf.
/** Providers’ URLs that are secrets themselves, with a replacement for each. */
export const secretAddresses: [pattern: RegExp, shown: string][] = [
  [/\b(api\.telegram\.org\/(?:file\/)?bot)\d+:[\w-]+/g, "$1***"],
  [/\bhooks\.slack(?:-gov)?\.com\/(?:services|workflows|triggers)\/[^\s"'<>\\|]+/g, "hooks.slack.com/***"],
  [/\b([\w-]{1,63}\.webhook\.office\.com)\/[^\s"'<>\\|]+/g, "$1/***"],
  [/\b(chat\.googleapis\.com\/v1\/spaces\/[\w-]+\/messages)\?[^\s"'<>\\|]+/g, "$1?***"],
  [/\b(discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\/\d+)\/[\w-]+/g, "$1/***"],
];
