import type { Mark } from '../../../frontend/src/ui/mark.ts';

export const mark: Mark = {
  place: 56,
  name: 'ntfy',
  colour: '#317f6f',
  paths: ['M4 5.5h16v11H9.5L6 20v-3.5H4z', 'M8 9l2.5 2L8 13', 'M12.5 13.500H16'],
};
