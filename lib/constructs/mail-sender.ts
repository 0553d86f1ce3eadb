import { Duration, Stack } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as ses from 'aws-cdk-lib/aws-ses';
import * as sns from 'aws-cdk-lib/aws-sns';
import * as subscriptions from 'aws-cdk-lib/aws-sns-subscriptions';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Settings } from '../settings.ts';
import { sixTimes } from './dispatch-lanes.ts';
import type { OwnNames } from './own-names.ts';

/** Time for which events are retried. The table is unlikely to be unavailable for longer. */
const RETRY_FOR = Duration.hours(1);

/** The identity that signs the product's email, and the configuration set of every email. */
export class MailSender extends Construct {
  /** A function's permissions for sending email. */
  readonly grant: iam.PolicyStatement;
  /**
   * Email events: deliveries, bounces, complaints and rejections. They are queued, because a topic would invoke the
   * function asynchronously, and Lambda drops such an event after three failures within minutes.
   */
  readonly events: sqs.Queue;
  /** Events that could not be processed for an hour. */
  readonly deadEvents: sqs.Queue;
  /** The variable `MAIL`: sender, operator's address and configuration set, as JSON. */
  readonly environment: string;

  /**
   * Creates the identity, the configuration set and the queues for events.
   * @param eventsTimeout timeout of the function that reads the events
   */
  constructor(
    scope: Construct,
    id: string,
    { stage, mail }: Pick<Settings, 'stage' | 'mail'>,
    { eventsTimeout, names }: { eventsTimeout: Duration; names: OwnNames },
  ) {
    super(scope, id);
    const configurationSet = new ses.ConfigurationSet(this, 'ConfigurationSet', {
      configurationSetName: `tellhook-${stage}`,
      reputationMetrics: true,
      // Makes SES reject addresses that bounced or complained, for this product only.
      suppressionReasons: ses.SuppressionReasons.BOUNCES_AND_COMPLAINTS,
    });
    const topic = new sns.Topic(this, 'Events', { displayName: 'Tellhook email events', enforceSSL: true });
    const queue = {
      encryption: sqs.QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    };
    this.deadEvents = new sqs.Queue(this, 'DeadEvents', { ...queue, queueName: `tellhook-${stage}-dead-mail-events` });
    const visibilityTimeout = sixTimes(eventsTimeout);
    this.events = new sqs.Queue(this, 'EventsQueue', {
      ...queue,
      queueName: `tellhook-${stage}-mail-events`,
      visibilityTimeout,
      deadLetterQueue: {
        queue: this.deadEvents,
        maxReceiveCount: Math.ceil(RETRY_FOR.toSeconds() / visibilityTimeout.toSeconds()),
      },
    });
    topic.addSubscription(new subscriptions.SqsSubscription(this.events, { rawMessageDelivery: true }));
    configurationSet.addEventDestination('EventsDestination', {
      destination: ses.EventDestination.snsTopic(topic),
      events: [
        ses.EmailSendingEvent.BOUNCE,
        ses.EmailSendingEvent.COMPLAINT,
        ses.EmailSendingEvent.REJECT,
        // A delivered email ends a series of bounces. The event costs about a hundredth of the email.
        ses.EmailSendingEvent.DELIVERY,
      ],
    });
    const shared = {
      configurationSet,
      // Bounces arrive as events. SES would also email them to the sender's address, which no one reads.
      feedbackForwarding: false,
    };
    const domain = mail.from.slice(mail.from.lastIndexOf('@') + 1);
    const mailFromDomain = `bounce.${domain}`;
    // A trial without a domain sends from the operator's address, which AWS confirms with an email.
    if (mail.from === mail.operator)
      new ses.EmailIdentity(this, 'Identity', { ...shared, identity: ses.Identity.email(mail.from) });
    else {
      const identity = new ses.EmailIdentity(this, 'Identity', {
        ...shared,
        // The identity is the whole domain, so its DKIM key signs for any sender in the settings.
        identity: ses.Identity.domain(domain),
        // The envelope sender is in the same domain, so SPF aligns with From. Until its records are published, SES uses
        // its own domain.
        mailFromDomain,
      });
      names.mailRecords(identity, domain, mailFromDomain, Stack.of(this).region);
    }
    const arn = (resource: string, resourceName: string) =>
      Stack.of(this).formatArn({ service: 'ses', resource, resourceName });
    // In its sandbox, SES checks the grant for the recipient's identity as well as the sender's. A grant for the
    // sender's identity alone would reject even the operator's verified address. So the condition limits the sender
    // instead.
    this.grant = new iam.PolicyStatement({
      actions: ['ses:SendRawEmail'],
      resources: [arn('identity', '*'), arn('configuration-set', configurationSet.configurationSetName)],
      conditions: { StringEquals: { 'ses:FromAddress': mail.from } },
    });
    this.environment = JSON.stringify({ ...mail, configurationSet: configurationSet.configurationSetName });
  }
}
