import type { FunctionResult } from '../functions/protocol.ts';
import type { Grant } from './policies.ts';
import type { Need } from './wire.ts';

/** A function's requests to AWS since the start or last clearing. `GET /__fakes/api/aws` returns one per function. */
export interface FunctionReport {
  invocations: number;
  errors: number;
  /** Sums over all invocations. CPU time includes only the environment's process, not its renderer. */
  duration_ms: number;
  cpu_ms: number;
  /** Number of calls by operation, such as `dynamodb:UpdateItem` or `sqs:SendMessageBatch`. */
  calls: Record<string, number>;
  /** Number of requests of the event source mapping, by operation. */
  poller_calls: Record<string, number>;
  /** Consumed DynamoDB request units, in total and by operation. */
  read_units: number;
  write_units: number;
  units: Record<string, number>;
  /** Requests that began while no other was running. If events run one at a time, this is the number of waits. */
  round_trips: number;
  /** Bytes of its log lines. */
  log_bytes: number;
  denied: { at: string; action: string; resource: string }[];
  /** Actions of the role's policies that no request has used since the start; clearing doesn't reset this. */
  unused_grants: { action: string; resources: string[] }[];
}

type Counts = Omit<FunctionReport, 'unused_grants'>;

const emptyCounts = (): Counts => ({
  invocations: 0,
  errors: 0,
  duration_ms: 0,
  cpu_ms: 0,
  calls: {},
  poller_calls: {},
  read_units: 0,
  write_units: 0,
  units: {},
  round_trips: 0,
  log_bytes: 0,
  denied: [],
});

/** Actions of services that the local machine knows but doesn't provide, so no function can use them here. */
const UNPLAYED = /^(logs|xray|cloudwatch):/;

const MOST_DENIALS = 200;

const add = (counts: Record<string, number>, name: string, by: number) => {
  counts[name] = (counts[name] ?? 0) + by;
};

export interface UsageMeter {
  invoked(functionName: string, result: FunctionResult): void;
  /** Counts a request. Returns a function to call after the response. */
  called(functionName: string, operation: string, byPoller: boolean): () => void;
  logged(functionName: string, line: string): void;
  used(grant: Grant): void;
  consumed(functionName: string, operation: string, kind: 'read' | 'write', units: number): void;
  denied(functionName: string, need: Need): void;
  report(): Record<string, FunctionReport>;
  clear(): void;
}

/** Creates the meter of all functions. `grants` are the grants of each function's role, by the function's short name. */
export const createUsageMeter = (grants: Map<string, Grant[]>, now: () => Date): UsageMeter => {
  const counts = new Map<string, Counts>();
  const usedGrants = new Set<Grant>();
  const underWay = new Map<string, number>();
  const of = (functionName: string): Counts => {
    let found = counts.get(functionName);
    if (!found) {
      found = emptyCounts();
      counts.set(functionName, found);
    }
    return found;
  };
  return {
    invoked(functionName, result) {
      const entry = of(functionName);
      entry.invocations++;
      if (!result.ok) entry.errors++;
      entry.duration_ms += result.durationMs;
      entry.cpu_ms += result.cpuMs;
    },
    called(functionName, operation, byPoller) {
      const entry = of(functionName);
      add(byPoller ? entry.poller_calls : entry.calls, operation, 1);
      if (byPoller) return () => undefined;
      const before = underWay.get(functionName) ?? 0;
      if (before === 0) entry.round_trips++;
      underWay.set(functionName, before + 1);
      return () => underWay.set(functionName, (underWay.get(functionName) ?? 1) - 1);
    },
    logged(functionName, line) {
      of(functionName).log_bytes += Buffer.byteLength(line) + 1;
    },
    used: (grant) => {
      usedGrants.add(grant);
    },
    consumed(functionName, operation, kind, units) {
      const entry = of(functionName);
      entry[kind === 'read' ? 'read_units' : 'write_units'] += units;
      add(entry.units, operation, units);
    },
    denied: (functionName, { action, resource }) => {
      const { denied } = of(functionName);
      denied.push({ at: now().toISOString(), action, resource });
      // The list is limited, because a rejected event source polls again every second.
      if (denied.length > MOST_DENIALS) denied.shift();
    },
    report: () =>
      Object.fromEntries(
        [...grants].map(([functionName, all]) => [
          functionName,
          {
            ...of(functionName),
            unused_grants: all
              .filter((grant) => grant.effect === 'Allow' && !usedGrants.has(grant) && !UNPLAYED.test(grant.action))
              .map(({ action, resources }) => ({ action, resources })),
          },
        ]),
      ),
    clear: () => counts.clear(),
  };
};
