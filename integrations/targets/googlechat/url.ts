/**
 * `https://chat.googleapis.com/v1/spaces/<space>/messages?key=<key>&token=<token>`, as copied from the space's
 * settings.
 */
export const HOOK_URL =
  /^https:\/\/chat\.googleapis\.com\/v1\/spaces\/[\w\-]{1,64}\/messages\?key=[\w\-]{10,100}&token=[\w\-%]{10,200}$/v;
/** The error message for all other URLs. */
export const WRONG_URL = 'The URL is not a Google Chat webhook URL';
