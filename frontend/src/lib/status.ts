/** What a colour means. It never stands alone: an icon and a word say the same. */
export type Tone = 'ok' | 'warn' | 'err' | 'idle' | 'accent';
export type StatusIcon = 'check' | 'alert' | 'cross' | 'retry' | 'clock' | 'dashed' | 'trash';

export interface StatusLook {
  word: string;
  tone: Tone;
  icon: StatusIcon;
}

const look = (word: string, tone: Tone, icon: StatusIcon): StatusLook => ({ word, tone, icon });

/** Errors of the last 3 days: more than 7 red, 1 to 7 yellow, 0 green. */
export const errorsTone = (count: number): Tone => (count > 7 ? 'err' : count > 0 ? 'warn' : 'ok');

export const errorsLook = (count: number): StatusLook =>
  look(
    `${count} ${count === 1 ? 'error' : 'errors'} in 3 days`,
    errorsTone(count),
    count > 7 ? 'cross' : count > 0 ? 'alert' : 'check',
  );

export const limitLook = (hit: boolean): StatusLook =>
  hit ? look('Hit', 'err', 'cross') : look('Not Hit', 'ok', 'check');

export const webhookLook = (enabled: boolean): StatusLook =>
  enabled ? look('Enabled', 'ok', 'check') : look('Disabled', 'err', 'cross');

/** Active green, inactive red, pending yellow, everything else grey. */
export function targetLook(status: string): StatusLook {
  switch (status) {
    case 'active':
      return look('Active', 'ok', 'check');
    case 'inactive':
      return look('Inactive', 'err', 'cross');
    case 'pending':
      return look('Pending', 'warn', 'clock');
    case 'deleted':
      return look('Deleted', 'idle', 'trash');
    case 'disabled':
      return look('Disabled', 'idle', 'dashed');
    case 'created':
      return look('Created', 'idle', 'dashed');
    default:
      return look(status, 'idle', 'dashed');
  }
}

export function invocationLook(status: string): StatusLook {
  switch (status) {
    case 'success':
      return look('Success', 'ok', 'check');
    case 'partial':
      return look('Partially Failed', 'warn', 'alert');
    case 'error':
      return look('Failed', 'err', 'cross');
    default:
      return look('Under way', 'idle', 'clock');
  }
}

/** @param retrying whether another attempt is planned */
export function dispatchLook(status: string, retrying: boolean): StatusLook {
  if (status === 'success') return look('Success', 'ok', 'check');
  if (status === 'error') return retrying ? look('Retrying', 'warn', 'retry') : look('Failed', 'err', 'cross');
  return look('Under way', 'idle', 'clock');
}
