/** Labels of the settings for severity, title and link. */
export const subjectWords = {
  title: 'Severity, title and link',
  from: 'Source',
  hint: 'Set the message colour, who gets mentioned, and whether the message makes a sound.',
  ways: { auto: 'Detect automatically', own: 'Custom rules', off: 'Off' },
} as const;
