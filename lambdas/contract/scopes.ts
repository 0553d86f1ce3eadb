/** What an API key may do: read, change webhooks and targets, or make calls and send messages again. */
export const scopes = ['read', 'write', 'send'] as const;
export type Scope = (typeof scopes)[number];

/** How every API key begins, by which access, scanners for secrets and people tell it. */
export const KEY_PREFIX = 'thk_';
