import path from 'node:path';
import { Duration } from 'aws-cdk-lib';
import * as codedeploy from 'aws-cdk-lib/aws-codedeploy';
import type * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import * as events from 'aws-cdk-lib/aws-events';
import * as targets from 'aws-cdk-lib/aws-events-targets';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as logs from 'aws-cdk-lib/aws-logs';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import type * as secretsmanager from 'aws-cdk-lib/aws-secretsmanager';
import type * as sqs from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { FunctionName } from '../build/functions.ts';
import type { Settings } from '../settings.ts';
import { acceptFindings } from './accept-finding.ts';
import type { DispatchLanes } from './dispatch-lanes.ts';
import { KEPT, removalOf } from './keep.ts';
import type { MailSender } from './mail-sender.ts';
import { type AlarmMeaning, FIVE_MINUTES, type OperatorAlarms } from './operator-alarms.ts';

type ReadAction = 'GetItem' | 'BatchGetItem' | 'Query';
type WriteAction = 'PutItem' | 'UpdateItem' | 'DeleteItem' | 'BatchWriteItem' | 'ConditionCheckItem';

interface TellhookFunctionProps {
  settings: Settings;
  /** Folder with one folder per bundled function. */
  functionsDir: string;
  /** One sentence for the console. */
  purpose: string;
  timeout: Duration;
  /** Memory in MiB. The CPU share is proportional to it. */
  memory?: number;
  /** Reserved concurrency, which is also the maximum. */
  reserved?: number | undefined;
  /**
   * If set, new versions are released gradually, and a rollback raises an alarm. If unset, they get all calls at the
   * start.
   */
  releasedGradually?: OperatorAlarms | undefined;
}

/** The number of failed runs that raise an alarm, and their effect. */
interface FailureAlarm extends AlarmMeaning {
  alarms: OperatorAlarms;
  /** Failed runs within five minutes, in each of `windows` consecutive periods (default: 1). */
  failures: number;
  windows?: number;
}

/**
 * A function of the product, on Node 24 and arm64. Its separate role can initially write only to the function's log
 * group. Each method grants specific actions and sets the variables that they need.
 */
export class TellhookFunction extends Construct {
  readonly function: lambda.Function;
  /** The function, or the alias that splits calls between two versions. */
  readonly entrance: lambda.IFunction;
  readonly logGroup: logs.LogGroup;

  constructor(scope: Construct, id: string, name: FunctionName, props: TellhookFunctionProps) {
    super(scope, id);
    const { settings, functionsDir, purpose, timeout, memory = 512, reserved, releasedGradually } = props;
    this.logGroup = new logs.LogGroup(this, 'Logs', {
      logGroupName: `/tellhook/${settings.stage}/${name}`,
      retention: settings.logRetentionDays,
      removalPolicy: removalOf(settings),
    });
    const role = new iam.Role(this, 'Role', {
      assumedBy: new iam.ServicePrincipal('lambda.amazonaws.com'),
      description: `Tellhook ${settings.stage}: ${name}`,
    });
    this.function = new lambda.Function(this, 'Function', {
      functionName: `tellhook-${settings.stage}-${name}`,
      description: purpose,
      runtime: lambda.Runtime.NODEJS_24_X,
      architecture: lambda.Architecture.ARM_64,
      code: lambda.Code.fromAsset(path.join(functionsDir, name)),
      handler: 'index.handler',
      memorySize: memory,
      ...(reserved !== undefined && { reservedConcurrentExecutions: reserved }),
      timeout,
      role,
      logGroup: this.logGroup,
      loggingFormat: lambda.LoggingFormat.JSON,
      // Lambda's start and report lines would be half of the log. Timeouts and crashes are still logged.
      systemLogLevelV2: lambda.SystemLogLevel.WARN,
      environment: { STAGE: settings.stage },
      // Keeps earlier versions, so a rollback is one command.
      ...(releasedGradually && { currentVersionOptions: { removalPolicy: KEPT } }),
      ...(settings.tracing && { tracing: lambda.Tracing.ACTIVE }),
    });
    this.logGroup.grantWrite(role);
    // The cast is needed because the CDK's types do not allow undefined for optional properties.
    this.entrance = (releasedGradually ? this.releaseGradually(releasedGradually) : this.function) as lambda.IFunction;
    if (settings.tracing)
      acceptFindings(role, [
        {
          id: 'AwsSolutions-IAM5',
          reason: 'X-Ray has no resources, so its two write actions can only be granted on all.',
        },
      ]);
  }

  /** Grants these read actions on the table. */
  reads(table: dynamodb.TableV2, actions: ReadAction[]): this {
    return this.touches(table, actions, table.tableArn);
  }

  /** Grants queries of one index, without access to the table itself. */
  readsIndex(table: dynamodb.TableV2, indexName: string): this {
    return this.touches(table, ['Query'], `${table.tableArn}/index/${indexName}`);
  }

  /** Grants these write actions on the table. A transaction needs the actions of its parts. */
  writes(table: dynamodb.TableV2, actions: WriteAction[]): this {
    return this.touches(table, actions, table.tableArn);
  }

  /** Allows the function to queue dispatches in the lanes. */
  sendsTo(lanes: DispatchLanes): this {
    this.allow(['sqs:SendMessage'], [lanes.queue.queueArn]);
    return this.knows({ LANES_QUEUE_URL: lanes.queue.queueUrl });
  }

  /** Allows the function to hide a lane's message for longer, so the lane waits. */
  delays(lanes: DispatchLanes): this {
    this.allow(['sqs:ChangeMessageVisibility'], [lanes.queue.queueArn]);
    return this.knows({ LANES_QUEUE_URL: lanes.queue.queueUrl });
  }

  /** Allows the function to move a lane's message to the dead letters. */
  sendsDeadLettersTo(lanes: DispatchLanes): this {
    this.allow(['sqs:SendMessage'], [lanes.deadLetters.queueArn]);
    return this.knows({ DEAD_LETTERS_QUEUE_URL: lanes.deadLetters.queueUrl });
  }

  /**
   * Invokes the function with batches from a queue; it reports a result per record. No caller waits for it, so failures
   * raise an alarm.
   */
  consumes(
    queue: sqs.Queue,
    { batchSize, maxConcurrency, ...alarm }: { batchSize: number; maxConcurrency?: number } & FailureAlarm,
  ): this {
    // The event source mapping needs exactly these actions.
    this.allow(['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'], [queue.queueArn]);
    new lambda.EventSourceMapping(this, 'Source', {
      target: this.entrance,
      eventSourceArn: queue.queueArn,
      batchSize,
      reportBatchItemFailures: true,
      ...(maxConcurrency && { maxConcurrency }),
    });
    return this.ringsWhenItFails(alarm);
  }

  /** Raises an alarm if runs of the function fail. */
  ringsWhenItFails({ alarms, failures, windows = 1, ...meaning }: FailureAlarm): this {
    const metric = this.function.metricErrors({ period: FIVE_MINUTES, statistic: 'Sum' });
    alarms.alarmOn(this, 'Fails', { metric, threshold: failures, periods: windows }, meaning);
    return this;
  }

  /**
   * Starts the function at fixed intervals. A failed run isn't retried, because the next run does the same work. By
   * default, Lambda would retry it twice, in parallel with later runs.
   */
  runsEvery(interval: Duration): this {
    const once = { retryAttempts: 0, maxEventAge: Duration.minutes(1) };
    this.function.configureAsyncInvoke(once);
    new events.Rule(this, 'Schedule', {
      description: `Starts ${this.node.id}`,
      schedule: events.Schedule.rate(interval),
      targets: [new targets.LambdaFunction(this.function, once)],
    });
    return this;
  }

  /**
   * Allows the function to send messages to the queue that invokes it. After 16 hops, Lambda would otherwise assume an
   * endless loop and move the message to the dead letters (AWS Lambda, recursive loop detection).
   * @param because why the chain ends
   */
  startsItself(because: string): this {
    const resource = this.function.node.defaultChild as lambda.CfnFunction;
    resource.recursiveLoop = lambda.RecursiveLoop.ALLOW;
    resource.addMetadata('RecursiveLoop', because);
    return this;
  }

  /** Allows the function to send email as the product. */
  sendsMail(sender: MailSender): this {
    this.function.addToRolePolicy(sender.grant);
    acceptFindings(this.function.role ?? this, [
      {
        id: 'AwsSolutions-IAM5',
        reason:
          'Email is sent to any recipient, whose identity the SES sandbox authorizes too; the condition names the sender.',
      },
    ]);
    return this.knows({ MAIL: sender.environment });
  }

  /** Allows the function to read a secret's value. The variable contains the secret's ARN, never the value. */
  readsSecret(secret: secretsmanager.Secret, variable: `${string}_SECRET_ARN`): this {
    this.allow(['secretsmanager:GetSecretValue'], [secret.secretArn]);
    return this.knows({ [variable]: secret.secretArn });
  }

  /** Allows the function to replace these objects of a bucket, and to read those of `reads`. */
  writesObjects(bucket: s3.IBucket, keys: string[], { reads }: { reads: string[] }): this {
    const arnsOf = (names: string[]) => names.map((name) => bucket.arnForObjects(name));
    this.allow(['s3:PutObject'], arnsOf(keys));
    this.allow(['s3:GetObject'], arnsOf(reads));
    return this.knows({ SITE_BUCKET: bucket.bucketName });
  }

  /** Sets the variable that redirects hosts, for a function that sends requests to providers and customers' URLs. */
  callsOut({ outboundHostMap }: Settings): this {
    return this.knows({ OUTBOUND_HOST_MAP: JSON.stringify(outboundHostMap) });
  }

  /** Sets environment variables that need no grant: settings of the stage, never secrets. */
  knows(variables: Record<string, string>): this {
    for (const [name, value] of Object.entries(variables)) this.function.addEnvironment(name, value);
    return this;
  }

  /** Sends a tenth of the calls to a new version for five minutes, then all. Rolls back if the function fails. */
  private releaseGradually(alarms: OperatorAlarms): lambda.Alias {
    const alias = new lambda.Alias(this, 'Live', {
      aliasName: 'live',
      version: this.function.currentVersion as lambda.IVersion,
    });
    const alarm = alarms.alarmOn(
      this,
      'ReleaseFails',
      {
        metric: this.function.metricErrors({ period: Duration.minutes(1), statistic: 'Sum' }),
        threshold: 3,
        periods: 1,
      },
      {
        impact: 'runs crash or time out; during the release of a new version, it is rolled back automatically',
        runbook: 'docs/runbook.md#bad-deployment',
      },
    );
    const group = new codedeploy.LambdaDeploymentGroup(this, 'Release', {
      alias,
      deploymentConfig: codedeploy.LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
      alarms: [alarm],
    });
    acceptFindings(group, [
      {
        id: 'AwsSolutions-IAM4',
        reason: 'AWS writes the policy by which its own service shifts the versions of a function.',
      },
    ]);
    return alias;
  }

  private touches(table: dynamodb.TableV2, actions: (ReadAction | WriteAction)[], arn: string): this {
    this.allow(
      actions.map((action) => `dynamodb:${action}`),
      [arn],
    );
    return this.knows({ TABLE_NAME: table.tableName });
  }

  private allow(actions: string[], resources: string[]): void {
    this.function.addToRolePolicy(new iam.PolicyStatement({ actions, resources }));
  }
}
