import type { Mark } from '../../../frontend/src/ui/mark.ts';

export const mark: Mark = {
  place: 57,
  name: 'Pushover',
  colour: '#1673a5',
  paths: [
    'M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17',
    'M10 16.500 12.500 7',
    'M9 8.500c5-3.500 8 2.500 1.500 4',
  ],
};
