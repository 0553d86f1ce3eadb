/** Maximum computing time for all expressions of a render, in milliseconds. */
export const RENDER_MILLISECONDS = 400;
