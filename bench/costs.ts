/**
 * What AWS bills for a call, as a function: counted work times list prices. docs/costs.md explains it, and its tables are
 * made by cost-tables.ts. Free tiers are left out.
 */

/**
 * US dollars per million, or per gigabyte (GB) where the name says so; on-demand list prices of us-east-1. Sources are in
 * docs/costs.md.
 */
const PRICES = {
  httpApiRequest: 1,
  functionCall: 0.2,
  /** Per million gigabyte-seconds of arm64. */
  gigabyteSecond: 13.3334,
  /** A FIFO queue, per request of up to 64 KB. */
  queueRequest: 0.5,
  writeUnit: 0.625,
  readUnit: 0.125,
  storedGB: 0.25,
  logGB: 0.5,
  outGB: 0.09,
  mail: 160,
} as const;

/** Prices of things that are there whether somebody calls or not, in US dollars a month. */
const MONTHLY = { key: 1, secret: 0.4, alarm: 0.1, metric: 0.3, dashboard: 3 } as const;

/** AWS work per call. */
interface Work {
  writeUnits: number;
  readUnits: number;
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

const FUNCTION_GB = 0.5;
const KB_PER_GB = 1024 ** 2;

/** Billed milliseconds: an assumption about AWS, not a measurement. Half of `deliver` is the provider's answer. */
const MS = { accept: 15, deliver: 250 };
/** How many messages one call of the dispatcher takes on average, as long as there are so many at once. */
const MEAN_BATCH = 3;

const PER_CALL: Required<Pick<Work, 'functionMs' | 'storedKilobytes' | 'retentionDays' | 'outKilobytes' | 'mails'>> = {
  functionMs: MS.accept + MS.deliver / MEAN_BATCH,
  storedKilobytes: 2.6,
  retentionDays: 30,
  outKilobytes: 2.2,
  mails: 0,
};

/** US dollars per million calls that each take this work, part by part. */
export const partsOf = (work: Work) => {
  const { functionMs, storedKilobytes, retentionDays, outKilobytes, mails } = { ...PER_CALL, ...work };
  const gigabytes = (kilobytes: number) => (kilobytes * 1e6) / KB_PER_GB;
  return {
    api: PRICES.httpApiRequest,
    functions: work.functionCalls * PRICES.functionCall + (functionMs / 1000) * FUNCTION_GB * PRICES.gigabyteSecond,
    table: work.writeUnits * PRICES.writeUnit + work.readUnits * PRICES.readUnit,
    queue: work.queueRequests * PRICES.queueRequest,
    storage: gigabytes(storedKilobytes) * (retentionDays / 30) * PRICES.storedGB,
    logs: gigabytes(work.logKilobytes) * PRICES.logGB,
    traffic: gigabytes(outKilobytes) * PRICES.outGB,
    mail: mails * PRICES.mail,
  };
};

/** US dollars per million calls that each take this work. */
export const costOf = (work: Work): number => Object.values(partsOf(work)).reduce((sum, part) => sum + part, 0);

/** A kind of use of the product. */
export interface Use {
  targets: number;
  /** Body and headers together. */
  bodyKilobytes: number;
  /** Further attempts per message. */
  retries: number;
  retentionDays: number;
  /** Messages per call of the dispatcher: 1 in a quiet account, up to 10 in a busy one. */
  batch: number;
  /** Targets among `targets` that get a mail of their own per call. */
  mailTargets: number;
}

export const TYPICAL: Use = {
  targets: 1,
  bodyKilobytes: 7.8,
  retries: 0,
  retentionDays: 30,
  batch: MEAN_BATCH,
  mailTargets: 0,
};

/** To what part of its size a stored body shrinks; JSON of senders lies between a tenth and a third. */
const DEFLATED = 0.2;

/**
 * Write units beside the stored body: the quota with the owner's counters, the summary of the call, and for each target
 * the dispatch with the counters of the day. A retry writes what it waits for, and what came of it, with their index entries.
 */
const WRITES = { quota: 1, summary: 1, perTarget: 2, perRetry: 4 };
/** One batch read per attempt, of what decides about it; the route is remembered. */
const READS = { perAttempt: 1 };
const LOG_KB = { perCall: 0.2, perTarget: 0.3 };
/** A message of 1 KB with what surrounds it. */
const SENT_KB = 1.2;

/** The AWS work of a use, from what the code does: the counts of one target are held to by tests. */
export const workOf = ({ targets, bodyKilobytes, retries, retentionDays, batch, mailTargets }: Use): Work => {
  const stored = DEFLATED * bodyKilobytes;
  const attempts = targets * (1 + retries);
  return {
    writeUnits:
      WRITES.quota +
      WRITES.summary +
      Math.ceil(stored) +
      targets * WRITES.perTarget +
      targets * retries * WRITES.perRetry,
    readUnits: attempts * READS.perAttempt,
    queueRequests: Math.ceil(targets / 10) + targets * retries + (2 * attempts) / batch,
    functionCalls: 1 + attempts / batch,
    functionMs: MS.accept + (attempts * MS.deliver) / batch,
    logKilobytes: LOG_KB.perCall + attempts * LOG_KB.perTarget,
    storedKilobytes: stored + 0.4 + targets * 0.6,
    retentionDays,
    outKilobytes: 1 + attempts * SENT_KB,
    mails: mailTargets,
  };
};

/** What a stage holds that costs something while nobody calls. */
interface Standing {
  keys: number;
  secrets: number;
  /** Metrics that alarms look at: most alarms have one. */
  alarmMetrics: number;
  /** Metrics of our own that get values although nobody calls: two of the sweeper, four by the canary's calls. */
  metrics: number;
  dashboards: number;
  /** Queues that start a function: each is asked about 15 times a minute. */
  polledQueues: number;
  /** Runs of scheduled functions in a month, and how long each takes. */
  scheduledRuns: number;
  scheduledMs: number;
  /** Calls of the canary in a month. */
  canaryCalls: number;
}

const CANARY_CALLS = 12 * 24 * 30;

/** A stage as it is deployed; sweeper and reconciler run each minute, the canary every five. */
export const STAGE: Standing = {
  keys: 1,
  secrets: 5,
  alarmMetrics: 21,
  metrics: 6,
  dashboards: 1,
  polledQueues: 3,
  scheduledRuns: 2 * 60 * 24 * 30 + CANARY_CALLS,
  scheduledMs: 100,
  canaryCalls: CANARY_CALLS,
};

/** Lambda keeps five connections to a queue open, each of which asks every twenty seconds. */
const POLLS_A_MONTH = 5 * 3 * 60 * 24 * 30;

/** US dollars a month of a stage that nobody uses, part by part. */
export const idleCosts = (stage: Standing) => ({
  'encryption key': stage.keys * MONTHLY.key,
  secrets: stage.secrets * MONTHLY.secret,
  alarms: stage.alarmMetrics * MONTHLY.alarm,
  metrics: stage.metrics * MONTHLY.metric,
  dashboard: stage.dashboards * MONTHLY.dashboard,
  'polling the queues': (stage.polledQueues * POLLS_A_MONTH * PRICES.queueRequest) / 1e6,
  'scheduled functions':
    (stage.scheduledRuns * (PRICES.functionCall + (stage.scheduledMs / 1000) * FUNCTION_GB * PRICES.gigabyteSecond)) /
    1e6,
  "the canary's calls": (stage.canaryCalls * costOf(workOf({ ...TYPICAL, bodyKilobytes: 1, batch: 1 }))) / 1e6,
});
