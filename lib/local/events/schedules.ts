import type { FunctionResult } from '../functions/protocol.ts';
import { UnsupportedTemplate } from '../template/problems.ts';

/** A rule that invokes a function at fixed intervals. */
export interface ScheduleSpec {
  name: string;
  arn: string;
  functionName: string;
  everyMs: number;
}

export interface Scheduler {
  /** Runs each due schedule once, even if it was missed several times; resolves when all have run. */
  runDue(): Promise<void>;
  stop(): void;
}

const UNIT_MS: Record<string, number> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

interface Job {
  spec: ScheduleSpec;
  /** Product time in milliseconds. */
  at: number;
}

/** Converts `rate(5 minutes)` to milliseconds. @throws UnsupportedTemplate for cron and other expressions */
export const parseRate = (expression: string): number => {
  const [, count, unit = ''] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  const unitMs = UNIT_MS[unit];
  if (!count || !unitMs) throw new UnsupportedTemplate(`The schedule ${expression} is not supported`);
  return Number(count) * unitMs;
};

/** The event of an EventBridge scheduled rule. */
const toEvent = (spec: ScheduleSpec, at: Date, { account, region }: { account: string; region: string }) => ({
  version: '0',
  id: crypto.randomUUID(),
  'detail-type': 'Scheduled Event',
  source: 'aws.events',
  account,
  region,
  time: `${at.toISOString().slice(0, 19)}Z`,
  resources: [spec.arn],
  detail: {},
});

/** Runs schedules by the product's clock. `timer` calls back after real milliseconds and returns a cancel function. */
export const startScheduler = (options: {
  specs: ScheduleSpec[];
  now: () => Date;
  place: { account: string; region: string };
  invoke: (functionName: string, event: unknown) => Promise<FunctionResult>;
  onRun: (run: { name: string; functionName: string; result: FunctionResult }) => void;
  timer?: (callback: () => void, milliseconds: number) => () => void;
}): Scheduler => {
  const { specs, now, place, invoke, onRun } = options;
  const timer =
    options.timer ??
    ((callback, milliseconds) => {
      const handle = setTimeout(callback, milliseconds);
      return () => clearTimeout(handle);
    });
  let jobs: Job[] = specs.map((spec) => ({ spec, at: now().getTime() + spec.everyMs }));
  let cancel: () => void = () => undefined;
  let stopped = false;

  const run = async ({ spec }: Job): Promise<void> => {
    const result = await invoke(spec.functionName, toEvent(spec, now(), place));
    onRun({ name: spec.name, functionName: spec.functionName, result });
  };

  const runDue = async (): Promise<void> => {
    const at = now().getTime();
    const due = jobs.filter((job) => job.at <= at);
    // A missed schedule continues from the current time instead of catching up.
    jobs = jobs.map((job) => (job.at <= at ? { ...job, at: at + job.spec.everyMs } : job));
    await Promise.all(due.map(run));
  };

  const wait = (): void => {
    cancel();
    if (stopped || jobs.length === 0) return;
    const next = Math.min(...jobs.map((job) => job.at));
    cancel = timer(() => void runDue().finally(wait), Math.max(0, next - now().getTime()));
  };
  wait();

  return {
    runDue: () => runDue().finally(wait),
    stop: () => {
      stopped = true;
      cancel();
    },
  };
};
