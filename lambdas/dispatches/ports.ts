import type { NoticeOutbox } from '../mail/owner-notice.ts';
import type { DispatchCounter, DispatchStore, LaneStore, WaitingList } from '../model/dispatch-ports.ts';
import type { InvocationStore, Renderer } from '../model/invocation-ports.ts';
import type { Lanes } from '../model/lane-message.ts';
import type { MatterStore } from '../model/matter.ts';
import type { Plans } from '../model/plans.ts';
import type { NoticeStore, Sender, TargetEffects } from '../model/target-ports.ts';
import type { WatchStore } from '../model/watch.ts';
import type { Clock } from '../platform/clock.ts';
import type { CircuitBreaker } from '../targets/circuit-breaker.ts';
import type { Pace } from '../targets/pace.ts';
import type { AcknowledgeLink } from './acknowledge-link.ts';

/** The ports of delivery. Only the verbs that coordinate a message's turn use them all; others name their part. */
export interface DeliveryPorts {
  clock: Clock;
  random: () => number;
  sleep: (milliseconds: number) => Promise<void>;
  plans: Plans;
  appUrl: string;
  dispatches: DispatchStore;
  counters: DispatchCounter;
  invocations: Pick<InvocationStore, 'content'>;
  laneStore: Pick<LaneStore, 'get' | 'save'>;
  laneQueue: Pick<Lanes, 'send'>;
  waitingList: WaitingList;
  deadLetters: Pick<Lanes, 'send'>;
  renderer: Renderer;
  sender: Sender;
  circuitBreaker: CircuitBreaker;
  pace: Pace;
  effects: TargetEffects;
  matters: MatterStore;
  watches: WatchStore;
  acknowledgeLink: (of: AcknowledgeLink) => Promise<string>;
  notices: NoticeStore;
  outbox: NoticeOutbox;
}
