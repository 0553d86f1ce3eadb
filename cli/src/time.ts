import { UsageError } from './command.ts';

const UNITS: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400 };

/**
 * Parses a date, or a period before now (`30m`, `2h`, `3d`).
 * @returns RFC 3339 in UTC
 * @throws UsageError
 */
export const since = (text: string, now: Date): string => {
  const [, number, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const seconds = UNITS[unit];
  const at = number && seconds ? new Date(now.getTime() - Number(number) * seconds * 1000) : new Date(text);
  if (Number.isNaN(at.getTime()))
    throw new UsageError(`${text} is not a time. Use 30m, 2h, 3d or 2026-03-01T12:00:00Z`);
  return at.toISOString();
};
