import type { Mark } from '../../../frontend/src/ui/mark.ts';

export const mark: Mark = {
  place: 35,
  name: 'Google Chat',
  colour: '#1a8f4a',
  paths: ['M5 4.5h14v11h-8L7 19.500v-4H5z', 'M9 8.500h6', 'M9 11.500h4'],
};
