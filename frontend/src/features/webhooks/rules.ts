import type { Target, Webhook, WebhookDraft } from '../../lib/wire.ts';
import { texts } from './texts.ts';

/** At most this many targets per webhook; the counter turns red there. */
export const MAX_TARGETS = 10;

export const emptyDraft: WebhookDraft = {
  name: '',
  splitMessage: true,
  useTemplate: false,
  template: '',
  enabled: true,
  targetIds: [],
};

export const draftOf = ({ name, splitMessage, useTemplate, template, enabled, targetIds }: Webhook): WebhookDraft => ({
  name,
  splitMessage,
  useTemplate,
  template,
  enabled,
  targetIds,
});

/** The chosen targets that a webhook may begin with: active ones; all of them while that is not known yet. */
export const activeOnly = (
  ids: readonly number[],
  targets: readonly Pick<Target, 'id' | 'status'>[] | undefined,
): number[] => ids.filter((chosen) => targets?.some(({ id, status }) => id === chosen && status === 'active') ?? true);

/** What keeps a new webhook from being created: no active targets, no name, no target selected. */
export function missingForWebhook(
  draft: Pick<WebhookDraft, 'name' | 'targetIds'>,
  activeTargets: number,
): string | undefined {
  if (activeTargets === 0) return texts.create.needActive;
  if (draft.name.trim() === '') return texts.create.needName;
  return draft.targetIds.length === 0 ? texts.create.needTarget : undefined;
}

/** What keeps changes from being saved. */
export function problemOfChange(draft: Pick<WebhookDraft, 'name' | 'targetIds'>): string | undefined {
  if (draft.targetIds.length === 0) return texts.view.noTarget;
  return draft.name.trim() === '' ? texts.view.noName : undefined;
}

/** Only active targets can be chosen; one that was chosen before can always be taken out. */
export const canToggle = (target: Pick<Target, 'id' | 'status'>, chosen: readonly number[]): boolean =>
  chosen.includes(target.id) || (target.status === 'active' && chosen.length < MAX_TARGETS);

export const isCountAtMost = (chosen: number): boolean => chosen >= MAX_TARGETS;

export const sameDraft = (left: WebhookDraft, right: WebhookDraft): boolean =>
  left.name === right.name &&
  left.splitMessage === right.splitMessage &&
  left.useTemplate === right.useTemplate &&
  left.template === right.template &&
  left.enabled === right.enabled &&
  left.targetIds.length === right.targetIds.length &&
  left.targetIds.every((id) => right.targetIds.includes(id));
