import path from 'node:path';
import { Duration } from 'aws-cdk-lib';
import * as codedeploy from 'aws-cdk-lib/aws-codedeploy';
import type * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import * as events from 'aws-cdk-lib/aws-events';
import * as targets from 'aws-cdk-lib/aws-events-targets';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as logs from 'aws-cdk-lib/aws-logs';
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
  /** Folder that holds one folder per bundled function. */
  functionsDir: string;
  /** One sentence for the console. */
  purpose: string;
  timeout: Duration;
  /** MiB; CPU grows with it. */
  memory?: number;
  /** Environments of the account that are kept for it, and the most that it may use. */
  reserved?: number | undefined;
  /**
   * The alarm topic for a gradually released version that goes back; without it every call meets the new version
   * immediately.
   */
  releasedGradually?: OperatorAlarms | undefined;
}

/** The number of failed runs before an alarm, and their meaning. */
interface FailureAlarm extends AlarmMeaning {
  alarms: OperatorAlarms;
  /** Failed runs within five minutes, in this many windows in a row. */
  failures: number;
  windows?: number;
}

/**
 * A function of the product: Node 24 on arm64, with its own role. The role starts with the function's own log group,
 * and verbs grant single actions and set the variables that belong to them.
 */
export class TellhookFunction extends Construct {
  readonly function: lambda.Function;
  /** The callable: the function, or the alias that decides which of two versions answers. */
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
      // Lambda's own start and report lines of each call would be half of the log; a run that times out or crashes still says so.
      systemLogLevelV2: lambda.SystemLogLevel.WARN,
      environment: { STAGE: settings.stage },
      // Earlier versions stay, so going back is one command.
      ...(releasedGradually && { currentVersionOptions: { removalPolicy: KEPT } }),
      ...(settings.tracing && { tracing: lambda.Tracing.ACTIVE }),
    });
    this.logGroup.grantWrite(role);
    // The CDK's types do not allow undefined for optional properties.
    this.entrance = (releasedGradually ? this.releaseGradually(releasedGradually) : this.function) as lambda.IFunction;
    if (settings.tracing)
      acceptFindings(role, [
        {
          id: 'AwsSolutions-IAM5',
          reason: 'X-Ray knows no resources: its two write actions can only be granted on all.',
        },
      ]);
  }

  /** May read the table by these actions. */
  reads(table: dynamodb.TableV2, actions: ReadAction[]): this {
    return this.touches(table, actions, table.tableArn);
  }

  /** May read one index of the table, which does not include the table itself. */
  readsIndex(table: dynamodb.TableV2, indexName: string): this {
    return this.touches(table, ['Query'], `${table.tableArn}/index/${indexName}`);
  }

  /** May change the table by these actions; a transaction needs the actions of its parts. */
  writes(table: dynamodb.TableV2, actions: WriteAction[]): this {
    return this.touches(table, actions, table.tableArn);
  }

  /** May put dispatches into the lanes. */
  sendsTo(lanes: DispatchLanes): this {
    this.allow(['sqs:SendMessage'], [lanes.queue.queueArn]);
    return this.knows({ LANES_QUEUE_URL: lanes.queue.queueUrl });
  }

  /** May keep a message of the lanes invisible for longer, so its lane waits. */
  delays(lanes: DispatchLanes): this {
    this.allow(['sqs:ChangeMessageVisibility'], [lanes.queue.queueArn]);
    return this.knows({ LANES_QUEUE_URL: lanes.queue.queueUrl });
  }

  /** May give a message of the lanes to the dead letters. */
  sendsDeadLettersTo(lanes: DispatchLanes): this {
    this.allow(['sqs:SendMessage'], [lanes.deadLetters.queueArn]);
    return this.knows({ DEAD_LETTERS_QUEUE_URL: lanes.deadLetters.queueUrl });
  }

  /**
   * Is started with batches of a queue and answers record by record; no caller waits for it, so its failures raise an
   * alarm.
   */
  consumes(
    queue: sqs.Queue,
    { batchSize, maxConcurrency, ...alarm }: { batchSize: number; maxConcurrency?: number } & FailureAlarm,
  ): this {
    // Exactly the actions of the event source mapping in the function's name.
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

  /** Raises an alarm when its runs fail. */
  ringsWhenItFails({ alarms, failures, windows = 1, ...meaning }: FailureAlarm): this {
    const metric = this.function.metricErrors({ period: FIVE_MINUTES, statistic: 'Sum' });
    alarms.alarmOn(this, 'Fails', { metric, threshold: failures, periods: windows }, meaning);
    return this;
  }

  /**
   * Started at fixed intervals. A failed run is not repeated: the next run does the same work. EventBridge only cares
   * about handing over, and Lambda would run it twice more next to the next ones.
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
   * May send messages into the queue that starts it. Lambda would take such a chain for an endless loop. After 16 hops
   * it stops the function and gives the message to the dead letters (AWS Lambda, recursive loop detection).
   * @param because the reason that ends the chain
   */
  startsItself(because: string): this {
    const resource = this.function.node.defaultChild as lambda.CfnFunction;
    resource.recursiveLoop = lambda.RecursiveLoop.ALLOW;
    resource.addMetadata('RecursiveLoop', because);
    return this;
  }

  /** May send email as the product. */
  sendsMail(sender: MailSender): this {
    this.function.addToRolePolicy(sender.grant);
    acceptFindings(this.function.role ?? this, [
      {
        id: 'AwsSolutions-IAM5',
        reason:
          'Mail goes to any recipient, whose identity SES authorizes too in its sandbox; the condition names the sender.',
      },
    ]);
    return this.knows({ MAIL: sender.environment });
  }

  /** May read the value of a secret; the variable holds its ARN, never the value. */
  readsSecret(secret: secretsmanager.Secret, variable: `${string}_SECRET_ARN`): this {
    this.allow(['secretsmanager:GetSecretValue'], [secret.secretArn]);
    return this.knows({ [variable]: secret.secretArn });
  }

  /** Sends requests to providers and to the addresses of customers. */
  callsOut({ outboundHostMap }: Settings): this {
    return this.knows({ OUTBOUND_HOST_MAP: JSON.stringify(outboundHostMap) });
  }

  /** Environment variables without a grant: plain facts of the stage, never secrets. */
  knows(variables: Record<string, string>): this {
    for (const [name, value] of Object.entries(variables)) this.function.addEnvironment(name, value);
    return this;
  }

  /** A tenth of the calls for five minutes, then all; reverted when the function fails meanwhile. */
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
        impact: 'runs crash or time out; while a new version is released, it goes back by itself',
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
