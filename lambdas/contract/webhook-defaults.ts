import type { WebhookSettings } from './webhook-settings.ts';

/** Default settings of a webhook. With them, every call becomes a message. */
export const WEBHOOK_DEFAULTS: Omit<WebhookSettings, 'name' | 'target_ids'> = {
  split_message: true,
  use_template: false,
  template: '',
  enabled: true,
  paused: false,
  retention_days: null,
  silence_alarm_minutes: null,
  intake: {
    duplicates: 'off',
    duplicate_window_minutes: 60,
    duplicate_fields: [],
    answer_handshakes: false,
    verify_token: '',
    methods: [],
    answer: null,
  },
  format: 'plain',
  time_zone: 'UTC',
  subject: { from: 'auto', key: '', state: '', severity: '', title: '', link: '' },
  routing: [],
  follow: 'off',
  digest: null,
  acknowledge: null,
};
