import type { Mark } from '../../../frontend/src/ui/mark.ts';

export const mark: Mark = {
  place: 53,
  name: 'Matrix',
  colour: '#2c8a5f',
  paths: [
    'M7 4H4.500v16H7',
    'M17 4h2.500v16H17',
    'M8.500 16V9',
    'M8.500 11.500c0-3 4-3 4 0V16',
    'M12.500 11.500c0-3 3.500-3 3.500 0V16',
  ],
};
