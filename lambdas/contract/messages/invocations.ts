import { acknowledgement } from '../acknowledge.ts';
import { paging } from '../common.ts';
import * as invocation from '../invocation.ts';
import * as replay from '../replay.ts';
import { dispatchInPath, replayInPath, sortable } from './ids.ts';

/** Input and output below `/invocation`, `/dispatch` and `/replay`. */
export const invocationMessages = {
  getInvocation: { params: sortable, response: invocation.invocation },
  listDispatches: { params: sortable, query: paging, response: invocation.dispatchList },
  getAcknowledgement: { params: sortable, response: acknowledgement },
  acknowledgeInvocation: { params: sortable },
  replayInvocation: { params: sortable, request: replay.invocationReplay, response: replay.queuedAgain },
  retryDispatch: { params: dispatchInPath },
  giveUpDispatch: { params: dispatchInPath },
  replayDispatch: { params: dispatchInPath },
  getReplay: { params: replayInPath, response: replay.replay },
} as const;
