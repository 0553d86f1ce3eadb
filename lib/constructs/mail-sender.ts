import { Stack } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as ses from 'aws-cdk-lib/aws-ses';
import * as sns from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { Settings } from '../settings.ts';

/** The identity that signs the product's mail, and the configuration set that every mail names. */
export class MailSender extends Construct {
  /** What a function must be allowed in order to send. */
  readonly grant: iam.PolicyStatement;
  /** What became of mail after SES took it: arrivals, bounces, complaints and refusals. */
  readonly events: sns.Topic;
  /** The variable MAIL: sender, operator's address and configuration set, as JSON. */
  readonly environment: string;

  constructor(scope: Construct, id: string, { stage, mail }: Pick<Settings, 'stage' | 'mail'>) {
    super(scope, id);
    const configurationSet = new ses.ConfigurationSet(this, 'ConfigurationSet', {
      configurationSetName: `tellhook-${stage}`,
      reputationMetrics: true,
      // SES itself then refuses addresses that bounced or complained, for this product only.
      suppressionReasons: ses.SuppressionReasons.BOUNCES_AND_COMPLAINTS,
    });
    this.events = new sns.Topic(this, 'Events', { displayName: 'Tellhook mail events', enforceSSL: true });
    configurationSet.addEventDestination('EventsDestination', {
      destination: ses.EventDestination.snsTopic(this.events),
      events: [
        ses.EmailSendingEvent.BOUNCE,
        ses.EmailSendingEvent.COMPLAINT,
        ses.EmailSendingEvent.REJECT,
        // An arrival ends a row of bounces. It costs about a hundredth of what the mail itself does.
        ses.EmailSendingEvent.DELIVERY,
      ],
    });
    new ses.EmailIdentity(this, 'Identity', {
      // The whole domain, so that its DKIM key signs whatever sender the settings name.
      identity: ses.Identity.domain(mail.from.slice(mail.from.lastIndexOf('@') + 1)),
      configurationSet,
    });
    const arn = (resource: string, resourceName: string) =>
      Stack.of(this).formatArn({ service: 'ses', resource, resourceName });
    // In SES's sandbox the recipient's identity is authorized beside the sender's, so that a grant on the sender's alone
    // refuses even the operator's own verified address. The condition names the one sender instead.
    this.grant = new iam.PolicyStatement({
      actions: ['ses:SendRawEmail'],
      resources: [arn('identity', '*'), arn('configuration-set', configurationSet.configurationSetName)],
      conditions: { StringEquals: { 'ses:FromAddress': mail.from } },
    });
    this.environment = JSON.stringify({ ...mail, configurationSet: configurationSet.configurationSetName });
  }
}
