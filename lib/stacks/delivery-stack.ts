import { CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { dueIndex } from '../../lambdas/adapters/dynamodb/keys.ts';
import { DispatchLanes } from '../constructs/dispatch-lanes.ts';
import { HttpFront } from '../constructs/http-front.ts';
import { InvokeDistribution } from '../constructs/invoke-distribution.ts';
import { MailSender } from '../constructs/mail-sender.ts';
import { FIVE_MINUTES, OperatorAlarms } from '../constructs/operator-alarms.ts';
import { TellhookFunction } from '../constructs/tellhook-function.ts';
import type { Settings } from '../settings.ts';
import type { DataStack } from './data-stack.ts';

/** Of the function `callbacks`, which the web stack holds and which reads the mail events of this one. */
export const CALLBACKS_TIMEOUT = Duration.seconds(15);

interface DeliveryStackProps {
  settings: Settings;
  /** Folder that holds one folder per bundled function. */
  functionsDir: string;
  data: DataStack;
}

/** A call's way: invoke host → table and lanes → dispatcher → providers, and everything that brings back what got stuck. */
export class DeliveryStack extends Stack {
  readonly lanes: DispatchLanes;
  readonly mail: MailSender;
  readonly alarms: OperatorAlarms;
  readonly front: HttpFront;
  readonly functions: TellhookFunction[];

  constructor(scope: Construct, id: string, { settings, functionsDir, data: { table, secrets } }: DeliveryStackProps) {
    super(scope, id, { stackName: `tellhook-${settings.stage}-delivery`, env: { region: settings.region } });
    const shared = { settings, functionsDir };
    const plans = JSON.stringify(settings.plans);
    const dispatcherTimeout = Duration.seconds(30);
    const deadLettersTimeout = Duration.seconds(30);

    const alarms = new OperatorAlarms(this, 'Alarms', settings.mail);
    this.alarms = alarms;
    this.mail = new MailSender(this, 'Mail', settings, { eventsTimeout: CALLBACKS_TIMEOUT });
    this.lanes = new DispatchLanes(this, 'Lanes', {
      namePrefix: `tellhook-${settings.stage}`,
      // A message behind a waiting one of its lane comes along with it each time, and so does one whose target is asked
      // at a slow pace: being received often is no sign of trouble. What crashes is given up by the dispatcher itself.
      poisonAfter: 100,
      dispatcherTimeout,
      deadLettersTimeout,
    });

    const invoke = new TellhookFunction(this, 'Invoke', 'invoke', {
      ...shared,
      purpose: 'Accepts a call: takes quota, stores it, queues one dispatch per target',
      timeout: Duration.seconds(10),
      reserved: settings.reservedForInvoke,
    })
      .reads(table, ['GetItem'])
      .writes(table, ['UpdateItem', 'PutItem', 'BatchWriteItem'])
      .sendsTo(this.lanes)
      .readsSecret(secrets.sealing, 'SEALING_SECRET_ARN')
      .callsOut(settings)
      .knows({ PLANS: plans });

    const dispatcher = new TellhookFunction(this, 'Dispatcher', 'dispatcher', {
      ...shared,
      purpose: 'Renders, splits and delivers the dispatches of a lane, then settles them',
      timeout: dispatcherTimeout,
    })
      .consumes(this.lanes.queue, {
        batchSize: 10,
        maxConcurrency: settings.maxDispatchers,
        alarms,
        failures: 5,
        windows: 2,
        impact: 'deliveries crash or time out and come late',
        runbook: 'docs/runbook.md#dispatcher-fails',
      })
      .delays(this.lanes)
      .sendsTo(this.lanes)
      .startsItself(
        'A wake-up hands over to a new one after 50 receives, as long as its target’s waiting list is not empty; each has taken what it could.',
      )
      .sendsDeadLettersTo(this.lanes)
      .readsIndex(table, dueIndex.name)
      .reads(table, ['BatchGetItem', 'GetItem', 'Query'])
      .writes(table, ['PutItem', 'UpdateItem'])
      .readsSecret(secrets.sealing, 'SEALING_SECRET_ARN')
      .readsSecret(secrets.providers, 'PROVIDERS_SECRET_ARN')
      .sendsMail(this.mail)
      .callsOut(settings)
      .knows({ PLANS: plans, APP_URL: settings.appUrl, INVOKE_URL: settings.invokeUrl });

    const sweeper = new TellhookFunction(this, 'Sweeper', 'sweeper', {
      ...shared,
      purpose: 'Takes up what is due: retries, held calls, accounts being deleted, subscriptions to read again',
      timeout: Duration.seconds(50),
    })
      .runsEvery(Duration.minutes(1))
      .ringsWhenItFails({
        alarms,
        failures: 3,
        windows: 2,
        impact: 'retries are not taken up again',
        runbook: 'docs/runbook.md#sweeper-fails',
      })
      .readsIndex(table, dueIndex.name)
      .reads(table, ['GetItem', 'Query'])
      .writes(table, ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem'])
      .sendsTo(this.lanes)
      .readsSecret(secrets.providers, 'PROVIDERS_SECRET_ARN')
      .sendsMail(this.mail)
      .callsOut(settings)
      .knows({ PLANS: plans, APP_URL: settings.appUrl });

    const reconciler = new TellhookFunction(this, 'Reconciler', 'reconciler', {
      ...shared,
      purpose: 'Finds accepted calls that got stuck, going through all users who were active',
      timeout: Duration.seconds(50),
      // One whole processor: with many users it computes all the time, which costs the same at any size.
      memory: 1769,
    })
      .runsEvery(Duration.minutes(1))
      .ringsWhenItFails({
        alarms,
        failures: 3,
        windows: 2,
        impact: 'calls that got stuck stay where they are',
        runbook: 'docs/runbook.md#reconciler-fails',
      })
      .readsIndex(table, dueIndex.name)
      .reads(table, ['BatchGetItem', 'GetItem', 'Query'])
      .writes(table, ['PutItem']);

    const deadLetters = new TellhookFunction(this, 'DeadLetters', 'dead-letters', {
      ...shared,
      purpose: 'Marks dispatches that crashed again and again, with the reason',
      timeout: deadLettersTimeout,
    })
      .consumes(this.lanes.deadLetters, {
        batchSize: 10,
        alarms,
        failures: 1,
        windows: 2,
        impact: 'messages that were given up are not even marked as failed',
        runbook: 'docs/runbook.md#dead-letters',
      })
      .reads(table, ['BatchGetItem', 'GetItem'])
      .writes(table, ['PutItem', 'UpdateItem']);

    this.functions = [invoke, dispatcher, sweeper, reconciler, deadLetters];
    this.front = new HttpFront(this, 'InvokeHost', {
      settings,
      name: 'invoke',
      description: 'Takes the calls of webhooks',
      noAuthorizerBecause:
        'The unguessable route in the path is the credential; the function looks it up and answers 404 to all others.',
      // Behind a distribution the name is the distribution's, and the gateway is called by the one that AWS gives it.
      domain:
        settings.certificates && !settings.invokeDistribution
          ? { name: new URL(settings.invokeUrl).hostname, certificateArn: settings.certificates.invoke }
          : undefined,
    });
    this.front.route('ANY', '/{route}', invoke);
    this.front.routeRestTo(invoke);
    const distribution =
      settings.invokeDistribution &&
      new InvokeDistribution(this, 'InvokeDistribution', {
        settings,
        api: this.front,
        edgeKey: secrets.edge,
        webAclArn: settings.invokeDistribution.webAclArn,
      });
    if (distribution) invoke.readsSecret(secrets.edge, 'EDGE_SECRET_ARN').knows({ INVOKE_URL: settings.invokeUrl });

    alarms.alarmOn(
      this,
      'DeadLettersArrived',
      {
        metric: this.lanes.deadLetters.metricNumberOfMessagesReceived({ period: FIVE_MINUTES, statistic: 'Sum' }),
        threshold: 1,
      },
      {
        impact: 'single messages were given up after crashing again and again',
        runbook: 'docs/runbook.md#dead-letters',
      },
    );
    alarms.alarmOn(
      this,
      'DeadLettersLeft',
      {
        metric: this.lanes.deadLetters.metricApproximateNumberOfMessagesVisible({
          period: FIVE_MINUTES,
          statistic: 'Maximum',
        }),
        threshold: 1,
        periods: 3,
      },
      { impact: 'messages that were given up are not even marked as failed', runbook: 'docs/runbook.md#dead-letters' },
    );
    alarms.alarmOn(
      this,
      'LanesBehind',
      {
        metric: this.lanes.queue.metricApproximateAgeOfOldestMessage({ period: FIVE_MINUTES, statistic: 'Maximum' }),
        threshold: 900,
      },
      { impact: 'messages reach customers more than a quarter of an hour late', runbook: 'docs/runbook.md#lane-stuck' },
    );
    alarms.alarmOn(
      this,
      'LanesFull',
      {
        metric: this.lanes.queue.metricApproximateNumberOfMessagesVisible({
          period: FIVE_MINUTES,
          statistic: 'Maximum',
        }),
        threshold: 60_000,
      },
      {
        impact: 'at 120,000 waiting messages the queue stops seeing targets whose messages stand behind them',
        runbook: 'docs/runbook.md#lane-stuck',
      },
    );
    this.alarms.alarmOn(
      this,
      'InvokeFails',
      { metric: this.front.api.metricServerError({ period: FIVE_MINUTES, statistic: 'Sum' }), threshold: 5 },
      {
        impact: 'calls of webhooks are refused with 5xx; their senders may give up',
        runbook: 'docs/runbook.md#invoke-fails',
      },
    );

    alarms.alarmOn(
      this,
      'MailEventsBehind',
      {
        metric: this.mail.events.metricApproximateAgeOfOldestMessage({ period: FIVE_MINUTES, statistic: 'Maximum' }),
        threshold: 900,
      },
      {
        impact: 'bounces and complaints of mail are not taken in; refused addresses go on being written to',
        runbook: 'docs/runbook.md#mail-events',
      },
    );
    alarms.alarmOn(
      this,
      'MailEventsLeft',
      {
        metric: this.mail.deadEvents.metricApproximateNumberOfMessagesVisible({
          period: FIVE_MINUTES,
          statistic: 'Maximum',
        }),
        threshold: 1,
      },
      { impact: 'bounces and complaints of mail wait to be taken in by hand', runbook: 'docs/runbook.md#mail-events' },
    );

    const invokeHostAlias = distribution?.domainName ?? this.front.regionalDomainName;
    if (invokeHostAlias)
      new CfnOutput(this, 'InvokeHostAlias', {
        description: `Where a DNS alias of ${new URL(settings.invokeUrl).hostname} points to`,
        value: invokeHostAlias,
      });
  }
}
