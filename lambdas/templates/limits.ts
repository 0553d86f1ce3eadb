/** Milliseconds of computing time for all expressions of one render. */
export const RENDER_MILLISECONDS = 400;
