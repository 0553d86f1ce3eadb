/** The wire value for "never": a date that no event can have. */
export const NEVER = '0001-01-01T00:00:00Z';
