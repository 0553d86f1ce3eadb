import { AUDIT_DAYS, MAX_AUDITED } from '#contract/bounds';

export const auditTexts = {
  title: 'Audit log',
  intro: `The last ${MAX_AUDITED} changes of your account, for up to ${AUDIT_DAYS} days. It names the changed fields, not their values.`,
  back: 'Back to Settings',
  csv: 'Export CSV',
  file: (day: string) => `tellhook-audit-${day}.csv`,
  none: 'No changes yet.',
  columns: { when: 'When', what: 'What', who: 'Who', where: 'Where' },
  fields: (names: string) => `Changed: ${names}`,
} as const;
