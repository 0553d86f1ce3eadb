import { answerProblem, isFieldPath, MAX_DUPLICATE_FIELDS } from '#contract/answer';
import { MAX_DUPLICATE_WINDOW_MINUTES, MAX_RETENTION_DAYS, MAX_TARGETS } from '#contract/bounds';
import { formatDuration, plural } from '../../lib/format.ts';
import { type Intake, newWebhook, settingsOf, type Target, type WebhookDraft } from '../../lib/wire.ts';
import { texts } from './texts.ts';

/** The user's IANA time zone; UTC if the browser does not report one. */
export const ownTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC';

/** The draft of a new webhook. In the browser, messages are rich by default; API clients choose the format. */
export const emptyDraft: WebhookDraft = { ...newWebhook, format: 'rich' };

/** The chosen targets that are active, or all of them while the targets are loading. */
export const activeOnly = (
  ids: readonly number[],
  targets: readonly Pick<Target, 'id' | 'status'>[] | undefined,
): number[] => ids.filter((chosen) => targets?.some(({ id, status }) => id === chosen && status === 'active') ?? true);

/**
 * Returns the reason why a new webhook cannot be created: no active targets, no name, no target selected.
 * @param newTarget true if a target is created together with the webhook
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

/** Returns a name that no other target has, such as `Ops 2` if `Ops` exists. */
export function freeName(name: string, targets: readonly { name: string }[] = []): string {
  const taken = new Set(targets.map((target) => target.name));
  for (let number = 2, free = name; ; number++) {
    if (!taken.has(free)) return free;
    free = `${name} ${number}`;
  }
}

/** Returns the reason why changes cannot be saved; undefined if they can. */
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

/** Returns an error unless the window is a whole number of minutes up to a day. */
export const problemOfIntake = ({ duplicates, duplicateWindowMinutes: minutes }: Intake): string | undefined =>
  duplicates === 'off' || isWhole(minutes, MAX_DUPLICATE_WINDOW_MINUTES) ? undefined : texts.intake.wrongWindow;

/** Returns an error unless the fields are at most five valid paths in the body. */
export function problemOfFields(fields: Intake['duplicateFields']): string | undefined {
  if (fields.length > MAX_DUPLICATE_FIELDS) return texts.intake.tooManyFields;
  const wrong = fields.find((path) => !isFieldPath(path));
  return wrong === undefined ? undefined : texts.intake.wrongField(wrong);
}

/** Returns the error of a custom response, with its field. */
export function problemOfAnswer(answer: NonNullable<Intake['answer']>) {
  const problem = answerProblem(answer);
  return problem && { field: problem.field, text: texts.answer.wrong[problem.why](answer.status) };
}

/** Returns an error unless the retention is empty or a whole number of days up to a year. */
export const problemOfRetention = (days: WebhookDraft['retentionDays']): string | undefined =>
  days === null || isWhole(days, MAX_RETENTION_DAYS) ? undefined : texts.retention.wrong;

const isWhole = (value: number, most: number): boolean => Number.isInteger(value) && value >= 1 && value <= most;

/** True if a target can be selected or deselected. Only active targets can be selected; any can be deselected. */
export const canToggle = (target: Pick<Target, 'id' | 'status'>, chosen: readonly number[]): boolean =>
  chosen.includes(target.id) || (target.status === 'active' && chosen.length < MAX_TARGETS);

/** All targets, with unavailable ones at the end. Users would look for them, so they are listed. */
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

/** Formats the time of a silence alarm: `15 min`, `25 h`, `8 days`. */
export const silenceTime = (minutes: number): string =>
  minutes >= 2880 && minutes % 1440 === 0 ? plural(minutes / 1440, 'day') : formatDuration(minutes * 60_000);
