import type { AccessKeys, LocalAws } from './aws.ts';
import type { ProductClock } from './clock.ts';
import type { Console } from './console.ts';
import { type Poller, startPoller } from './events/poller.ts';
import type { Probe } from './events/quiet.ts';
import { type Scheduler, startScheduler } from './events/schedules.ts';
import { createSqsClient } from './events/sqs-client.ts';
import { createFunction, type LocalFunction } from './functions/pool.ts';
import type { FunctionResult } from './functions/protocol.ts';
import type { Deployment } from './template/deployment.ts';

/** The functions, with all triggers except the gateways. */
export interface Workloads {
  invoke(functionName: string, event: unknown): Promise<FunctionResult>;
  function(functionName: string): LocalFunction | undefined;
  /** A function's environment variables; undefined if there is no such function. */
  environment(functionName: string): Record<string, string> | undefined;
  schedules: Scheduler;
  /** All probes return 0 if nothing is running and no queue has a receivable message. */
  probes: Probe[];
  stop(): Promise<void>;
}

/**
 * The variables of every function in addition to the template's: its keys, the region and the endpoint of AWS. All
 * services have the same endpoint, so a service without a stand-in is rejected here instead of contacted in AWS.
 */
export const runtimeVariables = (
  { accessKeyId, secretAccessKey }: AccessKeys,
  endpoint: string,
  region: string,
): Record<string, string> => ({
  AWS_REGION: region,
  AWS_ACCESS_KEY_ID: accessKeyId,
  AWS_SECRET_ACCESS_KEY: secretAccessKey,
  AWS_ENDPOINT_URL: endpoint,
  TZ: 'UTC',
});

export const startWorkloads = (options: {
  deployment: Deployment;
  aws: LocalAws;
  clock: ProductClock;
  console: Console;
}): Workloads => {
  const { deployment, aws, clock, console } = options;
  const { region, account, mappings, schedules } = deployment;
  const workers = new Set([...mappings, ...schedules].map(({ functionName }) => functionName));

  const environments = new Map(
    deployment.functions.map(({ spec }): [string, Record<string, string>] => [
      spec.name,
      { ...spec.environment, ...runtimeVariables(aws.keysOf(spec.name), aws.server.origin, region) },
    ]),
  );
  const functions = new Map(
    deployment.functions.map(({ spec }): [string, LocalFunction] => {
      const environment = environments.get(spec.name) ?? {};
      return [
        spec.name,
        createFunction({
          spec: { ...spec, environment },
          isWaitedFor: !schedules.some(({ functionName }) => functionName === spec.name),
          size: mappings.find(({ functionName }) => functionName === spec.name)?.maximumConcurrency,
          clock,
          onLine: (line) => {
            aws.usage.logged(spec.name, line);
            console.functionLine(spec.name, line, workers.has(spec.name));
          },
          onResult: (result) => {
            aws.usage.invoked(spec.name, result);
            if (!result.ok) console.problem(spec.name, `${result.errorType}: ${result.errorMessage}`);
          },
        }),
      ];
    }),
  );

  const functionOf = (functionName: string): LocalFunction => {
    const found = functions.get(functionName);
    if (!found) throw new Error(`The function ${functionName} does not exist.`);
    return found;
  };
  const invoke = async (functionName: string, event: unknown): Promise<FunctionResult> =>
    functionOf(functionName).invoke(event);

  const pollers: Poller[] = mappings.map((spec) =>
    startPoller({
      spec,
      // The concurrency is limited to the number of environments. Further messages wait in the queue, where they form
      // larger batches and every lane gets its turn.
      concurrency: functionOf(spec.functionName).size,
      sqs: createSqsClient(aws.queues, aws.pollersKey(spec.functionName), aws.gate),
      queueUrl: `https://sqs.${region}.amazonaws.com/${account}/${spec.queueName}`,
      invoke: (event) => invoke(spec.functionName, event),
      deadLetter: (receiptHandles) => aws.queues.deadLetter(spec.queueName, receiptHandles),
      onBatch: ({ messages, failed, durationMs }) =>
        console.detail(
          spec.functionName,
          `${messages} from ${spec.queueName}, ${failed} failed · ${Math.round(durationMs)} ms`,
        ),
      onError: (message) => console.problem(spec.functionName, `polling ${spec.queueName}: ${message}`),
    }),
  );

  const scheduler = startScheduler({
    specs: schedules,
    now: clock.now,
    place: { account, region },
    invoke,
    onRun: ({ name, functionName }) => console.detail(functionName, `ran by schedule ${name}`),
  });

  return {
    invoke,
    function: (name) => functions.get(name),
    environment: (name) => environments.get(name),
    schedules: scheduler,
    probes: [
      ...[...functions.values()].map((target) => target.active),
      ...pollers.map((poller) => poller.active),
      ...mappings.map(
        ({ queueName }) =>
          () =>
            aws.queues.depth(queueName).receivable,
      ),
    ],
    async stop() {
      scheduler.stop();
      await Promise.all(pollers.map((poller) => poller.stop()));
      await Promise.all([...functions.values()].map((target) => target.stop()));
    },
  };
};
