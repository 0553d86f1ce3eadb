/**
 * `https://discord.com/api/webhooks/<id>/<token>`, also with the hosts of test clients, an API version, and the id of a
 * thread or of a forum’s post (`?thread_id=<id>`).
 */
export const HOOK_URL =
  /^https:\/\/(?:(?:canary|ptb)\.)?discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/\d{15,22}\/[\w\-]{40,100}\/?(?:\?thread_id=\d{15,22})?$/v;
/** The error message for all other URLs. */
export const WRONG_URL = 'The URL is not a Discord webhook URL';
