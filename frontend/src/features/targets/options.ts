import { safeRedirect } from '../../lib/safe-redirect.ts';

/** Options that are not listed, because the page shows them elsewhere, or they are for programs. */
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
  'body_template',
  'hint',
  // Message settings have their own form.
  'silent_below',
  'link',
  'max_per_minute',
]);

/** Options that are not listed while the activation shows them. Afterwards, `number` is the connected number. */
const shownByActivation = new Set(['number']);

const labels: Record<string, string> = {
  chatTitle: 'Chat',
  chatType: 'Chat type',
  configuration_url: 'App settings',
  lastInboundAt: 'Last message received',
  previous_secret_until: 'Old secret valid until',
  team: 'Workspace',
  topicName: 'Topic',
  url: 'URL',
};

export interface ShownOption {
  name: string;
  label: string;
  /** `link` can be opened, `date` is an ISO 8601 time, and `text` is everything else, including masked secrets. */
  type: 'link' | 'date' | 'text';
  value: string;
}

/** Returns a target's free-form options as text for its page. Fields of the kind's form have the same labels here. */
export function shownOptions(
  options: Record<string, unknown>,
  fields: readonly { name: string; label: string }[] = [],
): ShownOption[] {
  const shown = Object.entries(options).flatMap(([name, value]): ShownOption[] => {
    if (hidden.has(name) || ('ActivationKey' in options && shownByActivation.has(name))) return [];
    if ((typeof value !== 'string' && typeof value !== 'number') || value === '') return [];
    const text = String(value);
    const label = fields.find((field) => field.name === name)?.label ?? labels[name] ?? inWords(name);
    return [{ name, label, type: typeOf(name, text), value: text }];
  });
  // The table returns options in any order.
  return shown.sort((one, other) => one.label.localeCompare(other.label));
}

const typeOf = (name: string, value: string): ShownOption['type'] => {
  // Links only URLs for people. A target's own URL is masked or for programs.
  if (name.endsWith('_url') && safeRedirect(value) !== undefined) return 'link';
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? 'date' : 'text';
};

/** Turns `signing_secret` or `signingSecret` into `Signing secret`. */
function inWords(name: string): string {
  const words = name
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
