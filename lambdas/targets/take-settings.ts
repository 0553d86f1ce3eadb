import { type TargetSettings, targetSettings } from '#contract/target';
import { AppError } from '../platform/errors.ts';
import { isSetting, settingsOf } from './settings.ts';
import type { TargetKind } from './target-kind.ts';

/**
 * Splits a client's options into settings and the kind's own options. `null` and the default value remove a setting;
 * omitted settings stay.
 * @throws AppError('invalid-input') naming the option
 */
export const takeSettings = (
  sent: Record<string, unknown>,
  { slug, settings: offered }: Pick<TargetKind, 'slug' | 'settings'>,
): { settings: TargetSettings; options: Record<string, unknown> } => {
  const options = Object.fromEntries(Object.entries(sent).filter(([name]) => !isSetting(name)));
  const named = settingsOf(sent);
  for (const name of Object.keys(named) as (keyof TargetSettings)[])
    if (named[name] !== null && name !== 'max_per_minute' && !offered?.[name])
      throw wrong(name, `is not an option for ${slug} targets`);
  const parsed = targetSettings.safeParse(named);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw wrong(issue?.path.join('.') ?? '', issue?.message ?? 'is invalid');
  }
  const who = parsed.data.mention?.who;
  const { id, hint } = offered?.mention ?? {};
  if (Array.isArray(who) && id && !who.every((one) => id.test(one))) throw wrong('mention.who', hint ?? 'is invalid');
  return { settings: parsed.data, options };
};

const wrong = (path: string, message: string) =>
  new AppError('target-options-wrong', 'The target’s options are invalid', {
    fields: [{ path: `options.${path}`, message }],
  });
