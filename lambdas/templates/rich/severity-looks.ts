import type { Severity } from '../outline/outline.ts';

/** Colours of the bar next to a message, for targets that have one. */
export const severityColours: Record<Severity, string> = {
  ok: '#2f9e44',
  info: '#868e96',
  warning: '#f08c00',
  critical: '#e03131',
};

/** Symbols before the title, for targets without colours. */
const severitySigns: Record<Severity, string> = { ok: '🟢', info: '', warning: '🟠', critical: '🔴' };

/** Returns the severity's symbol and a space, or an empty text if the severity has no symbol. */
export const signBefore = (severity: Severity | undefined): string => {
  const sign = severity && severitySigns[severity];
  return sign ? `${sign} ` : '';
};
