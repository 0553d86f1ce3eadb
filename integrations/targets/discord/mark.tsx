import type { Mark } from '../../../frontend/src/ui/mark.ts';

export const mark: Mark = {
  place: 50,
  said: 'Discord',
  name: 'Discord',
  colour: '#5865f2',
  paths: [
    'M8 6.2c2.6-.8 5.4-.8 8 0 2.3 3 3.5 6.5 3.5 10.3-1.5 1.2-3 1.9-4.5 2.2l-1.1-2.1',
    'M10.1 16.6 9 18.7c-1.5-.3-3-1-4.5-2.2C4.5 12.7 5.7 9.2 8 6.2',
    'M8 16.1c2.6.9 5.4.9 8 0',
    'M9.5 12.2h.01',
    'M14.5 12.2h.01',
  ],
};
