import { describe, expect, it } from 'vitest';
import { parseSesEvent } from '../../../lambdas/adapters/ses-events.ts';
import { createMailEvents, simulatedFates } from '../../../lib/local/events/mail-events.ts';

const topicArn = 'arn:aws:sns:eu-central-1:000000000000:mail-events';
const mail = { to: ['a@b.example'], from: 'hello@tellhook.example', subject: 'Hi', tags: { target: '7' } };

const report = (types: string[]) => {
  const heard: { functionName: string; message: string }[] = [];
  const send = createMailEvents({
    destinations: [{ configurationSet: 'tellhook', topicArn, types }],
    subscriptions: [
      { topicArn, functionName: 'callbacks' },
      { topicArn: 'arn:other', functionName: 'someone-else' },
    ],
    now: () => new Date('2026-11-20T10:00:00Z'),
    invoke: async (functionName, event) => {
      const { Records } = event as { Records: { Sns: { Message: string } }[] };
      heard.push({ functionName, message: Records[0]?.Sns.Message ?? '' });
      return { ok: true, value: null, requestId: 'r', durationMs: 1, cpuMs: 1 };
    },
  });
  return { heard, send };
};

describe('what became of a mail', () => {
  it('is told to the functions that listen to the topic, in a form that the product reads', async () => {
    const { heard, send } = report(['bounce', 'complaint']);
    await send('bounce', mail);
    await send('complaint', mail);
    expect(heard.map(({ functionName }) => functionName)).toEqual(['callbacks', 'callbacks']);
    expect(heard.map(({ message }) => parseSesEvent(message))).toMatchObject([
      { type: 'bounce', permanent: true, tags: { target: '7' }, recipients: ['a@b.example'] },
      { type: 'complaint', tags: { target: '7' }, recipients: ['a@b.example'] },
    ]);
  });

  it('is told to nobody when the template does not ask for it', async () => {
    const { heard, send } = report(['complaint']);
    await send('bounce', mail);
    expect(heard).toEqual([]);
  });

  it('is known beforehand for the addresses of the mailbox simulator only', () => {
    const to = ['a@b.example', 'Bounce@simulator.amazonses.com', 'complaint@simulator.amazonses.com'];
    expect(simulatedFates({ ...mail, to }).map(({ fate, mail: part }) => [fate, part.to])).toEqual([
      ['bounce', ['Bounce@simulator.amazonses.com']],
      ['complaint', ['complaint@simulator.amazonses.com']],
    ]);
  });
});
