/** `https://<server>/hooks/<id>`. The server's path can have more segments before `hooks`. */
export const HOOK_URL = /^https:\/\/[^\s?#@\x2f]+(?:\/[\w.\-]+)*\/hooks\/[a-z0-9]{26}\/?$/v;
/** The error message for all other URLs. */
export const WRONG_URL = 'This is not the URL of a Mattermost incoming webhook';
