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

/** The functions with all their triggers, apart from the gateways. */
export interface Workloads {
  invoke(functionName: string, event: unknown): Promise<FunctionResult>;
  function(functionName: string): LocalFunction | undefined;
  /** The variables that a function runs with. */
  environment(functionName: string): Record<string, string> | undefined;
  schedules: Scheduler;
  /** Zero everywhere when nothing runs and nothing is due in the queues. */
  probes: Probe[];
  stop(): Promise<void>;
}

/**
 * The environment of every function besides the template's variables, and the facts that Lambda and the SDK know: its
 * keys, and the endpoint of AWS. One endpoint for all services, so a service without a stand-in is rejected here and
 * not contacted outside.
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
      // An event without an environment waits in the queue, where it joins others in a batch and every lane gets its
      // turn.
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
