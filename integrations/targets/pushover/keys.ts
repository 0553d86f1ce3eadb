/** A user key, the key of a group, or the API token of an application (pushover.net/api). */
export const KEY = /^[A-Za-z0-9]{30}$/;
export const WRONG_KEY = 'A key of Pushover has 30 letters and digits';
