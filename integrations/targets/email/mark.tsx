import type { Mark } from '../../../frontend/src/ui/mark.ts';

export const mark: Mark = {
  place: 70,
  said: 'email',
  name: 'Email',
  colour: '#475467',
  paths: ['M4 5.500h16v13H4z', 'M4 7l8 6 8-6'],
};
