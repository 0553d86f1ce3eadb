import { Duration, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { dueIndex } from '../../lambdas/adapters/dynamodb/keys.ts';
import { FunctionRoutes } from '../constructs/http-front.ts';
import { FIVE_MINUTES } from '../constructs/operator-alarms.ts';
import { TellhookFunction } from '../constructs/tellhook-function.ts';
import type { Settings } from '../settings.ts';
import { type BaseStack, DEAD_LETTERS_TIMEOUT, DISPATCHER_TIMEOUT } from './base-stack.ts';
import type { DataStack } from './data-stack.ts';
import { stackProps } from './stack-props.ts';

interface DeliveryStackProps {
  settings: Settings;
  /** Folder with one folder per bundled function. */
  functionsDir: string;
  data: DataStack;
  base: BaseStack;
  /** The application's URL, which messages link to. */
  appUrl: string;
}

/**
 * Everything that a call passes through (invoke host → table and lanes → dispatcher → providers), and the jobs that
 * recover stuck messages.
 */
export class DeliveryStack extends Stack {
  readonly functions: TellhookFunction[];

  constructor(scope: Construct, id: string, props: DeliveryStackProps) {
    const { settings, functionsDir, appUrl, base } = props;
    super(scope, id, stackProps(settings, 'delivery'));
    const { table, secrets } = props.data;
    const { alarms, lanes, mail, front, invokeUrl } = base;
    const shared = { settings, functionsDir };
    const releasedGradually = settings.gradualRelease ? alarms : undefined;
    const plans = JSON.stringify(settings.plans);

    const invoke = new TellhookFunction(this, 'Invoke', 'invoke', {
      ...shared,
      purpose: 'Accepts a call: takes quota, stores it, queues one dispatch per target',
      timeout: Duration.seconds(10),
      releasedGradually,
      reserved: settings.reservedForInvoke,
    })
      .reads(table, ['GetItem'])
      .writes(table, ['UpdateItem', 'PutItem', 'BatchWriteItem'])
      .sendsTo(lanes)
      .readsSecret(secrets.sealing, 'SEALING_SECRET_ARN')
      .callsOut(settings)
      .knows({ PLANS: plans });

    const dispatcher = new TellhookFunction(this, 'Dispatcher', 'dispatcher', {
      ...shared,
      purpose: 'Renders, splits and delivers the dispatches of a lane, then settles them',
      timeout: DISPATCHER_TIMEOUT,
      releasedGradually,
    })
      .consumes(lanes.queue, {
        batchSize: 10,
        maxConcurrency: settings.maxDispatchers,
        alarms,
        failures: 5,
        windows: 2,
        impact: 'deliveries crash or time out, so messages are late',
        runbook: 'docs/runbook.md#dispatcher-fails',
      })
      .delays(lanes)
      .sendsTo(lanes)
      .startsItself(
        'A wake-up hands over to a new one after 50 receives, while its target’s waiting list is not empty.',
      )
      .sendsDeadLettersTo(lanes)
      .readsIndex(table, dueIndex.name)
      .reads(table, ['BatchGetItem', 'GetItem', 'Query'])
      .writes(table, ['PutItem', 'UpdateItem'])
      .readsSecret(secrets.sealing, 'SEALING_SECRET_ARN')
      .readsSecret(secrets.providers, 'PROVIDERS_SECRET_ARN')
      .sendsMail(mail)
      .callsOut(settings)
      .knows({ PLANS: plans, APP_URL: appUrl, INVOKE_URL: invokeUrl });

    const sweeper = new TellhookFunction(this, 'Sweeper', 'sweeper', {
      ...shared,
      purpose: 'Continues work that is due: retries, held calls, account deletions, subscription reviews',
      timeout: Duration.seconds(50),
    })
      .runsEvery(Duration.minutes(1))
      .ringsWhenItFails({
        alarms,
        failures: 3,
        windows: 2,
        impact: 'retries are not continued',
        runbook: 'docs/runbook.md#sweeper-fails',
      })
      .readsIndex(table, dueIndex.name)
      .reads(table, ['GetItem', 'Query'])
      .writes(table, ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem'])
      .sendsTo(lanes)
      .readsSecret(secrets.providers, 'PROVIDERS_SECRET_ARN')
      .sendsMail(mail)
      .callsOut(settings)
      .knows({ PLANS: plans, APP_URL: appUrl });

    const reconciler = new TellhookFunction(this, 'Reconciler', 'reconciler', {
      ...shared,
      purpose: 'Finds stuck calls of all active users',
      timeout: Duration.seconds(50),
      // This memory comes with a whole processor. With many users, the CPU limits the job, and more memory costs no
      // more.
      memory: 1769,
    })
      .runsEvery(Duration.minutes(1))
      .ringsWhenItFails({
        alarms,
        failures: 3,
        windows: 2,
        impact: 'stuck calls are not found',
        runbook: 'docs/runbook.md#reconciler-fails',
      })
      .readsIndex(table, dueIndex.name)
      .reads(table, ['BatchGetItem', 'GetItem', 'Query'])
      .writes(table, ['PutItem']);

    const deadLetters = new TellhookFunction(this, 'DeadLetters', 'dead-letters', {
      ...shared,
      purpose: 'Marks dispatches that crashed repeatedly as failed, with the reason',
      timeout: DEAD_LETTERS_TIMEOUT,
    })
      .consumes(lanes.deadLetters, {
        batchSize: 10,
        alarms,
        failures: 1,
        windows: 2,
        impact: 'messages in the dead-letter queue are not marked as failed',
        runbook: 'docs/runbook.md#dead-letters',
      })
      .reads(table, ['BatchGetItem', 'GetItem'])
      .writes(table, ['PutItem', 'UpdateItem']);

    this.functions = [invoke, dispatcher, sweeper, reconciler, deadLetters];
    const routes = new FunctionRoutes(this, 'Routes', front);
    routes.route('ANY', '/{route}', invoke);
    routes.routeRestTo(invoke);
    if (settings.invokeDistribution)
      invoke.readsSecret(secrets.edge, 'EDGE_SECRET_ARN').knows({ INVOKE_URL: invokeUrl });

    alarms.alarmOn(
      this,
      'DeadLettersArrived',
      {
        metric: lanes.deadLetters.metricNumberOfMessagesReceived({ period: FIVE_MINUTES, statistic: 'Sum' }),
        threshold: 1,
      },
      {
        impact: 'messages crashed repeatedly and are no longer retried',
        runbook: 'docs/runbook.md#dead-letters',
      },
    );
    alarms.alarmOn(
      this,
      'DeadLettersLeft',
      {
        metric: lanes.deadLetters.metricApproximateNumberOfMessagesVisible({
          period: FIVE_MINUTES,
          statistic: 'Maximum',
        }),
        threshold: 1,
        periods: 3,
      },
      { impact: 'messages in the dead-letter queue are not marked as failed', runbook: 'docs/runbook.md#dead-letters' },
    );
    alarms.alarmOn(
      this,
      'LanesBehind',
      {
        metric: lanes.queue.metricApproximateAgeOfOldestMessage({ period: FIVE_MINUTES, statistic: 'Maximum' }),
        threshold: 900,
      },
      { impact: 'messages reach customers more than a quarter of an hour late', runbook: 'docs/runbook.md#lane-stuck' },
    );
    alarms.alarmOn(
      this,
      'LanesFull',
      {
        metric: lanes.queue.metricApproximateNumberOfMessagesVisible({
          period: FIVE_MINUTES,
          statistic: 'Maximum',
        }),
        threshold: 60_000,
      },
      {
        impact: 'beyond 120,000 waiting messages, the queue does not see further targets',
        runbook: 'docs/runbook.md#lane-stuck',
      },
    );
    alarms.alarmOn(
      this,
      'InvokeFails',
      { metric: front.api.metricServerError({ period: FIVE_MINUTES, statistic: 'Sum' }), threshold: 5 },
      {
        impact: 'calls to webhooks return 5xx; services that do not retry lose them',
        runbook: 'docs/runbook.md#invoke-fails',
      },
    );

    alarms.alarmOn(
      this,
      'MailEventsBehind',
      {
        metric: mail.events.metricApproximateAgeOfOldestMessage({ period: FIVE_MINUTES, statistic: 'Maximum' }),
        threshold: 900,
      },
      {
        impact: 'bounces and complaints are not processed, so we keep sending to addresses that reject email',
        runbook: 'docs/runbook.md#email-events',
      },
    );
    alarms.alarmOn(
      this,
      'MailEventsLeft',
      {
        metric: mail.deadEvents.metricApproximateNumberOfMessagesVisible({
          period: FIVE_MINUTES,
          statistic: 'Maximum',
        }),
        threshold: 1,
      },
      { impact: 'bounces and complaints wait for the operator', runbook: 'docs/runbook.md#email-events' },
    );
  }
}
