/** Widths in pixels in which each picture of the product is there. */
export const SHOT_WIDTHS = [640, 1280];

/** The windows in which `npm run shots` takes them. */
export const shotShapes = {
  webhook: { width: 1120, height: 1040 },
  call: { width: 800, height: 760 },
  editor: { width: 1120, height: 760 },
} as const;
