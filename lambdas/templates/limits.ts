/** Milliseconds that all expressions of one render may compute together. */
export const RENDER_MILLISECONDS = 400;
