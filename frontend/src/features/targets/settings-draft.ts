import type { TargetSettings } from '#contract/target';

type Mention = NonNullable<TargetSettings['mention']>;

/** The form for a target's message settings. */
interface SettingsDraft {
  who: 'nobody' | 'here' | 'channel' | 'ids';
  /** The ids as typed. */
  ids: string;
  from: Mention['from'];
  silentBelow: 'never' | 'warning' | 'critical';
  link: boolean;
  /** The number as typed. If empty, the provider's maximum applies. */
  maxPerMinute: string;
}

const oneOf = <Value extends string>(values: readonly Value[], value: unknown, otherwise: Value): Value =>
  values.find((known) => known === value) ?? otherwise;

/** Reads the settings from a target's free-form options. Invalid settings count as missing. */
export function settingsDraft(options: Record<string, unknown>): SettingsDraft {
  const { who, from } = (options.mention ?? {}) as { who?: unknown; from?: unknown };
  return {
    who: Array.isArray(who) ? 'ids' : oneOf(['here', 'channel'], who, 'nobody' as 'nobody' | 'here' | 'channel'),
    ids: Array.isArray(who) ? who.join(' ') : '',
    from: oneOf(['critical', 'warning', 'always'], from, 'critical'),
    silentBelow: oneOf(['warning', 'critical'], options.silent_below, 'never' as 'never' | 'warning' | 'critical'),
    link: options.link !== 'hidden',
    maxPerMinute: typeof options.max_per_minute === 'number' ? String(options.max_per_minute) : '',
  };
}

const MAX_IDS = 5;

/** The ids in the typed text; mentions copied from a message are accepted too. */
const idsIn = (typed: string): string[] =>
  typed
    .split(/[\s,;]+/)
    .map((one) => one.replace(/^<@!?(&?)/, '$1').replace(/^<!subteam\^|[|>].*$/g, ''))
    .filter((one) => one !== '');

/** True if a text consists of valid ids; `pattern` is the form of an id at the provider. */
export const areIds = (typed: string, pattern: string): boolean => {
  const ids = idsIn(typed);
  return ids.length > 0 && ids.length <= MAX_IDS && ids.every((id) => new RegExp(pattern).test(id));
};

const MAX_PER_MINUTE = 600;

export const isPace = (typed: string): boolean =>
  typed.trim() === '' || (/^\d{1,3}$/.test(typed.trim()) && Number(typed) >= 1 && Number(typed) <= MAX_PER_MINUTE);

/** The options to send to the API, without those that the kind does not have. */
export const settingsToSend = (
  { who, ids, from, silentBelow, link, maxPerMinute }: SettingsDraft,
  offered: { link: boolean; silentBelow: boolean; mention?: unknown },
): TargetSettings => ({
  ...(offered.mention !== undefined && {
    mention: who === 'nobody' ? null : { who: who === 'ids' ? idsIn(ids) : who, from },
  }),
  ...(offered.silentBelow && { silent_below: silentBelow === 'never' ? null : silentBelow }),
  ...(offered.link && { link: link ? 'shown' : 'hidden' }),
  max_per_minute: maxPerMinute.trim() === '' ? null : Number(maxPerMinute),
});
