import type { Mark } from '../../../frontend/src/ui/mark.ts';

export const mark: Mark = {
  place: 52,
  name: 'Mattermost',
  colour: '#1e5bb8',
  paths: ['M12 3.500a8.500 8.500 0 1 0 7.500 4.500', 'M13.500 4.500v6', 'M9 9.500a4 4 0 1 0 7 2.500'],
};
