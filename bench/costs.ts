/** AWS's price for a call, as a function: counted work times list prices, without free tiers. */

/**
 * US dollars per million, or per gigabyte (GB) where the name says so; on-demand list prices. Sources are in docs/costs.md.
 */
interface Prices {
  /** A provisioned unit of the table for an hour, in dollars, not per million. */
  writeUnitHour: number;
  readUnitHour: number;
  httpApiRequest: number;
  functionCall: number;
  /** Per million gigabyte-seconds of arm64. */
  gigabyteSecond: number;
  /** A FIFO queue, per request of up to 64 KB. */
  queueRequest: number;
  writeUnit: number;
  readUnit: number;
  storedGB: number;
  /** The table's continuous backup, by the table's size; it is always on. */
  backupGB: number;
  logGB: number;
  outGB: number;
  mail: number;
}

const US_EAST_1: Prices = {
  writeUnitHour: 0.00065,
  readUnitHour: 0.00013,
  httpApiRequest: 1,
  functionCall: 0.2,
  gigabyteSecond: 13.3334,
  queueRequest: 0.5,
  writeUnit: 0.625,
  readUnit: 0.125,
  storedGB: 0.25,
  backupGB: 0.2,
  logGB: 0.5,
  outGB: 0.09,
  mail: 160,
};

export const EU_CENTRAL_1: Prices = {
  ...US_EAST_1,
  writeUnitHour: 0.000793,
  readUnitHour: 0.0001586,
  httpApiRequest: 1.2,
  writeUnit: 0.7625,
  readUnit: 0.1525,
  storedGB: 0.306,
  backupGB: 0.2448,
  logGB: 0.63,
};

/** Fixed prices, in US dollars a month. */
const MONTHLY = { key: 1, secret: 0.4, alarm: 0.1, metric: 0.3, dashboard: 3 } as const;

/** AWS work per call. */
interface Work {
  writeUnits: number;
  readUnits: number;
  /** Reads of the reconciler, which no function on the call's path makes. */
  reconcilerReadUnits?: number;
  queueRequests: number;
  /** Of `invoke` and `dispatcher` together. */
  functionCalls: number;
  logKilobytes: number;
  /** Billed time of all functions, waiting for the provider included. */
  functionMs?: number;
  storedKilobytes?: number;
  retentionDays?: number;
  outKilobytes?: number;
  mails?: number;
}

/** Megabytes of `invoke`, `dispatcher` and the scheduled functions; tests check them against the stacks. */
export const FUNCTION_MB = 512;
const FUNCTION_GB = FUNCTION_MB / 1024;
export const RECONCILER_MB = 1769;
const KB_PER_GB = 1024 ** 2;

/** Billed milliseconds: an assumption about AWS, not a measurement. Half of `deliver` is waiting for the provider. */
export const MS = { accept: 30, deliver: 250 };
/** Average number of messages per call of the dispatcher when calls come in bursts; a steady stream has one. */
export const BURST_BATCH = 3;

/**
 * Kilobytes that DynamoDB stores for a call in addition to the compressed content: the summary, and a dispatch with the
 * rendered message per target. Each item adds 100 bytes. Checked by test/bench/stored-size.test.ts.
 */
const STORED_KB = { perCall: 0.75, perTarget: 0.75 };
/** In addition to the compressed content in its item: keys and names. */
const CONTENT_KEYS_KB = 0.08;

/**
 * Size of a compressed body with its headers, in kilobytes. JSON shrinks to a tenth plus a constant. Most of the
 * services' documented examples have between half and twice this size.
 */
const packedKilobytes = (kilobytes: number): number => 0.2 + 0.1 * kilobytes;

/**
 * Reads of the reconciler per call, for a user with ten calls an hour and for one with few calls. Each look reads the
 * user's counters, and the calls since the time of the last one.
 */
export const RECONCILER_READS = { busy: 0.65, rare: 2.5 };

/** For a push, if no measurement is given. */
const PER_CALL = {
  reconcilerReadUnits: RECONCILER_READS.busy,
  functionMs: MS.accept + MS.deliver,
  storedKilobytes: packedKilobytes(7) + CONTENT_KEYS_KB + STORED_KB.perCall + STORED_KB.perTarget,
  retentionDays: 30,
  outKilobytes: 2.2,
  mails: 0,
};

/** US dollars per million calls that each need this work, by part. */
export const partsOf = (work: Work, prices: Prices = US_EAST_1) => {
  const { functionMs, reconcilerReadUnits, storedKilobytes, retentionDays, outKilobytes, mails } = {
    ...PER_CALL,
    ...work,
  };
  const gigabytes = (kilobytes: number) => (kilobytes * 1e6) / KB_PER_GB;
  return {
    api: prices.httpApiRequest,
    functions: work.functionCalls * prices.functionCall + (functionMs / 1000) * FUNCTION_GB * prices.gigabyteSecond,
    table: work.writeUnits * prices.writeUnit + (work.readUnits + reconcilerReadUnits) * prices.readUnit,
    queue: work.queueRequests * prices.queueRequest,
    storage: gigabytes(storedKilobytes) * (retentionDays / 30) * (prices.storedGB + prices.backupGB),
    logs: gigabytes(work.logKilobytes) * prices.logGB,
    traffic: gigabytes(outKilobytes) * prices.outGB,
    mail: mails * prices.mail,
  };
};

/** US dollars per million calls that each need this work. */
export const costOf = (work: Work, prices: Prices = US_EAST_1): number => sumOf(partsOf(work, prices));

const sumOf = (parts: Record<string, number>): number => Object.values(parts).reduce((sum, part) => sum + part, 0);

/**
 * A steady stream of calls with the setting `tableCapacity`. Autoscaling keeps this share of the units in use, by four
 * alarms each for reads and writes of table and index.
 */
export const STEADY = { callsPerSecond: 10, utilisation: 0.75, indexWriteUnits: 5, indexReadUnits: 5, alarms: 16 };
const HOURS_A_MONTH = 730;

/** The same parts with a table that is billed by the hour. */
export const provisionedParts = (work: Work, prices: Prices = US_EAST_1) => {
  const { callsPerSecond, utilisation, indexWriteUnits, indexReadUnits, alarms } = STEADY;
  const units = (perCall: number, ofIndex: number) => (perCall * callsPerSecond) / utilisation + ofIndex;
  const reads = work.readUnits + (work.reconcilerReadUnits ?? PER_CALL.reconcilerReadUnits);
  const dollarsAnHour =
    units(work.writeUnits, indexWriteUnits) * prices.writeUnitHour +
    units(reads, indexReadUnits) * prices.readUnitHour +
    (alarms * MONTHLY.alarm) / HOURS_A_MONTH;
  return { ...partsOf(work, prices), table: (dollarsAnHour / (callsPerSecond * 3600)) * 1e6 };
};

export const provisionedCost = (work: Work, prices: Prices = US_EAST_1): number =>
  sumOf(provisionedParts(work, prices));

/** A kind of use of the product. */
export interface Use {
  targets: number;
  /** Body and headers together. */
  bodyKilobytes: number;
  /** The compressed size; estimated from the original size unless given. */
  packedKilobytes?: number;
  /** Further attempts per message. */
  retries: number;
  retentionDays: number;
  /** True if the user calls often enough that the reconciler finds more than one call in a look. */
  rare?: boolean;
  /** Messages per call of the dispatcher: 1 in a quiet account, up to 10 in a busy one. */
  batch: number;
  /** Targets among `targets` that get their own email per call. */
  mailTargets: number;
}

export const TYPICAL: Use = {
  targets: 1,
  bodyKilobytes: 7,
  retries: 0,
  retentionDays: 30,
  batch: 1,
  mailTargets: 0,
};

/**
 * Write units next to the stored body: the quota with the owner's counters, the summary, and for each target the
 * dispatch with the day's counters. A retry writes its wait and its result, with their index entries.
 */
const WRITES = { quota: 1, summary: 1, perTarget: 2, perRetry: 4 };
/** One batch read per attempt, of the deciding items; the route is remembered. */
const READS = { perAttempt: 1 };
/** Kilobytes of packed content that a message carries; the dispatcher reads larger content. */
const CARRIED_KB = 4.2;
/**
 * Kilobytes of log: the lines of invoke with their numbers, the gateway's access line, and the dispatcher's lines for
 * an attempt. A test holds these numbers to the lines themselves.
 */
export const LOG_KB = { perCall: 0.54, perTarget: 0.48 };
/** A message of 1 KB with its envelope. */
const SENT_KB = 1.2;

/** The AWS work of a use, from the code's behaviour: tests check the counts for one target. */
export const workOf = (use: Use): Work => {
  const { targets, bodyKilobytes, retries, retentionDays, batch, mailTargets } = use;
  const content = CONTENT_KEYS_KB + (use.packedKilobytes ?? packedKilobytes(bodyKilobytes));
  const attempts = targets * (1 + retries);
  return {
    writeUnits:
      WRITES.quota +
      WRITES.summary +
      Math.ceil(content) +
      targets * WRITES.perTarget +
      targets * retries * WRITES.perRetry,
    readUnits: attempts * (READS.perAttempt + (content > CARRIED_KB ? Math.ceil(content / 4) : 0)),
    reconcilerReadUnits: use.rare ? RECONCILER_READS.rare : RECONCILER_READS.busy,
    queueRequests: Math.ceil(targets / 10) + targets * retries + (2 * attempts) / batch,
    functionCalls: 1 + attempts / batch,
    functionMs: MS.accept + (attempts * MS.deliver) / batch,
    logKilobytes: LOG_KB.perCall + attempts * LOG_KB.perTarget,
    storedKilobytes: content + STORED_KB.perCall + targets * STORED_KB.perTarget,
    retentionDays,
    outKilobytes: 1 + attempts * SENT_KB,
    mails: mailTargets,
  };
};

/** Parts of a stage that cost something while no one calls. */
interface StageSize {
  keys: number;
  secrets: number;
  /** Metrics used by alarms: most alarms have one. */
  alarmMetrics: number;
  /** Our metrics that get values although no one calls: two of the sweeper, six by the canary's calls. */
  metrics: number;
  dashboards: number;
  /** Queues that start a function: each is polled about 15 times a minute. */
  polledQueues: number;
  /** Runs of scheduled functions in a month, and how long each takes. */
  scheduledRuns: number;
  /** Of the reconciler, which has more memory. */
  reconcilerRuns: number;
  scheduledMs: number;
  /** Calls of the canary in a month. */
  canaryCalls: number;
}

const CANARY_CALLS = 12 * 24 * 30;

/** A stage as it is deployed; sweeper and reconciler run each minute, the canary every five. */
export const STAGE: StageSize = {
  keys: 1,
  secrets: 5,
  alarmMetrics: 25,
  metrics: 8,
  dashboards: 1,
  polledQueues: 3,
  scheduledRuns: 60 * 24 * 30 + CANARY_CALLS,
  reconcilerRuns: 60 * 24 * 30,
  scheduledMs: 100,
  canaryCalls: CANARY_CALLS,
};

/** Lambda keeps five connections to a queue open, each of which polls every twenty seconds. */
const POLLS_A_MONTH = 5 * 3 * 60 * 24 * 30;

/** US dollars a month of a stage that no one uses, part by part. */
export const idleCosts = (stage: StageSize) => ({
  'encryption key': stage.keys * MONTHLY.key,
  secrets: stage.secrets * MONTHLY.secret,
  alarms: stage.alarmMetrics * MONTHLY.alarm,
  metrics: stage.metrics * MONTHLY.metric,
  dashboard: stage.dashboards * MONTHLY.dashboard,
  'polling the queues': (stage.polledQueues * POLLS_A_MONTH * US_EAST_1.queueRequest) / 1e6,
  'scheduled functions':
    ((stage.scheduledRuns + stage.reconcilerRuns) * US_EAST_1.functionCall +
      (stage.scheduledMs / 1000) *
        (stage.scheduledRuns * FUNCTION_GB + (stage.reconcilerRuns * RECONCILER_MB) / 1024) *
        US_EAST_1.gigabyteSecond) /
    1e6,
  "the canary's calls":
    (stage.canaryCalls * costOf(workOf({ ...TYPICAL, bodyKilobytes: 1, batch: 1, rare: true }))) / 1e6,
});
