/** Calculates AWS's price of a call: counted work times list prices, without free tiers. */

/**
 * On-demand list prices in US dollars, per million units, or per gigabyte (GB) if the name says so. Sources are in
 * docs/costs.md.
 */
interface Prices {
  /** Dollars for a provisioned unit of the table for an hour. Not per million. */
  writeUnitHour: number;
  readUnitHour: number;
  httpApiRequest: number;
  functionCall: number;
  /** Dollars per million gigabyte-seconds on arm64. */
  gigabyteSecond: number;
  /** Dollars per million requests of up to 64 KB to a FIFO queue. */
  queueRequest: number;
  writeUnit: number;
  readUnit: number;
  storedGB: number;
  /** Dollars per gigabyte of the table for its continuous backup, which is always on. */
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

/** US dollars per million requests to the site's bucket. */
const OBJECT = { write: 5, read: 0.4 } as const;

/** Fixed prices, in US dollars a month. */
const MONTHLY = { key: 1, secret: 0.4, alarm: 0.1, metric: 0.3, dashboard: 3 } as const;

/** The AWS resources that a call uses. */
interface Work {
  writeUnits: number;
  readUnits: number;
  /** Units that the reconciler reads. The functions that process the call do not read them. */
  reconcilerReadUnits?: number;
  queueRequests: number;
  /** Calls of `invoke` and `dispatcher` together. */
  functionCalls: number;
  logKilobytes: number;
  /** Billed milliseconds of all functions, including the wait for the provider. */
  functionMs?: number;
  storedKilobytes?: number;
  retentionDays?: number;
  outKilobytes?: number;
  mails?: number;
}

/** Memory of `invoke`, `dispatcher` and the scheduled functions in megabytes. Tests compare it with the stacks. */
export const FUNCTION_MB = 512;
const FUNCTION_GB = FUNCTION_MB / 1024;
export const RECONCILER_MB = 1769;
const KB_PER_GB = 1024 ** 2;

/**
 * Billed milliseconds, which are assumptions about AWS and not measurements. Half of `deliver` is the wait for the
 * provider.
 */
export const MS = { accept: 30, deliver: 250 };
/** Average number of messages that share a call of the dispatcher during bursts. In a steady stream, it is one. */
export const BURST_BATCH = 3;

/**
 * Kilobytes that DynamoDB stores for a call in addition to its compressed content. They are the summary, and for each
 * target a dispatch with the rendered message. Each item adds 100 bytes. Checked by test/bench/stored-size.test.ts.
 */
const STORED_KB = { perCall: 0.75, perTarget: 0.75 };
/** Kilobytes for keys and names in the item of the compressed content. */
const CONTENT_KEYS_KB = 0.08;

/**
 * Estimates the compressed size of a body with its headers, in kilobytes. JSON shrinks to a tenth plus a constant. Most
 * documented examples of services have between half and twice this size.
 */
const packedKilobytes = (kilobytes: number): number => 0.2 + 0.1 * kilobytes;

/**
 * Units that the reconciler reads per call, for a user with ten calls an hour (`busy`) and for one with few calls
 * (`rare`). Each check reads the user's counters and the calls since the previous check.
 */
export const RECONCILER_READS = { busy: 0.65, rare: 2.5 };

/** Defaults for a call with a GitHub push, for values that the caller does not pass. */
const PER_CALL = {
  reconcilerReadUnits: RECONCILER_READS.busy,
  functionMs: MS.accept + MS.deliver,
  storedKilobytes: packedKilobytes(7) + CONTENT_KEYS_KB + STORED_KB.perCall + STORED_KB.perTarget,
  retentionDays: 30,
  outKilobytes: 2.2,
  mails: 0,
};

/** US dollars per million calls that each use these resources, by part. */
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

/** US dollars per million calls that each use these resources. */
export const costOf = (work: Work, prices: Prices = US_EAST_1): number => sumOf(partsOf(work, prices));

const sumOf = (parts: Record<string, number>): number => Object.values(parts).reduce((sum, part) => sum + part, 0);

/**
 * A steady load on a deployment with `tableCapacity`. Autoscaling keeps `utilisation` of the provisioned units in use.
 * It needs 16 alarms: four each for table reads, table writes, index reads and index writes.
 */
export const STEADY = { callsPerSecond: 10, utilisation: 0.75, indexWriteUnits: 5, indexReadUnits: 5, alarms: 16 };
const HOURS_A_MONTH = 730;

/** Like {@link partsOf}, for a table that is billed by the hour. */
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

export interface Use {
  targets: number;
  /** Kilobytes of body and headers together. */
  bodyKilobytes: number;
  /** Kilobytes after compression; if omitted, estimated from the original size. */
  packedKilobytes?: number;
  retries: number;
  retentionDays: number;
  /** True if calls are so rare that the reconciler finds only one per check. */
  rare?: boolean;
  /** Number of messages per call of the dispatcher: 1 in a quiet account, up to 10 in a busy one. */
  batch: number;
  /** The number of `targets` that send an email per call. */
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
 * Write units in addition to the stored content. They are for the quota with the owner's counters, the summary, and
 * each target's dispatch with the day's counters. A retry writes its wait and its result, with their index entries.
 */
const WRITES = { quota: 1, summary: 1, perTarget: 2, perRetry: 4 };
/** Read units of an attempt, which makes one batch read. Reading the route costs nothing, because it is cached. */
const READS = { perAttempt: 1 };
/**
 * Maximum kilobytes of compressed content that a message carries. The dispatcher reads larger content from the table.
 */
const CARRIED_KB = 4.2;
/**
 * Kilobytes of log: the lines of `invoke` with metrics and the gateway's access line, and the dispatcher's lines per
 * attempt. A test compares these numbers with real lines.
 */
export const LOG_KB = { perCall: 0.54, perTarget: 0.48 };
/** Kilobytes sent to a provider: a message of 1 KB, and headers. */
const SENT_KB = 1.2;

/** Calculates the AWS resources of a use from the code's behaviour. Tests check the counts for one target. */
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

/** Work of one trial besides its calls, counted from the code, for the largest number of open trials. */
const TRIAL = {
  /** Challenge, start, and the three requests that show the first message. */
  requests: 5,
  /**
   * Two throttle windows, the challenge's nonce, the session and the entry in the audit log are 5. Four items in a
   * transaction are 8, and their index entries 2.
   */
  writeUnits: 15,
  /** The count of 5,000 open trials: index entries of 0.2 KB, 0.5 units per 4 KB. */
  readUnits: 130,
  /** Polls of one visit: one a second for 30 seconds, then four a minute until ten minutes have passed. */
  polls: 30 + 38,
  /** Write units of the deletion: the tombstone (twice, with its index entries), and five items. */
  endWriteUnits: 14,
  endReadUnits: 20,
  /** Write units that delete one call: summary, content and dispatch. */
  endWriteUnitsPerCall: 3,
} as const;

/** US dollars per million requests of the app's API through CloudFront, 10 ms each, with 1.5 read units. */
const appRequest = (prices: Prices): number =>
  prices.httpApiRequest + prices.functionCall + 0.01 * FUNCTION_GB * prices.gigabyteSecond + 1 + 1.5 * prices.readUnit;

/**
 * US dollars of one trial that is not claimed, by part.
 * @param calls number of its calls, with bodies of `bodyKilobytes`
 */
export const trialParts = (calls: number, bodyKilobytes: number, prices: Prices = US_EAST_1) => ({
  start:
    (TRIAL.requests * appRequest(prices) + TRIAL.writeUnits * prices.writeUnit + TRIAL.readUnits * prices.readUnit) /
    1e6,
  calls: (calls * costOf(workOf({ ...TYPICAL, bodyKilobytes, retentionDays: 25 / 24, rare: true }), prices)) / 1e6,
  'open page': (TRIAL.polls * appRequest(prices)) / 1e6,
  deletion:
    ((TRIAL.endWriteUnits + calls * TRIAL.endWriteUnitsPerCall) * prices.writeUnit +
      TRIAL.endReadUnits * prices.readUnit) /
    1e6,
});

/** US dollars of one trial that is not claimed. */
export const trialCost = (calls: number, bodyKilobytes: number): number => sumOf(trialParts(calls, bodyKilobytes));

/** The parts of a stage that cost something even without calls. */
interface StageSize {
  keys: number;
  secrets: number;
  /** Number of metrics used by alarms. Most alarms use one. */
  alarmMetrics: number;
  /** Number of our metrics with values even without calls: two from the sweeper, and six from the canary's calls. */
  metrics: number;
  dashboards: number;
  /** Number of queues that start a function. Each is polled about 15 times a minute. */
  polledQueues: number;
  /** Runs of scheduled functions a month, without the reconciler's. */
  scheduledRuns: number;
  /** The reconciler's runs a month. This function has more memory. */
  reconcilerRuns: number;
  scheduledMs: number;
  /** Number of the canary's calls a month. */
  canaryCalls: number;
}

const CANARY_CALLS = 12 * 24 * 30;

/** The stage as deployed. Sweeper and reconciler run every minute, and the canary every five minutes. */
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

/** Lambda keeps five connections open per queue, and each polls every twenty seconds. */
const POLLS_A_MONTH = 5 * 3 * 60 * 24 * 30;

/** US dollars a month for a stage without calls, by part. */
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
  // Each round reads the record, and writes it and the page.
  'status page': (stage.canaryCalls * (OBJECT.read + 2 * OBJECT.write)) / 1e6,
});
