/** A user key, group key or application's API token (pushover.net/api). */
export const KEY = /^[A-Za-z0-9]{30}$/;
export const WRONG_KEY = 'A key of Pushover has 30 letters and digits';
