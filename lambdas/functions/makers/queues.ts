import { sqsLanes } from '../../adapters/lanes.ts';
import type { Maker } from '../create-services.ts';

/* How the queues are made, by name. Nothing runs until somebody asks. */

export const laneQueue: Maker<'laneQueue', 'LANES_QUEUE_URL'> = ({ LANES_QUEUE_URL }) => sqsLanes(LANES_QUEUE_URL);
export const deadLetters: Maker<'deadLetters', 'DEAD_LETTERS_QUEUE_URL'> = ({ DEAD_LETTERS_QUEUE_URL }) =>
  sqsLanes(DEAD_LETTERS_QUEUE_URL);
