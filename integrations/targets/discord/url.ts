/** `https://discord.com/api/webhooks/<id>/<token>`, also with the hosts of test clients and an API version. */
export const HOOK_URL =
  /^https:\/\/(?:(?:canary|ptb)\.)?discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/\d{15,22}\/[\w\-]{40,100}\/?$/v;
/** The error message for all other URLs. */
export const WRONG_URL = 'The URL is not a Discord webhook URL';
