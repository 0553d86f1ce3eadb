import type { HoldName } from '../../model/hold.ts';

/**
 * All items of the table, with their keys and readers. Only this file writes `#` into keys.
 *
 * | item | pk | sk | read by |
 * |---|---|---|---|
 * | profile: email, password hash, plan, counts of webhooks and targets | `USER#id` | `PROFILE` | own id |
 * | email claim | `EMAIL#normalised` | `CLAIM` | login, register (a transaction makes it unique) |
 * | session family: hash of the current and the previous refresh token | `USER#id` | `SESSION#family` | refresh (the token names both) |
 * | API keys: hash, scopes and last use of each | `USER#id` | `API_KEYS` | a request with a key, which contains the user id; the list of keys |
 * | passkeys with their public keys and counters, hashes of recovery codes | `USER#id` | `PASSKEYS` | a sign-in, their owner |
 * | team: members and open invitations of a workspace, whose id is its owner's | `USER#owner` | `TEAM` | each request of a member, the owner |
 * | a workspace that a user has joined | `USER#id` | `WORKSPACE#owner` | the user's list; deletion |
 * | a program's request for a key, and its answer | `TOKEN#key-request#hash of its code` | `TOKEN` | its user, the program; TTL, and expiry checked on read |
 * | password reset, email confirmation, activation code, OAuth state, passkey challenge, begun OIDC sign-in, used nonce | `TOKEN#purpose#hash` | `TOKEN` | hash of the secret; TTL, and expiry checked on read |
 * | throttle window | `THROTTLE#scope` | `WINDOW#start` | the limiter |
 * | public signing key | `SIGNING_KEY#kid` | `KEY` | verification of access tokens |
 * | change in the audit log: what, who, from where | `USER#id` | `CHANGE#id` | its owner, newest first; TTL |
 * | webhook | `USER#id` | `WEBHOOK#id` | list, get |
 * | route: data for accepting a call; for a previous URL, also its end | `ROUTE#route` | `ROUTE` | invoke; TTL |
 * | target, with the time of its latest request and its lane's dirty flag | `USER#id` | `TARGET#id` | list, get |
 * | counters of a user: daily quota; stored bytes by expiry; totals and errors per webhook; calls to previous URLs; dispatches per target; last change | `USER#id` | `COUNTERS` | quota, limits, lists |
 * | invocation summary with its dispatches' states | `WEBHOOK#user#webhook` | `INVOCATION#id` | newest first, by cursor |
 * | invocation content: deflated headers and body, in chunks | `INVOCATION#user#id` | `CONTENT#n` | details, delivery |
 * | dispatch: attempts, rendered message, next attempt | `INVOCATION#user#id` | `DISPATCH#target` | details, retries |
 * | fallback of a dispatch that was not delivered | `INVOCATION#user#id` | `FALLBACK#target` | the sweeper; TTL |
 * | digest of a target: its end, and its progress | `INVOCATION#user#digest` | `DISPATCH#target` | the sweeper, delivery; TTL |
 * | message of a digest | `INVOCATION#user#digest` | `BATCHED#target#message` | delivery; TTL |
 * | lane of a target: mode, failures and next wake-up | `USER#id` | `LANE#target` | delivery, the sweeper, the dashboard |
 * | a notice for the owner, with the result for each recipient | `USER#id` | `NOTICE#id` | the sweeper, delivery, its owner; TTL |
 * | the recipients of the owner's notices, and the key of their links | `USER#id` | `NOTICE_CHOICE` | the sweeper, the link in a notice |
 * | an address that gets no email after a bounce or complaint, by its hash | `SUPPRESSED#hash` | `ADDRESS` | before each email; TTL |
 * | a mailbox's response to confirmation requests, by its hash | `CONSENT#hash` | `MAILBOX` | before each such email; TTL, unless it declined permanently |
 * | a list of held calls, with its next check | `USER#id` | `HOLD#name`: `quota`, or a webhook's id | the sweeper |
 * | a held call, which waits for quota or for its paused webhook | `HELD#user#name` | `CALL#id` | the sweeper; TTL |
 * | a bulk resend of messages, with its progress | `USER#id` | `REPLAY#id` | its owner, the sweeper; TTL |
 * | a recent call of a webhook | `SEEN#webhook#fingerprint` | `CALL` | invoke, to recognise duplicates; TTL |
 * | a call that was rejected because it failed verification | `REJECTED#user#webhook` | `CALL#id` | its owner; TTL |
 * | saved samples of a webhook: name, size and time of each | `SAMPLES#user#webhook` | `LIST` | their list, which also limits their number |
 * | content of a saved sample, stored like a call's | `SAMPLES#user#webhook` | `CONTENT#id#n` | tests that use it |
 * | last notice about a webhook's template to a target | `NOTICE#webhook#target` | `NOTICE` | at most one in ten minutes; TTL |
 * | the message that tells a target about a matter, by the hash of the matter’s key | `SUBJECTS#user#webhook` | `MESSAGE#target#hash` | delivery, if the webhook follows up; the list of matters; TTL |
 * | a matter that a person has to acknowledge, by the hash of its key or by its call | `SUBJECTS#user#webhook` | `WATCH#name` | delivery, the sweeper, links in messages; TTL |
 * | the reconciler's progress | `RECONCILER` | `PROGRESS` | the reconciler |
 * | last call of the canary, whose account is user 1 | `CANARY` | `LAST` | the canary |
 * | billing record: customer, subscription, emails sent | `BILLING#user` | `RECORD` | billing; outlives the account by 90 days |
 * | processed event of the payment provider | `BILLING_EVENT#id` | `SEEN` | callbacks; TTL |
 * | chat, phone or address in a provider's callbacks | `PROVIDER#kind#reference` | `TARGET#user#target` | callbacks |
 *
 * Local index `targets` (`pk`, `target_created_at`): a user’s targets for lists, without secrets.
 *
 * Sparse index `by-due` (`due_pk`, `due_sk`):
 * | entry | due_pk | due_sk |
 * |---|---|---|
 * | a dispatch for its next attempt, a digest | `DUE#shard` | next attempt, ISO |
 * | a dispatch that is held until the end of quiet hours | `DUE#shard` | end, ISO, and invocation id: order of arrival |
 * | a dispatch in the waiting list of its target | `WAITING#user#target` | invocation id: order of arrival |
 * | a lane that is paused, or was until recently, for its next wake-up | `LANES#shard` | its time, ISO |
 * | a dispatch that failed after crashes, for redrive | `DEAD_LETTERS` | invocation id |
 * | a notice for an owner, until each recipient has a result | `NOTICES` | its next attempt, ISO |
 * | a list of held calls, for its next check | `HOLDS` | its time, ISO |
 * | a webhook with a silence alarm, for its next check | `SILENCES` | its time, ISO |
 * | a message that missed its target, for its fallback | `FALLBACKS#shard` | its time, ISO, and invocation id |
 * | a watched matter, for its next step or for its end in the messages | `WATCHES#shard` | its time, ISO |
 * | a bulk resend, for its next step | `REPLAYS` | its time, ISO |
 * | an account whose deletion is unfinished | `DELETING` | next check, ISO |
 * | the profile of a trial, for its deletion | `TRIALS` | an hour after its end, ISO |
 * | a subscription, for its next check | `BILLING` | its time, ISO |
 * | counters of a user with recent calls, for the reconciler | `ACTIVE#shard` | ten-minute slot of the last call, user |
 */
export interface Key {
  pk: string;
  sk: string;
}

const item = (pk: string, sk: string): Key => ({ pk, sk });
/** Pads a numeric id, so ids sort correctly as text. */
const padded = (id: number) => String(id).padStart(16, '0');

/** Number of shards of the due index. They spread the retries of an outage over several partitions. */
export const DUE_SHARDS = 8;

/**
 * Number of shards of the index of active users. Each user's first call in a slot writes to it, so a single partition
 * would slow down the calls at the start of a slot.
 */
export const ACTIVE_SHARDS = 16;

export const key = {
  profile: (userId: number) => item(`USER#${userId}`, 'PROFILE'),
  emailClaim: (email: string) => item(`EMAIL#${email}`, 'CLAIM'),
  session: (userId: number, family: string) => item(`USER#${userId}`, `SESSION#${family}`),
  apiKeys: (userId: number) => item(`USER#${userId}`, 'API_KEYS'),
  passkeys: (userId: number) => item(`USER#${userId}`, 'PASSKEYS'),
  team: (ownerId: number) => item(`USER#${ownerId}`, 'TEAM'),
  workspace: (userId: number, ownerId: number) => item(`USER#${userId}`, `WORKSPACE#${padded(ownerId)}`),
  token: (purpose: string, hash: string) => item(`TOKEN#${purpose}#${hash}`, 'TOKEN'),
  throttle: (scope: string, windowStart: string) => item(`THROTTLE#${scope}`, `WINDOW#${windowStart}`),
  signingKey: (kid: string) => item(`SIGNING_KEY#${kid}`, 'KEY'),
  change: (userId: number, id: string) => item(`USER#${userId}`, `CHANGE#${id}`),
  webhook: (userId: number, webhookId: number) => item(`USER#${userId}`, `WEBHOOK#${padded(webhookId)}`),
  route: (route: string) => item(`ROUTE#${route}`, 'ROUTE'),
  target: (userId: number, targetId: number) => item(`USER#${userId}`, `TARGET#${padded(targetId)}`),
  lane: (userId: number, targetId: number) => item(`USER#${userId}`, `LANE#${padded(targetId)}`),
  ownerNotice: (userId: number, id: string) => item(`USER#${userId}`, `NOTICE#${id}`),
  noticeChoice: (userId: number) => item(`USER#${userId}`, 'NOTICE_CHOICE'),
  suppression: (hash: string) => item(`SUPPRESSED#${hash}`, 'ADDRESS'),
  consent: (hash: string) => item(`CONSENT#${hash}`, 'MAILBOX'),
  replay: (userId: number, id: string) => item(`USER#${userId}`, `REPLAY#${id}`),
  hold: (userId: number, name: HoldName) => item(`USER#${userId}`, `HOLD#${name}`),
  heldCall: (userId: number, name: HoldName, invocationId: string) =>
    item(`HELD#${userId}#${name}`, `CALL#${invocationId}`),
  counters: (userId: number) => item(`USER#${userId}`, 'COUNTERS'),
  invocation: (userId: number, webhookId: number, invocationId: string) =>
    item(`WEBHOOK#${userId}#${webhookId}`, `INVOCATION#${invocationId}`),
  content: (userId: number, invocationId: string, chunk: number) =>
    item(`INVOCATION#${userId}#${invocationId}`, `CONTENT#${chunk}`),
  dispatch: (userId: number, invocationId: string, targetId: number) =>
    item(`INVOCATION#${userId}#${invocationId}`, `DISPATCH#${padded(targetId)}`),
  fallback: (userId: number, invocationId: string, targetId: number) =>
    item(`INVOCATION#${userId}#${invocationId}`, `FALLBACK#${padded(targetId)}`),
  digestEntry: (userId: number, digestId: string, targetId: number, messageId: string) =>
    item(`INVOCATION#${userId}#${digestId}`, `BATCHED#${padded(targetId)}#${messageId}`),
  sampleList: (userId: number, webhookId: number) => item(`SAMPLES#${userId}#${webhookId}`, 'LIST'),
  sampleContent: (userId: number, webhookId: number, id: string, chunk: number) =>
    item(`SAMPLES#${userId}#${webhookId}`, `CONTENT#${id}#${chunk}`),
  rejection: (userId: number, webhookId: number, id: string) => item(`REJECTED#${userId}#${webhookId}`, `CALL#${id}`),
  seen: (webhookId: number, fingerprint: string) => item(`SEEN#${webhookId}#${fingerprint}`, 'CALL'),
  matter: (userId: number, webhookId: number, targetId: number, hash: string) =>
    item(`SUBJECTS#${userId}#${webhookId}`, `MESSAGE#${padded(targetId)}#${hash}`),
  watch: (userId: number, webhookId: number, name: string) =>
    item(`SUBJECTS#${userId}#${webhookId}`, `WATCH#${name.length > 22 ? '~' : ''}${name}`),
  notice: (webhookId: number, targetId: number) => item(`NOTICE#${webhookId}#${targetId}`, 'NOTICE'),
  billing: (userId: number) => item(`BILLING#${userId}`, 'RECORD'),
  billingEvent: (eventId: string) => item(`BILLING_EVENT#${eventId}`, 'SEEN'),
  reconciler: () => item('RECONCILER', 'PROGRESS'),
  canary: () => item('CANARY', 'LAST'),
  providerReference: (kind: string, reference: string, userId: number, targetId: number) =>
    item(`PROVIDER#${kind}#${reference}`, `TARGET#${userId}#${padded(targetId)}`),
};

/** Extracts the ids from a target's key. */
export const idsOfTarget = ({ pk, sk }: Key): { userId: number; id: number } => ({
  userId: Number(pk.slice('USER#'.length)),
  id: Number(sk.slice('TARGET#'.length)),
});

/** Extracts the target and the hash of the matter's key from the sort key of a message about it. */
export const idsOfMatter = (sk: string): { targetId: number; keyHash: string } => {
  const [, target, keyHash = ''] = sk.split('#');
  return { targetId: Number(target), keyHash };
};

/** Extracts a watch's name from its sort key, where calls without a key follow matters. */
export const nameOfWatch = (sk: string): string => sk.slice('WATCH#'.length).replace('~', '');

/** Extracts the id from a webhook's sort key. */
export const idOfWebhook = (sk: string): number => Number(sk.slice('WEBHOOK#'.length));

/** Extracts the owner's id from the sort key of a joined workspace. */
export const ownerOfWorkspace = (sk: string): number => Number(sk.slice('WORKSPACE#'.length));

/** The id of an item's owner; undefined for shared items. */
export const ownerIn = ({ pk, sk, user_id }: Record<string, unknown>): number | undefined => {
  const [, id] =
    /^(?:USER|WEBHOOK|INVOCATION|HELD|REJECTED|SAMPLES|SUBJECTS|BILLING)#(\d+)/.exec(String(pk)) ??
    /^TARGET#(\d+)#/.exec(String(sk)) ??
    [];
  if (id !== undefined) return Number(id);
  return typeof user_id === 'number' ? user_id : undefined;
};

/** True if an item should be restored from a backup. By then, sessions, tokens and throttle windows are outdated. */
export const restorable = (pk: string, sk: string): boolean =>
  !/^(TOKEN|THROTTLE|SEEN|RECONCILER|CANARY)(#|$)/.test(pk) && !sk.startsWith('SESSION#');

/** Prefixes for queries within one partition. */
export const within = {
  user: (userId: number) => ({ pk: `USER#${userId}` }),
  sessions: (userId: number) => ({ pk: `USER#${userId}`, prefix: 'SESSION#' }),
  workspaces: (userId: number) => ({ pk: `USER#${userId}`, prefix: 'WORKSPACE#' }),
  changes: (userId: number) => ({ pk: `USER#${userId}`, prefix: 'CHANGE#' }),
  webhooks: (userId: number) => ({ pk: `USER#${userId}`, prefix: 'WEBHOOK#' }),
  targets: (userId: number) => ({ pk: `USER#${userId}`, prefix: 'TARGET#' }),
  lanes: (userId: number) => ({ pk: `USER#${userId}`, prefix: 'LANE#' }),
  ownerNotices: (userId: number) => ({ pk: `USER#${userId}`, prefix: 'NOTICE#' }),
  invocations: (userId: number, webhookId: number) => ({ pk: `WEBHOOK#${userId}#${webhookId}`, prefix: 'INVOCATION#' }),
  content: (userId: number, invocationId: string) => ({
    pk: `INVOCATION#${userId}#${invocationId}`,
    prefix: 'CONTENT#',
  }),
  dispatches: (userId: number, invocationId: string) => ({
    pk: `INVOCATION#${userId}#${invocationId}`,
    prefix: 'DISPATCH#',
  }),
  digestEntries: (userId: number, digestId: string, targetId: number) => ({
    pk: `INVOCATION#${userId}#${digestId}`,
    prefix: `BATCHED#${padded(targetId)}#`,
  }),
  heldCalls: (userId: number, name: HoldName) => ({ pk: `HELD#${userId}#${name}`, prefix: 'CALL#' }),
  samples: (userId: number, webhookId: number) => ({ pk: `SAMPLES#${userId}#${webhookId}` }),
  matters: (userId: number, webhookId: number) => ({ pk: `SUBJECTS#${userId}#${webhookId}`, prefix: 'MESSAGE#' }),
  watches: (userId: number, webhookId: number) => ({ pk: `SUBJECTS#${userId}#${webhookId}`, prefix: 'WATCH#' }),
  sampleContent: (userId: number, webhookId: number, id: string) => ({
    pk: `SAMPLES#${userId}#${webhookId}`,
    prefix: `CONTENT#${id}#`,
  }),
  rejections: (userId: number, webhookId: number) => ({ pk: `REJECTED#${userId}#${webhookId}`, prefix: 'CALL#' }),
  providerReference: (kind: string, reference: string) => ({ pk: `PROVIDER#${kind}#${reference}`, prefix: 'TARGET#' }),
};

/** The sparse index of all items that are due at some time. */
export const dueIndex = {
  name: 'by-due',
  /**
   * Copied attributes, which are fixed once deployed (lib/stacks/data-stack.ts). Other attributes need an index with a
   * new name.
   */
  shows: ['user_id', 'webhook_id', 'message'],
  /** A sort key that orders entries of the same time by call. `timeOf` extracts the time (ISO). */
  inOrder: (at: string, invocationId: string) => `${at}#${invocationId}`,
  timeOf: (sortKey: string) => sortKey.split('#', 1)[0] ?? sortKey,
  shard: (number: number) => `DUE#${number % DUE_SHARDS}`,
  active: (number: number) => `ACTIVE#${number % ACTIVE_SHARDS}`,
  activeUser: (slot: string, userId: number) => `${slot}#${padded(userId)}`,
  waiting: (userId: number, targetId: number) => `${dueIndex.waitingPrefix}${userId}#${targetId}`,
  waitingPrefix: 'WAITING#',
  lanes: (number: number) => `LANES#${number % DUE_SHARDS}`,
  fallbacks: (number: number) => `FALLBACKS#${number % DUE_SHARDS}`,
  watches: (number: number) => `WATCHES#${number % DUE_SHARDS}`,
  deadLetters: 'DEAD_LETTERS',
  holds: 'HOLDS',
  replays: 'REPLAYS',
  silences: 'SILENCES',
  notices: 'NOTICES',
  deleting: 'DELETING',
  trials: 'TRIALS',
  billing: 'BILLING',
};

/**
 * The sparse local index of targets for lists, oldest first, without their secrets. Unlike a global index, it does not
 * lag behind the table, so a new target is visible immediately.
 */
export const targetIndex = {
  name: 'targets',
  sortKey: 'target_created_at',
  /**
   * Copied attributes, which are fixed once deployed (lib/stacks/data-stack.ts). Other attributes need an index with a
   * new name.
   */
  shows: ['name', 'kind', 'status', 'status_reason', 'options', 'updated_at'],
};

/** The ten-minute slot of a time: `2026-11-20T10:1`. */
export const tenMinuteSlot = (at: Date): string => at.toISOString().slice(0, 15);
