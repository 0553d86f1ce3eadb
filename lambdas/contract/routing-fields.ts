/** Fields of a call that routing conditions ask for by one word; all others begin with `body`, `headers` or `query`. */
export const callFields = ['method', 'sender', 'key', 'state', 'severity', 'verified', 'repeat'] as const;
