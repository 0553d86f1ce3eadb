/** Short names of fields in routing conditions. All other fields begin with `body`, `headers` or `query`. */
export const callFields = ['method', 'sender', 'key', 'state', 'severity', 'verified', 'repeat'] as const;
