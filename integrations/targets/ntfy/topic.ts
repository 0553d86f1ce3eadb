/** A topic's URL, without user name, query or fragment. */
export const TOPIC_URL = /^https:\/\/[^\s?#@\x2f]+\/(?:\w|-){1,64}\/?$/;
export const WRONG_URL = 'This is not the URL of an ntfy topic';

/** An access token's format (user/manager.go of ntfy). */
export const TOKEN = /^tk_[a-z0-9]{29}$/;
export const WRONG_TOKEN = 'An access token begins with tk_ and has 32 characters';
