/**
 * The product's metrics for CloudWatch, in the namespace `Tellhook`. All have the dimension `stage`, and some also
 * `kind`. lib/constructs/operator-dashboard.ts draws them.
 */
export const metricUnits = {
  /** Calls accepted with 202. */
  accepted: 'Count',
  /** Calls rejected because the daily quota or the storage is used up. */
  quotaRefused: 'Count',
  /** Calls and requests rejected because they arrived too fast. */
  throttled: 'Count',
  /** Messages accepted by their provider. */
  delivered: 'Count',
  /** Failed attempts that will be retried, by kind. */
  retried: 'Count',
  /** Messages that failed permanently, by kind. */
  failed: 'Count',
  /** Messages skipped by their target's routing rule. */
  skipped: 'Count',
  /** Messages that started waiting for the end of quiet hours. */
  held: 'Count',
  /** Message parts sent as plain text, because the provider rejected their formatting, by kind. */
  looksRefused: 'Count',
  /** Time from the call to the provider's acceptance, including rate limit, pauses and retries. */
  delay: 'Milliseconds',
  /**
   * The same for messages that met an empty lane and succeeded at the first attempt. It shows the product's own share.
   */
  latency: 'Milliseconds',
  /** Time from a call to its acknowledgement by a person. */
  acknowledgeDelay: 'Milliseconds',
  /** Renders that had to be killed. */
  sandboxKills: 'Count',
  /** Renderers that did not start. */
  rendererFailures: 'Count',
  /** Memory used by a function and its renderers, as a share of its limit: sampled each minute, not summed. */
  memory: 'Percent',
  /** Time from the start of a process to its first call, which shows cold starts and their duration. */
  coldStart: 'Milliseconds',
  /** Messages that wait for a set time, counted up to some thousands: sampled each minute, not summed. */
  waiting: 'Count',
  /** Targets that currently accept no messages: sampled each minute. */
  pausedLanes: 'Count',
  /** Due messages that a sweep put back into their lanes. */
  due: 'Count',
} as const;

export type MetricName = keyof typeof metricUnits;

export const METRICS_NAMESPACE = 'Tellhook';

interface Metrics {
  /** Adds `value` (default 1) to a counter. */
  count(name: MetricName, value?: number, kind?: string): void;
  /** Adds one value to a metric with percentiles. */
  measure(name: MetricName, value: number): void;
  /** Writes the batch immediately, without waiting for the interval. */
  flush(): void;
}

interface MetricsOptions {
  stage: string;
  write: (line: string) => void;
  /** Milliseconds of a monotonic clock. */
  now: () => number;
  /** The time of a line, in milliseconds since the epoch. */
  epochMs: () => number;
}

/** Number of lines that can be written in a burst. After that, one line is written per {@link FLUSH_MS}. */
const BURST_LINES = 4;
/** The batching interval under load. A line per call would cost more than the call's other log lines. */
const FLUSH_MS = 5000;
/** CloudWatch accepts at most 100 values of a metric per line. */
const MAX_VALUES = 100;

/**
 * Writes metrics as log lines in the embedded metric format, which CloudWatch reads without requests or permissions. A
 * busy process batches them. When Lambda ends a process, its last batch is lost, so no decision or bill may depend on
 * these numbers.
 */
export const createMetrics = ({ stage, write, now, epochMs }: MetricsOptions): Metrics => {
  /** Values by kind; '' for metrics without a kind. */
  let batched = new Map<string, Partial<Record<MetricName, number[]>>>();
  let lines = BURST_LINES;
  let refilledAt = now();

  const flush = () => {
    const written = batched;
    batched = new Map();
    for (const [kind, values] of written) write(embedded(stage, kind, values, epochMs()));
  };

  const mayWrite = (): boolean => {
    const refill = Math.floor((now() - refilledAt) / FLUSH_MS);
    if (refill > 0) {
      lines = Math.min(BURST_LINES, lines + refill);
      refilledAt += refill * FLUSH_MS;
    }
    if (lines === 0) return false;
    lines -= 1;
    return true;
  };

  const note = (name: MetricName, kind: string, change: (values: number[]) => number[]) => {
    const values = batched.get(kind) ?? {};
    values[name] = change(values[name] ?? []);
    batched.set(kind, values);
  };

  // The line is written only after the current work, so all numbers of a delivery share it.
  let scheduled = false;
  const writeSoon = () => {
    const full = [...batched.values()].some((values) =>
      Object.values(values).some((list) => list.length >= MAX_VALUES),
    );
    if (full) return flush();
    if (scheduled || !mayWrite()) return;
    scheduled = true;
    queueMicrotask(() => {
      scheduled = false;
      flush();
    });
  };

  return {
    count: (name, value = 1, kind = '') => {
      note(name, kind, ([sum = 0]) => [sum + value]);
      writeSoon();
    },
    measure: (name, value) => {
      note(name, '', (values) => [...values, value]);
      writeSoon();
    },
    flush,
  };
};

/**
 * A line of the embedded metric format:
 * docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
const embedded = (
  stage: string,
  kind: string,
  values: Partial<Record<MetricName, number[]>>,
  Timestamp: number,
): string => {
  const names = Object.keys(values) as MetricName[];
  const dimensions = kind === '' ? { stage } : { stage, kind };
  return JSON.stringify({
    _aws: {
      Timestamp,
      CloudWatchMetrics: [
        {
          Namespace: METRICS_NAMESPACE,
          Dimensions: [Object.keys(dimensions)],
          Metrics: names.map((Name) => (metricUnits[Name] === 'Count' ? { Name } : { Name, Unit: metricUnits[Name] })),
        },
      ],
    },
    ...dimensions,
    ...Object.fromEntries(names.map((name) => [name, values[name]?.length === 1 ? values[name][0] : values[name]])),
  });
};

/** The metrics of this process. */
export const metrics: Metrics = createMetrics({
  stage: process.env.STAGE ?? '',
  write: (line) => process.stdout.write(`${line}\n`),
  now: () => performance.now(),
  epochMs: () => Date.now(),
});
