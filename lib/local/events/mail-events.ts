import { randomUUID } from 'node:crypto';
import type { MailEventDestination, TopicSubscription } from '../template/read-topics.ts';

/** The possible bad outcomes of an email that SES accepted. */
type MailFate = 'bounce' | 'complaint';

export interface SentMail {
  to: string[];
  from: string;
  subject: string;
  tags?: Record<string, string>;
}

/** Puts a report on an email into the subscribed queues, as SES does through a topic. */
export type ReportMail = (fate: MailFate, mail: SentMail) => Promise<void>;

const DETAILS = {
  bounce: (recipients: { emailAddress: string }[], timestamp: string) => ({
    bounceType: 'Permanent',
    bounceSubType: 'General',
    bouncedRecipients: recipients.map((recipient) => ({
      ...recipient,
      action: 'failed',
      status: '5.1.1',
      diagnosticCode: 'smtp; 550 5.1.1 user unknown',
    })),
    timestamp,
    feedbackId: randomUUID(),
    reportingMTA: 'dns; local.amazonses.com',
  }),
  complaint: (recipients: { emailAddress: string }[], timestamp: string) => ({
    complainedRecipients: recipients,
    complaintFeedbackType: 'abuse',
    timestamp,
    feedbackId: randomUUID(),
  }),
};

/** The JSON that SES publishes (AWS: "Contents of event data that Amazon SES publishes to Amazon SNS"). */
const sesEvent = (fate: MailFate, { to, from, subject, tags = {} }: SentMail, timestamp: string) => ({
  eventType: fate === 'bounce' ? 'Bounce' : 'Complaint',
  mail: {
    timestamp,
    source: from,
    messageId: randomUUID(),
    destination: to,
    commonHeaders: { from: [from], to, subject },
    tags: Object.fromEntries(Object.entries(tags).map(([name, value]) => [name, [value]])),
  },
  [fate]: DETAILS[fate](
    to.map((emailAddress) => ({ emailAddress })),
    timestamp,
  ),
});

/** A topic's notification in the format that queues receive (AWS: "Amazon SNS message formats"). */
const envelope = (topicArn: string, message: string, timestamp: string) =>
  JSON.stringify({
    Type: 'Notification',
    MessageId: randomUUID(),
    TopicArn: topicArn,
    Subject: 'Amazon SES Email Event Notification',
    Message: message,
    Timestamp: timestamp,
  });

export const createMailEvents = (options: {
  destinations: MailEventDestination[];
  subscriptions: TopicSubscription[];
  now: () => Date;
  send: (queueName: string, body: string) => Promise<unknown>;
}): ReportMail => {
  const { destinations, subscriptions, now, send } = options;
  return async (fate, mail) => {
    const timestamp = now().toISOString();
    const message = JSON.stringify(sesEvent(fate, mail, timestamp));
    const topics = new Set(destinations.filter(({ types }) => types.includes(fate)).map(({ topicArn }) => topicArn));
    await Promise.all(
      subscriptions
        .filter(({ topicArn }) => topics.has(topicArn))
        .map(({ topicArn, queueName, raw }) => send(queueName, raw ? message : envelope(topicArn, message, timestamp))),
    );
  };
};

/**
 * Addresses of SES's mailbox simulator. Each accepts emails and then reports a fixed result. A label after `+` is
 * ignored (AWS: "Using the mailbox simulator").
 */
const SIMULATOR: Record<string, MailFate> = {
  'bounce@simulator.amazonses.com': 'bounce',
  'complaint@simulator.amazonses.com': 'complaint',
};

/** The result for each recipient that is an address of the mailbox simulator. */
export const simulatedOutcomes = (mail: SentMail): { fate: MailFate; mail: SentMail }[] =>
  mail.to.flatMap((address) => {
    const fate = SIMULATOR[address.toLowerCase().replace(/\+[^@]*/, '')];
    return fate ? [{ fate, mail: { ...mail, to: [address] } }] : [];
  });
