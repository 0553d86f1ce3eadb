/** The browser's entry for an open trial, apart from the session of an ordinary account. */
export const TRIAL_KEY = 'trial';
