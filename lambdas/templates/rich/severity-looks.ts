import type { Severity } from '../outline/outline.ts';

/** The bar next to a message, for targets that have one. Information has a quiet colour. */
export const severityColours: Record<Severity, string> = {
  ok: '#2f9e44',
  info: '#868e96',
  warning: '#f08c00',
  critical: '#e03131',
};

/** The same as a sign before the title, for targets without colours. */
const severitySigns: Record<Severity, string> = { ok: '🟢', info: '', warning: '🟠', critical: '🔴' };

/** The sign with a blank behind it, or nothing. */
export const signBefore = (severity: Severity | undefined): string => {
  const sign = severity && severitySigns[severity];
  return sign ? `${sign} ` : '';
};
