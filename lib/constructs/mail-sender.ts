import { Stack } from 'aws-cdk-lib';
import * as ses from 'aws-cdk-lib/aws-ses';
import * as sns from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { Settings } from '../settings.ts';

/** The identity that signs the product's mail, and the configuration set that every mail names. */
export class MailSender extends Construct {
  /** What a function must be allowed to use in order to send: the identity and the configuration set. */
  readonly arns: string[];
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
    const identity = new ses.EmailIdentity(this, 'Identity', {
      // The whole domain, so that its DKIM key signs whatever sender the settings name.
      identity: ses.Identity.domain(mail.from.slice(mail.from.lastIndexOf('@') + 1)),
      configurationSet,
    });
    this.arns = [
      identity.emailIdentityArn,
      Stack.of(this).formatArn({
        service: 'ses',
        resource: 'configuration-set',
        resourceName: configurationSet.configurationSetName,
      }),
    ];
    this.environment = JSON.stringify({ ...mail, configurationSet: configurationSet.configurationSetName });
  }
}
