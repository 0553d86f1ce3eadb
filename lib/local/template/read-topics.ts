import * as z from 'zod';
import { UnsupportedTemplate } from './problems.ts';
import { ignored, type Resources } from './resources.ts';

/** A queue that is subscribed to a topic. */
export interface TopicSubscription {
  topicArn: string;
  queueName: string;
  /** True if the queue gets the plain message without the topic's envelope. */
  raw: boolean;
}

/** The topic to which SES reports the results of emails. */
export interface MailEventDestination {
  configurationSet: string;
  topicArn: string;
  /** Types of events in lower case, such as `bounce` and `complaint`. */
  types: string[];
}

const subscription = z.strictObject({
  TopicArn: z.string(),
  // Subscriptions by email are accepted but nothing is sent. Functions cannot subscribe, because a topic invokes them
  // asynchronously, and events that fail three times within minutes would be lost.
  Protocol: z.enum(['sqs', 'email']),
  Endpoint: z.string(),
  RawMessageDelivery: z.boolean().default(false),
});

const queuePolicy = z.strictObject({
  Queues: z.array(z.string()),
  PolicyDocument: z.object({ Statement: z.array(z.record(z.string(), z.unknown())) }),
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

/** True if a statement of a queue's policy allows a topic to send to the queue. */
const letsTopicSend = (statement: Record<string, unknown>, topicArn: string): boolean => {
  const { Effect, Principal, Action, Condition } = statement as {
    Effect?: string;
    Principal?: { Service?: string };
    Action?: string | string[];
    Condition?: { ArnEquals?: Record<string, string> };
  };
  return (
    Effect === 'Allow' &&
    Principal?.Service === 'sns.amazonaws.com' &&
    [Action].flat().includes('sqs:SendMessage') &&
    Condition?.ArnEquals?.['aws:SourceArn'] === topicArn
  );
};

export const readSubscriptions = (resources: Resources): TopicSubscription[] => {
  const policies = resources.all('AWS::SQS::QueuePolicy', queuePolicy).map(({ properties }) => properties);
  return resources
    .all('AWS::SNS::Subscription', subscription)
    .filter(({ properties }) => properties.Protocol === 'sqs')
    .map(({ logicalId, properties: { TopicArn, Endpoint, RawMessageDelivery } }) => {
      const queueName = Endpoint.split(':').pop() ?? '';
      const allowed = policies
        .filter(({ Queues }) => Queues.some((url) => url.split('/').pop() === queueName))
        .some(({ PolicyDocument }) => PolicyDocument.Statement.some((each) => letsTopicSend(each, TopicArn)));
      if (!allowed) throw new UnsupportedTemplate(`${logicalId}: no queue policy lets the topic send to ${queueName}`);
      return { topicArn: TopicArn, queueName, raw: RawMessageDelivery };
    });
};

export const readMailEventDestinations = (resources: Resources): MailEventDestination[] =>
  resources
    .all('AWS::SES::ConfigurationSetEventDestination', eventDestination)
    .map(({ properties: { ConfigurationSetName, EventDestination } }) => ({
      configurationSet: ConfigurationSetName,
      topicArn: EventDestination.SnsDestination.TopicARN,
      types: EventDestination.MatchingEventTypes.map((type) => type.toLowerCase()),
    }));
