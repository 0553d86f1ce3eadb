import { CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import * as budgets from 'aws-cdk-lib/aws-budgets';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { STATUS_PAGE, STATUS_RECORD } from '../../lambdas/status/publish.ts';
import { FIVE_MINUTES, type OperatorAlarms } from '../constructs/operator-alarms.ts';
import { OperatorDashboard, productMetric } from '../constructs/operator-dashboard.ts';
import { TellhookFunction } from '../constructs/tellhook-function.ts';
import type { Settings } from '../settings.ts';
import { STAGE_TAG } from '../stage-tag.ts';
import type { BaseStack } from './base-stack.ts';
import type { DataStack } from './data-stack.ts';
import type { DeliveryStack } from './delivery-stack.ts';
import { stackProps } from './stack-props.ts';
import type { WebStack } from './web-stack.ts';

interface OperationsStackProps {
  settings: Settings;
  /** Folder that holds one folder per bundled function. */
  functionsDir: string;
  data: DataStack;
  base: BaseStack;
  delivery: DeliveryStack;
  web: WebStack;
}

/** Monitoring: the canary, alarms for all parts, dashboard, searches and budget. No other stack depends on it. */
export class OperationsStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    { settings, functionsDir, data, base, delivery, web }: OperationsStackProps,
  ) {
    super(scope, id, stackProps(settings, 'operations'));
    const functions = [...delivery.functions, ...web.functions];
    if (settings.canaryMinutes) this.canary(settings.canaryMinutes, { settings, functionsDir, data, base, web });
    this.alarms(settings, base.alarms);
    new OperatorDashboard(this, 'Dashboard', {
      stage: settings.stage,
      functions,
      fronts: { app: web.front, invoke: base.front },
      lanes: {
        age: base.lanes.queue.metricApproximateAgeOfOldestMessage({ period: FIVE_MINUTES, label: 'age, seconds' }),
        deadLetters: base.lanes.deadLetters.metricNumberOfMessagesReceived({
          period: FIVE_MINUTES,
          label: 'given up',
        }),
      },
    });
    if (settings.monthlyBudgetDollars) this.budget(settings, settings.monthlyBudgetDollars);
    new CfnOutput(this, 'DashboardUrl', {
      description: 'The status page',
      value: `https://${this.region}.console.aws.amazon.com/cloudwatch/home?region=${this.region}#dashboards/dashboard/tellhook-${settings.stage}`,
    });
  }

  private canary(
    everyMinutes: number,
    { settings, functionsDir, data, base, web }: Omit<OperationsStackProps, 'delivery'>,
  ): void {
    const canary = new TellhookFunction(this, 'Canary', 'canary', {
      settings,
      functionsDir,
      purpose: 'Sends a call through the product, checks the previous one and updates the status page',
      // Long enough to record an outage, when the table and the invoke host only respond with timeouts.
      timeout: Duration.seconds(45),
      memory: 256,
    })
      .runsEvery(Duration.minutes(everyMinutes))
      .reads(data.table, ['GetItem'])
      .writes(data.table, ['PutItem', 'UpdateItem', 'ConditionCheckItem'])
      .writesObjects(web.siteBucket, [STATUS_RECORD, STATUS_PAGE], { reads: [STATUS_RECORD] })
      .knows({ INVOKE_URL: base.invokeUrl, CELL: settings.cell, CANARY_MINUTES: String(everyMinutes) });
    const period = Duration.minutes(everyMinutes);
    base.alarms.alarmOn(
      this,
      'CanaryFails',
      {
        // Counts successful rounds, so the alarm is also raised if the canary doesn't run at all.
        metric: new cloudwatch.MathExpression({
          expression: 'FILL(rounds, 0) - FILL(failures, 0)',
          usingMetrics: {
            rounds: canary.function.metricInvocations({ period, statistic: 'Sum' }),
            failures: canary.function.metricErrors({ period, statistic: 'Sum' }),
          },
          period,
          label: 'successful rounds',
        }),
        threshold: 0,
        bad: 'below',
        silence: 'bad',
        periods: 2,
        of: 3,
      },
      { impact: 'calls are rejected or not delivered', runbook: 'docs/runbook.md#canary-fails' },
    );
  }

  private alarms({ stage, maxWaiting }: Settings, alarms: OperatorAlarms): void {
    alarms.alarmOn(
      this,
      'DeliveriesSlow',
      { metric: productMetric(stage, 'latency', { statistic: 'p99' }), threshold: 30_000, periods: 3 },
      {
        impact: 'messages with none ahead of them take half a minute or more',
        runbook: 'docs/runbook.md#deliveries-slow',
      },
    );
    alarms.alarmOn(
      this,
      'MuchWaits',
      { metric: productMetric(stage, 'waiting', { statistic: 'Maximum' }), threshold: maxWaiting, periods: 3 },
      { impact: 'many messages wait for another attempt', runbook: 'docs/runbook.md#provider-outage' },
    );
    alarms.alarmOn(
      this,
      'SandboxKills',
      { metric: productMetric(stage, 'sandboxKills'), threshold: 100 },
      { impact: 'renders are often killed, so other renders may be slow', runbook: 'docs/runbook.md#sandbox-kills' },
    );
    alarms.alarmOn(
      this,
      'RenderersFail',
      { metric: productMetric(stage, 'rendererFailures'), threshold: 1 },
      {
        impact: 'templates are not rendered: messages wait, or show only their plain bodies',
        runbook: 'docs/runbook.md#renderers-fail',
      },
    );
    alarms.alarmOn(
      this,
      'MemoryShort',
      { metric: productMetric(stage, 'memory', { statistic: 'Maximum' }), threshold: 85, periods: 2 },
      {
        impact: 'a function is about to run out of memory: calls would be rejected, or messages late',
        runbook: 'docs/runbook.md#memory-short',
      },
    );
    alarms.alarmOn(
      this,
      'FunctionsThrottled',
      {
        // Counts all functions in the account, because they share its concurrency.
        metric: new cloudwatch.Metric({
          namespace: 'AWS/Lambda',
          metricName: 'Throttles',
          statistic: 'Sum',
          period: FIVE_MINUTES,
        }),
        threshold: 20,
        periods: 2,
      },
      {
        impact: "the account's concurrency is used up, so functions don't start: calls are rejected, messages late",
        runbook: 'docs/runbook.md#functions-throttled',
      },
    );
    for (const [metricName, threshold, impact] of [
      ['Reputation.BounceRate', 0.04, 'AWS stops all email when bounces reach 10 %'],
      ['Reputation.ComplaintRate', 0.0008, 'AWS stops all email when complaints reach 0.5 %'],
    ] as const)
      alarms.alarmOn(
        this,
        metricName.replace('.', ''),
        {
          metric: new cloudwatch.Metric({
            namespace: 'AWS/SES',
            metricName,
            statistic: 'Maximum',
            period: Duration.hours(1),
          }),
          threshold,
        },
        { impact, runbook: 'docs/runbook.md#email-reputation' },
      );
  }

  /**
   * A budget for the resources with this stage's tag. It counts costs only after the tag was activated for billing
   * (docs/deploy.md). It has no fixed name, because changing the subscribers replaces it, and a fixed name would make
   * that fail.
   */
  private budget({ stage, mail }: Settings, amount: number): void {
    const subscribers = [{ subscriptionType: 'EMAIL', address: mail.operator }];
    const notice = (notificationType: string, threshold: number) => ({
      notification: { notificationType, threshold, thresholdType: 'PERCENTAGE', comparisonOperator: 'GREATER_THAN' },
      subscribers,
    });
    new budgets.CfnBudget(this, 'Budget', {
      budget: {
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount, unit: 'USD' },
        costFilters: { TagKeyValue: [`user:${STAGE_TAG}$${stage}`] },
      },
      notificationsWithSubscribers: [notice('ACTUAL', 80), notice('ACTUAL', 100), notice('FORECASTED', 100)],
    });
  }
}
