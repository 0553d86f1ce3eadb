import type { FunctionResult } from '../functions/protocol.ts';
import { UnsupportedTemplate } from '../template/problems.ts';

/** A rule that invokes a function at fixed intervals. */
export interface ScheduleSpec {
  name: string;
  arn: string;
  functionName: string;
  everyMs: number;
  /** How often a failed run is repeated. */
  retryAttempts: number;
}

export interface Scheduler {
  /** Runs each schedule that is due, once however many times it was missed; resolves when all have run. */
  runDue(): Promise<void>;
  stop(): void;
}

const UNIT_MS: Record<string, number> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** `rate(5 minutes)` in milliseconds. @throws UnsupportedTemplate for cron expressions and everything else */
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

/** Looks at the product's clock; `timer` calls back after real milliseconds and returns what cancels it. */
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
  const due = new Map(specs.map((spec) => [spec, now().getTime() + spec.everyMs]));
  let cancel: () => void = () => undefined;
  let stopped = false;

  const run = async (spec: ScheduleSpec): Promise<void> => {
    for (let attempt = 0; attempt <= spec.retryAttempts && !stopped; attempt++) {
      const result = await invoke(spec.functionName, toEvent(spec, now(), place));
      onRun({ name: spec.name, functionName: spec.functionName, result });
      if (result.ok) return;
    }
  };

  const runDue = async (): Promise<void> => {
    const at = now().getTime();
    const runs = specs
      .filter((spec) => (due.get(spec) ?? 0) <= at)
      .map((spec) => {
        due.set(spec, at + spec.everyMs);
        return run(spec);
      });
    await Promise.all(runs);
  };

  const wait = (): void => {
    if (stopped || specs.length === 0) return;
    const next = Math.min(...due.values());
    cancel = timer(
      () => {
        runDue().finally(wait);
      },
      Math.max(0, next - now().getTime()),
    );
  };
  wait();

  return {
    runDue,
    stop: () => {
      stopped = true;
      cancel();
    },
  };
};
