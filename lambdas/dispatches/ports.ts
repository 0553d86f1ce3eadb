import type { HeadlinePorts } from '../invocations/headlines.ts';
import type { NoticeOutbox } from '../mail/owner-notice.ts';
import type {
  DeadLetters,
  DispatchCounter,
  DispatchStore,
  ErrorCounter,
  LaneStore,
  WaitingList,
} from '../model/dispatch-ports.ts';
import type { WakeUps } from '../model/invocation-ports.ts';
import type { MatterStore } from '../model/matter.ts';
import type { Plans } from '../model/plans.ts';
import type { NoticeStore, Sender, TargetEffects } from '../model/target-ports.ts';
import type { WatchStore } from '../model/watch.ts';
import type { Clock } from '../platform/clock.ts';
import type { CircuitBreaker } from '../targets/circuit-breaker.ts';
import type { Pace } from '../targets/pace.ts';
import type { Sandbox } from '../templates/sandbox/sandbox.ts';
import type { AcknowledgeLink } from './acknowledge-link.ts';

export type WakeUpPorts = { clock: Clock; laneStore: LaneStore; laneQueue: WakeUps };

/** The ports for changing a dispatch. */
export type WritePorts = { dispatches: DispatchStore; clock: Clock; counters: DispatchCounter };

/** The ports for storing a settled dispatch, which may count an error. */
export type SettlePorts = WritePorts & { counters: ErrorCounter };

/** The ports for changing a lane, and for parking a dispatch, which makes its call's headline. */
export type LanePorts = WakeUpPorts & SettlePorts & HeadlinePorts;

export type DeliveryPorts = LanePorts & {
  waitingList: WaitingList;
  sender: Sender;
  circuitBreaker: CircuitBreaker;
  effects: TargetEffects;
  matters: MatterStore;
  watches: WatchStore;
  acknowledgeLink: (of: AcknowledgeLink) => Promise<string>;
  notices: NoticeStore;
  pace: Pace;
  deadLetters: DeadLetters;
  plans: Plans;
  sleep: (milliseconds: number) => Promise<void>;
  random: () => number;
  appUrl: string;
  outbox: NoticeOutbox;
  renderer: Pick<Sandbox, 'render'>;
};
