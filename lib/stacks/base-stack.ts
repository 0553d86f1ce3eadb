import { CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import { ApiGatewayv2DomainProperties, CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import type { Construct } from 'constructs';
import { DispatchLanes } from '../constructs/dispatch-lanes.ts';
import { HttpFront } from '../constructs/http-front.ts';
import { InvokeDistribution } from '../constructs/invoke-distribution.ts';
import { MailSender } from '../constructs/mail-sender.ts';
import { OperatorAlarms } from '../constructs/operator-alarms.ts';
import { OwnNames } from '../constructs/own-names.ts';
import type { Settings } from '../settings.ts';
import type { CertificateStack } from './certificate-stack.ts';
import type { DataStack } from './data-stack.ts';
import { stackProps } from './stack-props.ts';

/** Timeout of the function `callbacks`, which reads the email events. */
export const CALLBACKS_TIMEOUT = Duration.seconds(15);
export const DISPATCHER_TIMEOUT = Duration.seconds(30);
export const DEAD_LETTERS_TIMEOUT = Duration.seconds(30);

interface BaseStackProps {
  settings: Settings;
  data: DataStack;
  certificates: CertificateStack | undefined;
}

/**
 * Shared resources that need no function: lanes, email sender, alarm subscribers and the invoke host. It is deployed
 * before the stacks that use the invoke host's URL, because AWS may generate that URL.
 */
export class BaseStack extends Stack {
  readonly lanes: DispatchLanes;
  readonly mail: MailSender;
  readonly alarms: OperatorAlarms;
  /** Receives webhook calls. The delivery stack connects the function. */
  readonly front: HttpFront;
  /** The host in invoke URLs. */
  readonly invokeUrl: string;

  constructor(scope: Construct, id: string, { settings, data, certificates }: BaseStackProps) {
    super(scope, id, stackProps(settings, 'base'));
    const names = new OwnNames(this, 'Names', { settings, made: certificates });
    this.alarms = new OperatorAlarms(this, 'Alarms', settings.mail);
    this.mail = new MailSender(this, 'Mail', settings, { eventsTimeout: CALLBACKS_TIMEOUT, names });
    this.lanes = new DispatchLanes(this, 'Lanes', {
      namePrefix: `tellhook-${settings.stage}`,
      // SQS delivers a message again whenever an earlier message in its lane has to wait, so a high receive count is
      // normal. The dispatcher itself moves crashing messages to the dead letters.
      poisonAfter: 100,
      dispatcherTimeout: DISPATCHER_TIMEOUT,
      deadLettersTimeout: DEAD_LETTERS_TIMEOUT,
    });

    const domain = names.of('invoke');
    this.front = new HttpFront(this, 'InvokeHost', {
      settings,
      name: 'invoke',
      description: 'Accepts calls to webhooks',
      noAuthorizerBecause:
        'The unguessable route in the path is the credential; the function returns 404 for all others.',
      // If there is a distribution, it gets the domain name, and the gateway keeps its AWS name.
      domain: settings.invokeDistribution ? undefined : domain,
    });
    const { ownName, api } = this.front;
    const distribution =
      settings.invokeDistribution &&
      new InvokeDistribution(this, 'InvokeDistribution', {
        settings,
        api: this.front,
        edgeKey: data.secrets.edge,
        domain,
      }).distribution;
    this.invokeUrl =
      settings.invokeUrl ?? (distribution ? `https://${distribution.distributionDomainName}` : api.apiEndpoint);
    if (domain && distribution) names.alias(domain.name, new CloudFrontTarget(distribution));
    if (domain && ownName)
      names.alias(
        domain.name,
        new ApiGatewayv2DomainProperties(ownName.regionalDomainName, ownName.regionalHostedZoneId),
      );

    new CfnOutput(this, 'AlarmTopicArn', { description: 'Topic for alarms', value: this.alarms.topic.topicArn });
    new CfnOutput(this, 'InvokeUrl', { description: 'Origin of invoke URLs', value: this.invokeUrl });
    const alias = distribution?.distributionDomainName ?? ownName?.regionalDomainName;
    if (domain && alias && !settings.hostedZone)
      new CfnOutput(this, 'InvokeHostAlias', {
        description: `Target of the DNS alias for ${domain.name} points to`,
        value: alias,
      });
  }
}
