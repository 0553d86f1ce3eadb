import { Duration, Stack } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import * as actions from 'aws-cdk-lib/aws-cloudwatch-actions';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as sns from 'aws-cdk-lib/aws-sns';
import * as subscriptions from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';

/** The effect on users, and the section of the runbook to read. */
export interface AlarmMeaning {
  impact: string;
  runbook: `docs/runbook.md#${string}`;
}

/** The condition of an alarm: `periods` of the last `of` periods (default: 1 of 1) reach `threshold`. */
interface AlarmRule {
  metric: cloudwatch.IMetric;
  threshold: number;
  periods?: number;
  of?: number;
  /** The bad side of the threshold; default: `above`. */
  bad?: 'above' | 'below';
  /**
   * The meaning of missing data. The default is `good`, because queues and functions without traffic report nothing.
   */
  silence?: 'good' | 'bad';
}

/** The product's alarms. Each emails the operator when it starts and when it ends. */
export class OperatorAlarms extends Construct {
  readonly topic: sns.Topic;

  constructor(scope: Construct, id: string, { operator }: { operator: string }) {
    super(scope, id);
    this.topic = new sns.Topic(this, 'Topic', { displayName: 'Tellhook alarms', enforceSSL: true });
    // `enforceSSL` gives the topic a policy, which replaces the default one. So it must allow the account's alarms
    // explicitly.
    this.topic.addToResourcePolicy(
      new iam.PolicyStatement({
        principals: [new iam.ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [this.topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
    this.topic.addSubscription(new subscriptions.EmailSubscription(operator));
  }

  /** Adds an alarm next to the resource it watches. */
  alarmOn(
    scope: Construct,
    id: string,
    { metric, threshold, periods = 1, of = periods, bad = 'above', silence = 'good' }: AlarmRule,
    meaning: AlarmMeaning,
  ): cloudwatch.Alarm {
    const alarm = new cloudwatch.Alarm(scope, id, {
      metric,
      threshold,
      datapointsToAlarm: periods,
      evaluationPeriods: of,
      comparisonOperator:
        bad === 'above'
          ? cloudwatch.ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD
          : cloudwatch.ComparisonOperator.LESS_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData:
        silence === 'good' ? cloudwatch.TreatMissingData.NOT_BREACHING : cloudwatch.TreatMissingData.BREACHING,
      alarmDescription: `Impact: ${meaning.impact}. Next step: ${meaning.runbook}`,
    });
    alarm.addAlarmAction(new actions.SnsAction(this.topic));
    alarm.addOkAction(new actions.SnsAction(this.topic));
    return alarm;
  }
}

/** The period of most alarms: long enough to ignore a blip, short enough to act. */
export const FIVE_MINUTES = Duration.minutes(5);
