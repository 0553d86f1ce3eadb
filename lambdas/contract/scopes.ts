/** Scopes of an API key: read, change webhooks and targets, or make calls and resend messages. */
export const scopes = ['read', 'write', 'send'] as const;
export type Scope = (typeof scopes)[number];

/** The prefix of every API key. Access checks, secret scanners and people recognise keys by it. */
export const KEY_PREFIX = 'thk_';
