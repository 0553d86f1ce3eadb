import type { LocalAws } from './aws.ts';
import type { ProductClock } from './clock.ts';
import type { Console } from './console.ts';
import { type Poller, startPoller } from './events/poller.ts';
import type { Probe } from './events/quiet.ts';
import { type Scheduler, startScheduler } from './events/schedules.ts';
import { createSqsClient } from './events/sqs-client.ts';
import { createFunction, type LocalFunction } from './functions/pool.ts';
import type { FunctionResult } from './functions/protocol.ts';
import type { Deployment } from './template/deployment.ts';

/** The functions with everything that starts them, apart from the gateways. */
export interface Workloads {
  /** @param owner whose event it is; see LocalFunction */
  invoke(functionName: string, event: unknown, owner?: string): Promise<FunctionResult>;
  function(functionName: string): LocalFunction | undefined;
  /** The variables that a function runs with. */
  environment(functionName: string): Record<string, string> | undefined;
  schedules: Scheduler;
  /** Zero everywhere when nothing runs and nothing is due in the queues. */
  probes: Probe[];
  stop(): Promise<void>;
}

/** What every function gets besides the template's variables: where AWS and the outside world are on this machine. */
const runnerVariables = (options: {
  aws: LocalAws;
  functionName: string;
  region: string;
  hostMap: Record<string, string>;
}): Record<string, string> => {
  const { aws, functionName, region, hostMap } = options;
  const { origin } = aws.proxy;
  return {
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: aws.accessKey(functionName),
    AWS_SECRET_ACCESS_KEY: 'local',
    // The general one as well, so that a service without a stand-in is refused here and not looked for outside.
    AWS_ENDPOINT_URL: origin,
    AWS_ENDPOINT_URL_DYNAMODB: origin,
    AWS_ENDPOINT_URL_SQS: origin,
    AWS_ENDPOINT_URL_SES: origin,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: origin,
    AWS_EC2_METADATA_DISABLED: 'true',
    OUTBOUND_HOST_MAP: JSON.stringify(hostMap),
    TZ: 'UTC',
  };
};

export const startWorkloads = (options: {
  deployment: Deployment;
  aws: LocalAws;
  clock: ProductClock;
  console: Console;
  hostMap: Record<string, string>;
}): Workloads => {
  const { deployment, aws, clock, console, hostMap } = options;
  const { region, account, mappings, schedules } = deployment;
  const workers = new Set([...mappings, ...schedules].map(({ functionName }) => functionName));
  // The SDK calls the host of a queue's URL, whatever endpoint is configured, so the URL names the gate itself.
  const sqsHost = `https://sqs.${region}.amazonaws.com`;
  const localize = (value: string) => value.replaceAll(sqsHost, aws.proxy.origin);

  const environments = new Map(
    deployment.functions.map(({ spec }): [string, Record<string, string>] => {
      const variables = Object.entries(spec.environment).map(([name, value]) => [name, localize(value)]);
      const runners = runnerVariables({ aws, functionName: spec.name, region, hostMap });
      return [spec.name, { ...Object.fromEntries(variables), ...runners }];
    }),
  );
  const functions = new Map(
    deployment.functions.map(({ spec }): [string, LocalFunction] => {
      const environment = environments.get(spec.name) ?? {};
      return [
        spec.name,
        createFunction({
          spec: { ...spec, environment },
          clock,
          aws: aws.door,
          onLine: (line) => {
            aws.ledger.logged(spec.name, line);
            console.functionLine(spec.name, line, workers.has(spec.name));
          },
          onResult: (result) => {
            aws.ledger.invoked(spec.name, result);
            if (!result.ok) console.problem(spec.name, `${result.errorType}: ${result.errorMessage}`);
          },
        }),
      ];
    }),
  );

  const functionOf = (functionName: string): LocalFunction => {
    const found = functions.get(functionName);
    if (!found) throw new Error(`There is no function ${functionName}.`);
    return found;
  };
  const invoke = async (functionName: string, event: unknown, owner?: string): Promise<FunctionResult> =>
    functionOf(functionName).invoke(event, owner);

  const pollers: Poller[] = mappings.map((spec) =>
    startPoller({
      spec,
      sqs: createSqsClient(aws.queues, aws.accessKey(spec.functionName, true), aws.gate),
      queueUrl: `${aws.proxy.origin}/${account}/${spec.queueName}`,
      invoke: (event) => invoke(spec.functionName, event),
      deadLetter: (receiptHandles) => aws.queues.deadLetter(spec.queueName, receiptHandles),
      hasRoom: () => functionOf(spec.functionName).hasRoom(),
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
