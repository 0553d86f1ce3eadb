/** The messengers' marks as line paths in a 24 × 24 box, for pages that are drawn before the API can be asked. */
export const marks = {
  slack: {
    name: 'Slack',
    colour: '#611f69',
    paths: [
      'M9.500 3.500a2 2 0 0 0-2 2v4a2 2 0 0 0 4 0v-4a2 2 0 0 0-2-2Z',
      'M3.500 14.500a2 2 0 0 0 2 2h4a2 2 0 0 0 0-4h-4a2 2 0 0 0-2 2Z',
      'M14.500 20.500a2 2 0 0 0 2-2v-4a2 2 0 0 0-4 0v4a2 2 0 0 0 2 2Z',
      'M20.500 9.500a2 2 0 0 0-2-2h-4a2 2 0 0 0 0 4h4a2 2 0 0 0 2-2Z',
    ],
  },
  msteams: {
    name: 'Microsoft Teams',
    colour: '#5b5fc7',
    paths: ['M4 7h9v11H4z', 'M6.500 10.500h4', 'M8.500 10.500v4.500', 'M17 8.500a2 2 0 1 0 0-4 2 2 0 0 0 0 4', 'M16 11.500h4.500V16a3.500 3.500 0 0 1-4.500 3.300'],
  },
  telegram: {
    name: 'Telegram',
    colour: '#229ed9',
    paths: ['M21 4 3 11.200l6 2.300L18 7.500l-6.600 7.400 5.900 4.600z', 'M9 13.500V20l2.900-3.300'],
  },
  whatsapp: {
    name: 'WhatsApp',
    colour: '#128c4b',
    paths: ['M4 20l1.200-4A8.300 8.300 0 1 1 8.200 19z', 'M9 9c0 3.500 2.500 6 6 6l.800-1.800-2-1-.900.900c-1-.400-1.700-1.100-2.100-2.100l.900-.900-1-2z'],
  },
  email: { name: 'E-mail', colour: '#475467', paths: ['M4 5.500h16v13H4z', 'M4 7l8 6 8-6'] },
} as const;
