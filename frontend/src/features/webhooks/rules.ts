import { answerProblem, isFieldPath, MAX_DUPLICATE_FIELDS } from '#contract/answer';
import { MAX_DUPLICATE_WINDOW_MINUTES, MAX_RETENTION_DAYS, MAX_TARGETS } from '#contract/bounds';
import { formatDuration, plural } from '../../lib/format.ts';
import { type Intake, newWebhook, settingsOf, type Target, type WebhookDraft } from '../../lib/wire.ts';
import { texts } from './texts.ts';

/** The user's IANA time zone; UTC if the browser does not report one. */
export const ownTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC';

/** A webhook created in the browser has rich messages by default. API clients choose. */
export const emptyDraft: WebhookDraft = { ...newWebhook, format: 'rich' };

/** The chosen targets that a webhook can start with: active ones, or all of them while that is unknown. */
export const activeOnly = (
  ids: readonly number[],
  targets: readonly Pick<Target, 'id' | 'status'>[] | undefined,
): number[] => ids.filter((chosen) => targets?.some(({ id, status }) => id === chosen && status === 'active') ?? true);

/**
 * Returns the reason if a new webhook cannot be created: no active targets, no name, no target selected.
 * @param newTarget true if one is created together with it
 */
export function missingForWebhook(
  draft: Pick<WebhookDraft, 'name' | 'targetIds' | 'intake' | 'retentionDays'>,
  activeTargets: number,
  newTarget = false,
): string | undefined {
  if (activeTargets === 0 && !newTarget) return texts.create.needActive;
  if (draft.name.trim() === '') return texts.create.needName;
  return draft.targetIds.length === 0 && !newTarget ? texts.create.needTarget : problemOfSettings(draft);
}

/** A name that no target has: `Ops`, otherwise `Ops 2` and so on. */
export function freeName(name: string, targets: readonly { name: string }[] = []): string {
  const taken = new Set(targets.map((target) => target.name));
  for (let number = 2, free = name; ; number++) {
    if (!taken.has(free)) return free;
    free = `${name} ${number}`;
  }
}

/** Returns the reason if changes cannot be saved. */
export function problemOfChange(
  draft: Pick<WebhookDraft, 'name' | 'targetIds' | 'intake' | 'retentionDays'>,
): string | undefined {
  if (draft.targetIds.length === 0) return texts.view.noTarget;
  if (draft.name.trim() === '') return texts.view.noName;
  return problemOfSettings(draft);
}

const problemOfSettings = ({ intake, retentionDays }: Pick<WebhookDraft, 'intake' | 'retentionDays'>) =>
  problemOfIntake(intake) ??
  problemOfFields(intake.duplicateFields) ??
  (intake.answer === null ? undefined : problemOfAnswer(intake.answer)?.text) ??
  problemOfRetention(retentionDays);

/** An invalid window: not a whole number of minutes up to a day. */
export const problemOfIntake = ({ duplicates, duplicateWindowMinutes: minutes }: Intake): string | undefined =>
  duplicates === 'off' || isWhole(minutes, MAX_DUPLICATE_WINDOW_MINUTES) ? undefined : texts.intake.wrongWindow;

/** At most five paths in the body. */
export function problemOfFields(fields: Intake['duplicateFields']): string | undefined {
  if (fields.length > MAX_DUPLICATE_FIELDS) return texts.intake.tooManyFields;
  const wrong = fields.find((path) => !isFieldPath(path));
  return wrong === undefined ? undefined : texts.intake.wrongField(wrong);
}

/** The error of a response, for its field. */
export function problemOfAnswer(answer: NonNullable<Intake['answer']>) {
  const problem = answerProblem(answer);
  return problem && { field: problem.field, text: texts.answer.wrong[problem.why](answer.status) };
}

/** An invalid retention: neither empty nor a whole number of days up to a year. */
export const problemOfRetention = (days: WebhookDraft['retentionDays']): string | undefined =>
  days === null || isWhole(days, MAX_RETENTION_DAYS) ? undefined : texts.retention.wrong;

const isWhole = (value: number, most: number): boolean => Number.isInteger(value) && value >= 1 && value <= most;

/** Only active targets can be chosen. A chosen one can always be removed. */
export const canToggle = (target: Pick<Target, 'id' | 'status'>, chosen: readonly number[]): boolean =>
  chosen.includes(target.id) || (target.status === 'active' && chosen.length < MAX_TARGETS);

/** All targets, with unavailable ones at the end, because users would search for a missing one. */
export const offered = <Each extends Pick<Target, 'status'>>(targets: readonly Each[]): Each[] =>
  targets.toSorted((one, other) => Number(one.status !== 'active') - Number(other.status !== 'active'));

/** True if no more targets can be chosen, which turns the counter red. */
export const isCountAtMost = (chosen: number): boolean => chosen >= MAX_TARGETS;

/** True if two drafts are equal, regardless of the order of targets. */
export const sameDraft = (left: WebhookDraft, right: WebhookDraft): boolean => {
  const told = ({ targetIds, ...rest }: WebhookDraft) =>
    JSON.stringify(settingsOf({ ...rest, targetIds: targetIds.toSorted((one, other) => one - other) }));
  return told(left) === told(right);
};

/** The time of a silence alarm: `15 min`, `25 h`, `8 days`. */
export const silenceTime = (minutes: number): string =>
  minutes >= 2880 && minutes % 1440 === 0 ? plural(minutes / 1440, 'day') : formatDuration(minutes * 60_000);
