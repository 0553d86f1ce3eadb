/** `https://discord.com/api/webhooks/<id>/<token>`, also of the test clients and with an API version. */
export const HOOK_URL =
  /^https:\/\/(?:(?:canary|ptb)\.)?discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/\d{15,22}\/[\w\-]{40,100}\/?$/v;
/** The error for all other URLs. */
export const WRONG_URL = 'The URL is not a Discord webhook URL';
