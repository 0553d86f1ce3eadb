/** The messengers' marks as line paths in a 24 × 24 box, for pages that are drawn before the API can be asked. */
export const marks = {
  slack: {
    name: 'Slack',
    colour: '#611f69',
    paths: [
      'M14.5 2a1.5 1.5 0 0 1 1.5 1.5v5a1.5 1.5 0 0 1-3 0v-5A1.5 1.5 0 0 1 14.5 2Z',
      'M19 8.5V10h1.5A1.5 1.5 0 1 0 19 8.5',
      'M9.5 14A1.5 1.5 0 0 1 11 15.500v5a1.5 1.5 0 0 1-3 0v-5A1.5 1.5 0 0 1 9.5 14Z',
      'M5 15.500V14H3.500A1.5 1.5 0 1 0 5 15.5',
      'M15.5 13h5a1.5 1.5 0 0 1 0 3h-5a1.5 1.5 0 0 1 0-3Z',
      'M15.5 19H14v1.500a1.5 1.5 0 1 0 1.5-1.5',
      'M3.5 8h5a1.5 1.5 0 0 1 0 3h-5a1.5 1.5 0 0 1 0-3Z',
      'M8.5 5H10V3.500A1.5 1.5 0 1 0 8.5 5',
    ],
  },
  msteams: {
    name: 'Microsoft Teams',
    colour: '#5b5fc7',
    paths: [
      'M4 7h9v11H4z',
      'M6.5 10.500h4',
      'M8.5 10.500v4.5',
      'M17 8.500a2 2 0 1 0 0-4 2 2 0 0 0 0 4',
      'M16 11.500h4.500V16a3.5 3.5 0 0 1-4.5 3.3',
    ],
  },
  telegram: {
    name: 'Telegram',
    colour: '#229ed9',
    paths: ['M21 4 3 11.200l6 2.300L18 7.500l-6.6 7.4 5.9 4.600z', 'M9 13.500V20l2.9-3.3'],
  },
  whatsapp: {
    name: 'WhatsApp',
    colour: '#128c4b',
    paths: [
      'M4 20l1.2-4A8.3 8.3 0 1 1 8.2 19z',
      'M9 9c0 3.5 2.5 6 6 6l.8-1.8-2-1-.9.900c-1-.4-1.7-1.1-2.1-2.100l.9-.9-1-2z',
    ],
  },
  discord: {
    name: 'Discord',
    colour: '#5865f2',
    paths: [
      'M8 6.2c2.6-.8 5.4-.8 8 0 2.3 3 3.5 6.5 3.5 10.3-1.5 1.2-3 1.9-4.5 2.2l-1.1-2.1',
      'M10.1 16.6 9 18.7c-1.5-.3-3-1-4.5-2.2C4.5 12.7 5.7 9.2 8 6.2',
      'M8 16.1c2.6.9 5.4.9 8 0',
      'M9.5 12.2h.01',
      'M14.5 12.2h.01',
    ],
  },
  http: { name: 'HTTP', colour: '#0f766e', paths: ['M3.5 12h11', 'M10.5 8l4 4-4 4', 'M18 4.5h2.5v15H18'] },
  email: { name: 'Email', colour: '#475467', paths: ['M4 5.500h16v13H4z', 'M4 7l8 6 8-6'] },
} as const;
