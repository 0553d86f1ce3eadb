import type { TargetChange, TargetSettings } from '#contract/target';
import type { Message } from '../model/message.ts';
import { type Severity, severityRanks } from '../templates/outline/outline.ts';

/**
 * The options common to all kinds: the owner's settings for messages to any provider. Every kind has
 * `max_per_minute`.
 */
const NAMES = ['mention', 'silent_below', 'link', 'max_per_minute'] as const satisfies (keyof TargetSettings)[];

/** Settings that are stored with the others, although the API has them outside the options. */
const FALLBACK = ['fallback_target_id', 'fallback_after_minutes'] as const satisfies (keyof TargetChange)[];

/** All settings, as stored among the options. */
export type StoredSettings = TargetSettings & Pick<TargetChange, (typeof FALLBACK)[number]>;

const pick = (names: readonly string[], options: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(names.filter((name) => name in options).map((name) => [name, options[name]]));

/** A target’s settings among its options, as the API shows them. */
export const settingsOf = (options: Record<string, unknown>): TargetSettings => pick(NAMES, options);

/** A target’s options without its fallback, which has its own fields in the API. */
export const withoutFallback = (options: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(options).filter(([name]) => !isFallback(name)));

/** A target’s own options, which say where its messages go, in a fixed order. */
export const withoutSettings = (options: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(options)
      .filter(([name]) => !isSetting(name))
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );

/** All of a target’s stored settings. */
export const storedSettingsOf = (options: Record<string, unknown>): StoredSettings =>
  pick([...NAMES, ...FALLBACK], options);

const isFallback = (name: string): boolean => (FALLBACK as readonly string[]).includes(name);

export const isSetting = (name: string): boolean => isFallback(name) || (NAMES as readonly string[]).includes(name);

/** Returns options with changed settings. Settings equal to the default are removed. */
export const withSettings = (options: Record<string, unknown>, changes: StoredSettings): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries({ ...options, ...changes }).filter(
      ([name, value]) => !isSetting(name) || (value !== null && value !== undefined && value !== 'shown'),
    ),
  );

/** Returns a message's severity; undefined if it has neither formatting nor subject. */
const severityOf = ({ rich, subject }: Message): Severity | undefined =>
  rich?.severity ?? subject?.severity ?? (rich && 'info');

/** Applies a target's settings to a message: mentions, sound, and the link to its call. */
export const applySettings = (message: Message, options: Record<string, unknown>): Message => {
  const { mention, silent_below, link } = settingsOf(options);
  const severity = severityOf(message);
  const reaches = (bound: Severity) => severity !== undefined && severityRanks[severity] >= severityRanks[bound];
  const mentions = mention && message.part === 1 && (mention.from === 'always' || reaches(mention.from));
  return {
    ...message,
    ...(mentions && { mention: mention.who }),
    ...(silent_below && severity !== undefined && !reaches(silent_below) && { silent: true }),
    ...(link === 'hidden' && { link: '' }),
  };
};
