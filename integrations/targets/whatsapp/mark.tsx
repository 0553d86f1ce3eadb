import type { Mark } from '../../../frontend/src/ui/mark.ts';

export const mark: Mark = {
  place: 40,
  said: 'WhatsApp',
  name: 'WhatsApp',
  colour: '#128c4b',
  paths: [
    'M4 20l1.2-4A8.3 8.3 0 1 1 8.2 19z',
    'M9 9c0 3.5 2.5 6 6 6l.8-1.8-2-1-.9.900c-1-.4-1.7-1.1-2.1-2.100l.9-.9-1-2z',
  ],
};
