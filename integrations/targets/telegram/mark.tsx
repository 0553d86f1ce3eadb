import type { Mark } from '../../../frontend/src/ui/mark.ts';

export const mark: Mark = {
  place: 30,
  said: 'Telegram',
  name: 'Telegram',
  colour: '#229ed9',
  paths: ['M21 4 3 11.200l6 2.300L18 7.500l-6.6 7.4 5.9 4.600z', 'M9 13.500V20l2.9-3.3'],
};
