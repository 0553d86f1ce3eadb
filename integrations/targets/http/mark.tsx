import type { Mark } from '../../../frontend/src/ui/mark.ts';

export const mark: Mark = {
  place: 60,
  name: 'HTTP',
  colour: '#0f766e',
  paths: ['M3.5 12h11', 'M10.5 8l4 4-4 4', 'M18 4.5h2.5v15H18'],
};
