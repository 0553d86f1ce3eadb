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

describe('what became of a mail', () => {
  it('goes to the queues that listen to the topic, in a form that the product reads', async () => {
    const { sent, send } = report(['bounce', 'complaint']);
    await send('bounce', mail);
    await send('complaint', mail);
    expect(sent.map(({ queueName }) => queueName)).toEqual(['mail-events', 'mail-events']);
    expect(sent.map(({ body }) => parseSesEvent(body))).toMatchObject([
      { type: 'bounce', permanent: true, tags: { target: '7' }, recipients: ['a@b.example'] },
      { type: 'complaint', tags: { target: '7' }, recipients: ['a@b.example'] },
    ]);
  });

  it('comes in an envelope of the topic, unless the template wants it raw', async () => {
    const { sent, send } = report(['bounce'], false);
    await send('bounce', mail);
    const { Type, TopicArn, Message } = JSON.parse(sent[0]?.body ?? '');
    expect([Type, TopicArn, parseSesEvent(Message)?.type]).toEqual(['Notification', topicArn, 'bounce']);
  });

  it('is told to nobody when the template does not ask for it', async () => {
    const { sent, send } = report(['complaint']);
    await send('bounce', mail);
    expect(sent).toEqual([]);
  });

  it('is known beforehand for the addresses of the mailbox simulator only', () => {
    const to = ['a@b.example', 'Bounce@simulator.amazonses.com', 'complaint+label@simulator.amazonses.com'];
    expect(simulatedOutcomes({ ...mail, to }).map(({ fate, mail: part }) => [fate, part.to])).toEqual([
      ['bounce', ['Bounce@simulator.amazonses.com']],
      ['complaint', ['complaint+label@simulator.amazonses.com']],
    ]);
  });
});
