import type { StatusLook } from './status.ts';

/** The severity of a call's message. */
export const severityLooks = {
  ok: { word: 'OK', tone: 'ok' },
  info: { word: 'Information', tone: 'idle' },
  warning: { word: 'Warning', tone: 'warn' },
  critical: { word: 'Critical', tone: 'err' },
} as const satisfies Record<string, Pick<StatusLook, 'word' | 'tone'>>;
