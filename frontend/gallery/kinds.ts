import type { TargetKind } from '../src/lib/wire.ts';

const kind = (slug: string, name: string, colour: string, ...paths: string[]): TargetKind => ({
  slug,
  name,
  description: '',
  enabled: true,
  setup: 'none',
  guided: false,
  fields: [],
  movable: false,
  settings: { link: false, silentBelow: false },
  icon: { paths, colour },
});

/** Enough kinds to show their tiles. */
export const kinds: TargetKind[] = [
  kind('telegram', 'Telegram', '#229ed9', 'M21 4 3 11.2l6 2.3L18 7.5l-6.6 7.4 5.9 4.6z', 'M9 13.5V20l2.9-3.3'),
  kind('slack', 'Slack', '#611f69', 'M9 4v16', 'M15 4v16', 'M4 9h16', 'M4 15h16'),
  kind('email', 'Email', '#475467', 'M4 5.5h16v13H4z', 'M4 7l8 6 8-6'),
];
