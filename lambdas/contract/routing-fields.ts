/** Field names in routing conditions, except for paths into the call, which begin with `body`, `headers` or `query`. */
export const callFields = ['method', 'sender', 'key', 'state', 'severity', 'verified', 'repeat'] as const;
