import { safeRedirect } from '../../lib/safe-redirect.ts';

/** Options that the activation shows in its own way, and those for machines only. */
const hidden = new Set([
  'ActivationKey',
  'ActivationUrl',
  'ActivationGroupUrl',
  'AuthUrl',
  'bot_name',
  'expires_at',
  'chatId',
  'channel_id',
  'topicId',
  // The settings for messages have their own form.
  'silent_below',
  'link',
  'max_per_minute',
]);

/** Shown by the activation while there is a code; afterwards it says which number is connected. */
const shownByActivation = new Set(['number']);

const labels: Record<string, string> = {
  chatTitle: 'Chat',
  chatType: 'Kind of chat',
  configuration_url: 'Configuration',
  lastInboundAt: 'Last message from there',
  previous_secret_until: 'Old secret valid until',
  team: 'Workspace',
  topicName: 'Topic',
  url: 'URL',
};

export interface ShownOption {
  name: string;
  label: string;
  /** `link`: may be opened · `date`: an ISO 8601 time · `text`: everything else, masked secrets as well. */
  type: 'link' | 'date' | 'text';
  value: string;
}

/** A target's free-form options for its page, in plain words. A field of the kind's form has the same name here. */
export function shownOptions(
  options: Record<string, unknown>,
  fields: readonly { name: string; label: string }[] = [],
): ShownOption[] {
  return Object.entries(options).flatMap(([name, value]) => {
    if (hidden.has(name) || ('ActivationKey' in options && shownByActivation.has(name))) return [];
    if ((typeof value !== 'string' && typeof value !== 'number') || value === '') return [];
    const text = String(value);
    const label = fields.find((field) => field.name === name)?.label ?? labels[name] ?? inWords(name);
    return [{ name, label, type: typeOf(name, text), value: text }];
  });
}

const typeOf = (name: string, value: string): ShownOption['type'] => {
  // Only addresses that are meant to be visited; a target's own is masked, or meant for machines.
  if (name.endsWith('_url') && safeRedirect(value) !== undefined) return 'link';
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? 'date' : 'text';
};

/** `signing_secret`, `signingSecret` → `Signing secret`. */
function inWords(name: string): string {
  const words = name
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
