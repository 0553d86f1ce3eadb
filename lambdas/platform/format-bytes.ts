const MEBIBYTE = 1024 ** 2;

/** Formats a size, for sentences about a plan’s storage: `26214400` → `25 MB`, `2147483648` → `2 GB`. */
export const formatBytes = (bytes: number): string =>
  bytes >= 1024 * MEBIBYTE
    ? `${Number((bytes / 1024 / MEBIBYTE).toFixed(1))} GB`
    : `${Number((bytes / MEBIBYTE).toFixed(1))} MB`;
