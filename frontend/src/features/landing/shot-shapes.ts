/** Widths in pixels of each product picture. */
export const SHOT_WIDTHS = [640, 1280];

/** The window of the pictures for phones, and their width in pixels. */
export const PHONE = { width: 390, height: 620, pixels: 780 } as const;

/** The window sizes in which `npm run shots` takes the pictures. */
export const shotShapes = {
  webhook: { width: 1120, height: 900 },
  call: { width: 800, height: 760 },
  editor: { width: 1120, height: 760 },
} as const;
