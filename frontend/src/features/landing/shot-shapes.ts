/** Widths in pixels of each product picture. */
export const SHOT_WIDTHS = [640, 1280];

/** The window sizes in which `npm run shots` takes the pictures. */
export const shotShapes = {
  webhook: { width: 1120, height: 1040 },
  call: { width: 800, height: 760 },
  editor: { width: 1120, height: 760 },
} as const;
