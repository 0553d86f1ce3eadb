import type { ChallengeAction, PowChallenge } from '#contract/challenge';
import type { DeletionStore } from './accounts/delete-account.ts';
import type { KeyRequestStore } from './accounts/key-requests.ts';
import type { Limits } from './accounts/limits.ts';
import type { CountsReader, FailingTargets } from './accounts/read-overview.ts';
import type { VerificationStore } from './accounts/verify-address.ts';
import type { Billing } from './billing/billing.ts';
import type { BacklogCounts } from './dispatches/recovery/measure-backlog.ts';
import type { UndecidedFinder } from './dispatches/recovery/reconcile.ts';
import type { RouteCache } from './invocations/route-cache.ts';
import type { ConsentStore, MailboxConsent } from './mail/consent.ts';
import type { NoticeChoices } from './mail/notice-choice.ts';
import type { Belongings, OwnerAccounts } from './mail/own-address.ts';
import type { NoticeOutbox } from './mail/owner-notice.ts';
import type { DueNotices } from './mail/send-notices.ts';
import type { Suppressions } from './mail/suppression.ts';
import type {
  AccessTokens,
  AccountStore,
  ApiKeyStore,
  ChallengeVerifier,
  PasswordHasher,
  ResetTokenStore,
  SessionStore,
} from './model/account-ports.ts';
import type {
  DeadLetters,
  DispatchStore,
  DueIndex,
  ErrorCounter,
  LaneIndex,
  LaneStore,
  WaitingList,
} from './model/dispatch-ports.ts';
import type { HeldCalls } from './model/hold.ts';
import type {
  CallFinder,
  DeduplicationStore,
  InvocationStore,
  Lanes,
  QuotaStore,
  RouteReader,
  WakeUps,
} from './model/invocation-ports.ts';
import type { OutboundMail, ProviderCredentials } from './model/message.ts';
import type { OwnerReader } from './model/owner.ts';
import type { Plans } from './model/plans.ts';
import type { DeadLetterIndex, ReplayQuota, ReplayStore, SentAgainCounter } from './model/replay-ports.ts';
import type { SampleStore } from './model/sample.ts';
import type {
  CodeStore,
  DispatchCounts,
  LateFailures,
  NoticeStore,
  ProviderReferenceStore,
  RequestTimes,
  Sealer,
  Sender,
  TargetEffects,
  TargetStore,
} from './model/target-ports.ts';
import type { UsageReader, WebhookStore } from './model/webhook-ports.ts';
import type { OutboundHttp } from './outbound/outbound.ts';
import type { Clock } from './platform/clock.ts';
import type { LimitStore } from './platform/limit-store.ts';
import type { CircuitBreaker } from './targets/circuit-breaker.ts';
import type { Batcher, DigestStore } from './targets/digest.ts';
import type { Pace } from './targets/pace.ts';
import type { Sandbox } from './templates/sandbox/sandbox.ts';
import type { RejectionStore, rejectionLog } from './verification/rejection-log.ts';

/**
 * Everything that a verb may ask for, by the one name that it has in all code. A verb says which of them it takes:
 * `Pick<Services, 'webhooks' | 'clock'>`, or {@link Uses} for some methods of a few. `functions/services.ts` makes them.
 */
export interface Services {
  clock: Clock;
  /** A number from 0 up to 1. */
  random: () => number;
  /** Resolves after so many milliseconds. */
  nap: (milliseconds: number) => Promise<void>;
  appUrl: string;
  plans: Plans;
  /** Pages at providers that browsers are sent to, by name. */
  links: Readonly<Record<string, string>>;
  /** Host names of this service, which no target may lead to. */
  ownHosts: readonly string[];
  /** Where the operator reads. */
  operatorAddress: string;

  accounts: AccountStore;
  sessions: SessionStore;
  apiKeys: ApiKeyStore;
  keyRequests: KeyRequestStore;
  resetTokens: ResetTokenStore;
  verifications: VerificationStore;
  accessTokens: AccessTokens;
  /** Derives each refresh token's successor; secret, the same in all processes. */
  refreshKey: () => Promise<string>;
  hasher: PasswordHasher;
  limits: Limits;
  limitStore: LimitStore;
  challenges: ChallengeVerifier;
  /** @throws AppError('not-found') when the deployment uses a hosted challenge, which issues its own. */
  createChallenge: (action: ChallengeAction) => Promise<PowChallenge>;
  deletions: DeletionStore;
  /** Forgets by what the providers know the user's targets. */
  forgetReferences: (userId: number) => Promise<void>;
  billing: Billing;

  owners: OwnerReader & OwnerAccounts;
  /** What an account has, by name, for its owner to look at. */
  belongings: (userId: number) => Promise<Belongings>;
  choices: NoticeChoices;
  outbox: NoticeOutbox & DueNotices;
  consents: ConsentStore;
  consent: MailboxConsent;
  suppressions: Suppressions;
  /** Never sends to an address that is suppressed. */
  mail: OutboundMail & { forgiveBounces(address: string): Promise<void> };
  http: OutboundHttp;

  /** Calls that were refused because they did not prove who made them. */
  rejections: RejectionStore;
  noteRejection: ReturnType<typeof rejectionLog>;
  webhooks: WebhookStore;
  /** Calls that their owners keep for trials. */
  samples: SampleStore;
  /** Takes a target out of all webhooks; a webhook left without any is disabled. */
  detachTarget: (userId: number, targetId: number) => Promise<void>;
  deleteWebhook: (userId: number, webhookId: number) => Promise<void>;

  targets: TargetStore;
  codes: CodeStore;
  references: ProviderReferenceStore;
  sealer: Sealer;
  credentials: ProviderCredentials;
  /** The operator's secrets, read when they are first used; cheap after the first time. */
  operatorSecrets: () => Promise<{ sealer: Sealer; credentials: ProviderCredentials }>;
  digests: DigestStore;
  batcher: Batcher;
  failingTargets: FailingTargets;
  deleteTarget: (userId: number, targetId: number) => Promise<void>;
  /** Switches off the targets of an account that were made until `since`. */
  suspendForReview: (userId: number, since: string) => Promise<void>;
  /** Enables what was suspended, and lets its messages go. */
  resumeReviewed: (userId: number) => Promise<void>;

  routes: RouteReader;
  /** What the process remembers of routes. */
  routeCache: RouteCache;
  heldCalls: HeldCalls;
  counters: QuotaStore & UsageReader & ReplayQuota & SentAgainCounter & ErrorCounter & DispatchCounts & CountsReader;
  invocations: InvocationStore;
  callFinder: CallFinder;
  deduplication: DeduplicationStore;

  laneQueue: Lanes & WakeUps;
  laneStore: LaneStore & LaneIndex & RequestTimes;
  waitingList: WaitingList;
  dispatches: DispatchStore;
  dueIndex: DueIndex;
  backlogCounts: BacklogCounts;
  undecidedFinder: UndecidedFinder;
  deadLetterIndex: DeadLetterIndex;
  deadLetters: DeadLetters;
  replayStore: ReplayStore;
  lateFailures: LateFailures;
  /** Lets out what waits for a target whose state has changed. */
  resumeTarget: (userId: number, targetId: number) => Promise<void>;
  pace: Pace;
  circuitBreaker: CircuitBreaker;
  sender: Sender;
  effects: TargetEffects;
  notices: NoticeStore;
  renderer: Sandbox;
}

/** Some methods of some services: `Uses<{ webhooks: 'get' | 'list'; invocations: 'get' }>`. */
export type Uses<Methods extends { [Name in keyof Services]?: keyof Services[Name] }> = {
  [Name in keyof Methods & keyof Services]: Pick<Services[Name], Methods[Name] & keyof Services[Name]>;
};

/** What a run of a job needs whose time is limited. */
export interface Slice {
  /** false = time is up; the next run goes on. */
  keepGoing: () => boolean;
}
