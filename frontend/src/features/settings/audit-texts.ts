import { AUDIT_DAYS, MAX_AUDITED } from '#contract/bounds';

/** The words for a field such as `options.renew` or `target_ids`. */
const nameOf = (field: string): string =>
  field === 'options.renew' ? 'activation' : field.replace('options.', '').replaceAll('_', ' ');

export const auditTexts = {
  title: 'Audit log',
  intro: `The last ${MAX_AUDITED} changes of your account, for up to ${AUDIT_DAYS} days. It names changed fields and roles, but no other values.`,
  back: 'Back to Settings',
  csv: 'Export CSV',
  file: (day: string) => `tellhook-audit-${day}.csv`,
  none: 'No changes yet.',
  columns: { when: 'When', what: 'What', who: 'Who', where: 'Where' },
  fields: (names: readonly string[]) => `Changed: ${names.map(nameOf).join(', ')}`,
} as const;
