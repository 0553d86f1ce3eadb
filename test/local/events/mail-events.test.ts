import { describe, expect, it } from 'vitest';
import { parseSesEvent } from '../../../lambdas/adapters/ses-events.ts';
import { createMailEvents, simulatedOutcomes } from '../../../lib/local/events/mail-events.ts';

const topicArn = 'arn:aws:sns:eu-central-1:000000000000:mail-events';
const mail = { to: ['a@b.example'], from: 'hello@tellhook.example', subject: 'Hi', tags: { target: '7' } };

const report = (types: string[], raw = true) => {
  const sent: { queueName: string; body: string }[] = [];
  const send = createMailEvents({
    destinations: [{ configurationSet: 'tellhook', topicArn, types }],
    subscriptions: [
      { topicArn, queueName: 'mail-events', raw },
      { topicArn: 'arn:other', queueName: 'something-else', raw },
    ],
    now: () => new Date('2026-11-20T10:00:00Z'),
    send: async (queueName, body) => sent.push({ queueName, body }),
  });
  return { sent, send };
};

describe('an email delivery event', () => {
  it('goes to the queues that subscribe to the topic, in a format that the product reads', async () => {
    const { sent, send } = report(['bounce', 'complaint']);
    await send('bounce', mail);
    await send('complaint', mail);
    expect(sent.map(({ queueName }) => queueName)).toEqual(['mail-events', 'mail-events']);
    expect(sent.map(({ body }) => parseSesEvent(body))).toMatchObject([
      { type: 'bounce', permanent: true, tags: { target: '7' }, recipients: ['a@b.example'] },
      { type: 'complaint', tags: { target: '7' }, recipients: ['a@b.example'] },
    ]);
  });

  it('comes in the topic’s envelope, unless the template asks for raw delivery', async () => {
    const { sent, send } = report(['bounce'], false);
    await send('bounce', mail);
    const { Type, TopicArn, Message } = JSON.parse(sent[0]?.body ?? '');
    expect([Type, TopicArn, parseSesEvent(Message)?.type]).toEqual(['Notification', topicArn, 'bounce']);
  });

  it('is not published unless the template asks for it', async () => {
    const { sent, send } = report(['complaint']);
    await send('bounce', mail);
    expect(sent).toEqual([]);
  });

  it('is predetermined only for addresses of the mailbox simulator', () => {
    const to = ['a@b.example', 'Bounce@simulator.amazonses.com', 'complaint+label@simulator.amazonses.com'];
    expect(simulatedOutcomes({ ...mail, to }).map(({ fate, mail: part }) => [fate, part.to])).toEqual([
      ['bounce', ['Bounce@simulator.amazonses.com']],
      ['complaint', ['complaint+label@simulator.amazonses.com']],
    ]);
  });
});
