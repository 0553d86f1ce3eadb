import type { Mark } from '../../../frontend/src/ui/mark.ts';

export const mark: Mark = {
  place: 20,
  said: 'Teams',
  name: 'Microsoft Teams',
  colour: '#5b5fc7',
  paths: [
    'M4 7h9v11H4z',
    'M6.5 10.500h4',
    'M8.5 10.500v4.5',
    'M17 8.500a2 2 0 1 0 0-4 2 2 0 0 0 0 4',
    'M16 11.500h4.500V16a3.5 3.5 0 0 1-4.5 3.3',
  ],
};
