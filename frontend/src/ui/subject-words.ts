/** What a call is about: its colour, and where its title leads. */
export const subjectWords = {
  title: 'What a call is about',
  from: 'Severity, title and link',
  hint: 'They give a message its colour, and decide whom it mentions and whether it makes a sound.',
  ways: { auto: 'Found by itself', own: 'By rules of your own', off: 'None' },
} as const;
