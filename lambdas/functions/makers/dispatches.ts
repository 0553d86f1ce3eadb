import { backlogCounts as countBacklog } from '../../adapters/dynamodb/backlog-counts.ts';
import { dispatchStore } from '../../adapters/dynamodb/dispatch-store.ts';
import {
  dispatchDueIndex,
  deadLetterIndex as findDeadLetters,
  waitingList as listWaiting,
} from '../../adapters/dynamodb/due-index.ts';
import { laneStore as storeLanes } from '../../adapters/dynamodb/lane-store.ts';
import { noticeStore } from '../../adapters/dynamodb/notice-store.ts';
import { replayStore as storeReplays } from '../../adapters/dynamodb/replay-store.ts';
import { parseTarget } from '../../adapters/dynamodb/target-store.ts';
import { undecidedFinder as findUndecided } from '../../adapters/dynamodb/undecided-finder.ts';
import { resumeTarget as resume } from '../../dispatches/lane/wake-up.ts';
import { reportLateFailure } from '../../dispatches/recovery/late-failure.ts';
import type { Maker } from '../create-services.ts';

/* How dispatches and their lanes are made, by name. Nothing runs until somebody asks. */

export const laneStore: Maker<'laneStore', 'table'> = (from) => storeLanes(from.table);
export const waitingList: Maker<'waitingList', 'table'> = (from) => listWaiting(from.table);
export const dispatches: Maker<'dispatches', 'table'> = (from) => dispatchStore(from.table, parseTarget);
export const dueIndex: Maker<'dueIndex', 'table'> = (from) => dispatchDueIndex(from.table);
export const backlogCounts: Maker<'backlogCounts', 'table'> = (from) => countBacklog(from.table);
export const undecidedFinder: Maker<'undecidedFinder', 'table'> = (from) => findUndecided(from.table);
export const deadLetterIndex: Maker<'deadLetterIndex', 'table'> = (from) => findDeadLetters(from.table);
export const replayStore: Maker<'replayStore', 'table'> = (from) => storeReplays(from.table);
export const lateFailures: Maker<'lateFailures', 'dispatches' | 'counters' | 'clock'> = (from) => ({
  report: (failure) => reportLateFailure(failure, from),
});
export const resumeTarget: Maker<'resumeTarget', 'laneStore' | 'laneQueue' | 'clock'> = (from) => (userId, targetId) =>
  resume(userId, targetId, from);
export const notices: Maker<'notices', 'table'> = (from) => noticeStore(from.table);
