import * as z from 'zod';
import { mayInvoke } from '../iam/invokers.ts';
import { UnsupportedTemplate } from './problems.ts';
import { type DeployedFunction, functionNamed } from './read-functions.ts';
import { ignored, type Resources } from './resources.ts';

/** A function that a topic's messages go to. */
export interface TopicSubscription {
  topicArn: string;
  functionName: string;
}

/** Where SES reports what became of mail. */
export interface MailEventDestination {
  configurationSet: string;
  topicArn: string;
  /** `bounce`, `complaint`, … in lower case. */
  types: string[];
}

const subscription = z.strictObject({
  TopicArn: z.string(),
  // Mail to the operator is understood and not sent.
  Protocol: z.enum(['lambda', 'email']),
  Endpoint: z.string(),
});

const eventDestination = z.strictObject({
  ConfigurationSetName: z.string(),
  EventDestination: z.strictObject({
    Enabled: z.literal(true),
    MatchingEventTypes: z.array(z.string()),
    SnsDestination: z.strictObject({ TopicARN: z.string() }),
    ...ignored('Name'),
  }),
});

export const readSubscriptions = (
  resources: Resources,
  functions: DeployedFunction[],
  account: string,
): TopicSubscription[] =>
  resources
    .all('AWS::SNS::Subscription', subscription)
    .filter(({ properties }) => properties.Protocol === 'lambda')
    .map(({ logicalId, properties }) => {
      const subscriber = functionNamed(functions, properties.Endpoint);
      const topic = { principal: 'sns.amazonaws.com', sourceArn: properties.TopicArn, account };
      if (!mayInvoke(subscriber.permissions, topic)) {
        throw new UnsupportedTemplate(`${logicalId}: no permission lets the topic invoke ${subscriber.spec.name}`);
      }
      return { topicArn: properties.TopicArn, functionName: subscriber.spec.name };
    });

export const readMailEventDestinations = (resources: Resources): MailEventDestination[] =>
  resources
    .all('AWS::SES::ConfigurationSetEventDestination', eventDestination)
    .map(({ properties: { ConfigurationSetName, EventDestination } }) => ({
      configurationSet: ConfigurationSetName,
      topicArn: EventDestination.SnsDestination.TopicARN,
      types: EventDestination.MatchingEventTypes.map((type) => type.toLowerCase()),
    }));
