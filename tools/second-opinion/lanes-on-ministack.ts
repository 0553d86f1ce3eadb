import { toEntry } from '../../lambdas/adapters/lanes.ts';
import { startFauxqs } from '../../lib/local/stand-ins/fauxqs.ts';
import { startMinistack } from './ministack-server.ts';
import type { Tell } from './opinion.ts';
import type { Python } from './python.ts';

const REGION = 'eu-central-1';

/** An operation of SQS's JSON protocol. */
type Call = <Answer>(operation: string, parameters: Record<string, unknown>) => Promise<Answer>;

interface Received {
  Body: string;
  ReceiptHandle: string;
  Attributes: Record<string, string>;
}

/** A new pair of queues, configured as in the delivery stack, on one of the two SQS stand-ins. */
interface Lanes {
  send(...messages: [group: number, name: string][]): Promise<void>;
  receive(most?: number): Promise<Received[]>;
  remove(messages: Received[]): Promise<void>;
  hide(messages: Received[], seconds: number): Promise<void>;
  deadLetters(): Promise<string[]>;
}

const MAX_RECEIVES = 3;

let made = 0;
const lanesOf =
  (call: Call, createQueue: (name: string, attributes: Record<string, string>) => Promise<string>) =>
  async (): Promise<Lanes> => {
    made += 1;
    const dead = await createQueue(`dead-${made}.fifo`, { FifoQueue: 'true' });
    const arn = (
      await call<{ Attributes: { QueueArn: string } }>('GetQueueAttributes', {
        QueueUrl: dead,
        AttributeNames: ['QueueArn'],
      })
    ).Attributes.QueueArn;
    const QueueUrl = await createQueue(`lanes-${made}.fifo`, {
      FifoQueue: 'true',
      VisibilityTimeout: '180',
      DeduplicationScope: 'messageGroup',
      FifoThroughputLimit: 'perMessageGroupId',
      RedrivePolicy: JSON.stringify({ deadLetterTargetArn: arn, maxReceiveCount: MAX_RECEIVES }),
    });
    const take = async (from: string, most: number): Promise<Received[]> => {
      const parameters = {
        QueueUrl: from,
        MaxNumberOfMessages: most,
        MessageSystemAttributeNames: ['All'],
        AttributeNames: ['All'],
      };
      return (await call<{ Messages?: Received[] }>('ReceiveMessage', parameters)).Messages ?? [];
    };
    const entries = (messages: Received[], more: object = {}) =>
      messages.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle, ...more }));
    return {
      send: async (...messages) => {
        const Entries = messages.map(([targetId, invocationId], index) => ({
          ...toEntry(
            { kind: 'dispatch', userId: 1, webhookId: 1, invocationId, targetId, generation: 0 },
            String(index),
          ),
          MessageBody: invocationId,
        }));
        const { Failed = [] } = await call<{ Failed?: unknown[] }>('SendMessageBatch', { QueueUrl, Entries });
        if (Failed.length > 0) throw new Error(`refused: ${JSON.stringify(Failed)}`);
      },
      receive: (most = 10) => take(QueueUrl, most),
      remove: async (messages) => {
        await call('DeleteMessageBatch', { QueueUrl, Entries: entries(messages) });
      },
      hide: async (messages, VisibilityTimeout) => {
        await call('ChangeMessageVisibilityBatch', { QueueUrl, Entries: entries(messages, { VisibilityTimeout }) });
      },
      deadLetters: async () => (await take(dead, 10)).map(({ Body }) => Body),
    };
  };

const names = (messages: Received[]) => messages.map(({ Body }) => Body).join(' ');

/**
 * Guarantees of SQS on which the product relies, as AWS documents them: the steps of each check, and SQS's response.
 */
const PROMISES: { about: string; sqs: string; play: (lanes: Lanes) => Promise<string> }[] = [
  {
    about: 'a group is received in order, several at once',
    sqs: 'a b c',
    play: async ({ send, receive }) => {
      await send([1, 'a'], [1, 'b'], [1, 'c']);
      return names(await receive());
    },
  },
  {
    about: 'a group waits while one of it is in flight',
    sqs: 'a|',
    play: async ({ send, receive }) => {
      await send([1, 'a'], [1, 'b']);
      return `${names(await receive(1))}|${names(await receive())}`;
    },
  },
  {
    about: 'other groups do not wait',
    sqs: 'a|c',
    play: async ({ send, receive }) => {
      await send([1, 'a'], [1, 'b'], [2, 'c']);
      return `${names(await receive(1))}|${names(await receive())}`;
    },
  },
  {
    about: 'the next comes when the first is deleted',
    sqs: 'a|b',
    play: async ({ send, receive, remove }) => {
      await send([1, 'a'], [1, 'b']);
      const first = await receive(1);
      await remove(first);
      return `${names(first)}|${names(await receive())}`;
    },
  },
  {
    about: 'one made visible again comes before its followers',
    sqs: 'a b|a b',
    play: async ({ send, receive, hide }) => {
      await send([1, 'a'], [1, 'b']);
      const first = await receive();
      await hide(first, 0);
      return `${names(first)}|${names(await receive())}`;
    },
  },
  {
    about: 'the same message is taken once in five minutes',
    sqs: 'a',
    play: async ({ send, receive }) => {
      await send([1, 'a']);
      await send([1, 'a']);
      return names(await receive());
    },
  },
  {
    about: 'also after it was deleted',
    sqs: 'a|',
    play: async ({ send, receive, remove }) => {
      await send([1, 'a']);
      const first = await receive();
      await remove(first);
      await send([1, 'a']);
      return `${names(first)}|${names(await receive())}`;
    },
  },
  {
    about: 'receives are counted',
    sqs: '1 2',
    play: async ({ send, receive, hide }) => {
      await send([1, 'a']);
      const first = await receive();
      await hide(first, 0);
      const counts = [first, await receive()].flat().map(({ Attributes }) => Attributes.ApproximateReceiveCount);
      return counts.join(' ');
    },
  },
  {
    about: 'too many receives end in the dead letters',
    sqs: 'b|a',
    play: async ({ send, receive, hide, deadLetters }) => {
      await send([1, 'a'], [1, 'b']);
      for (let n = 0; n < MAX_RECEIVES; n++) await hide(await receive(1), 0);
      return `${names(await receive())}|${(await deadLetters()).join(' ')}`;
    },
  },
  {
    about: 'a deleted message may be deleted again',
    sqs: 'fine',
    play: async ({ send, receive, remove }) => {
      await send([1, 'a']);
      const first = await receive();
      await remove(first);
      await remove(first);
      return 'fine';
    },
  },
];

/** Checks the guarantees behind the lanes on the machine's queues and on ministack's, against AWS's documentation. */
export const lanesOnMinistack = async (python: Python, tell: Tell): Promise<void> => {
  const ministack = await startMinistack(python, REGION);
  const fauxqs = await startFauxqs({ dataDir: null, region: REGION, now: Date.now });
  const askMinistack: Call = async (operation, parameters) => {
    const answer = await fetch(ministack.origin, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': `AmazonSQS.${operation}`,
        authorization: `AWS4-HMAC-SHA256 Credential=testing/20260101/${REGION}/sqs/aws4_request, SignedHeaders=host, Signature=0`,
      },
      body: JSON.stringify(parameters),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${operation} answered ${answer.status}: ${text.slice(0, 200)}`);
    return JSON.parse(text || '{}');
  };
  const onMinistack = lanesOf(
    askMinistack,
    async (QueueName, Attributes) =>
      (await askMinistack<{ QueueUrl: string }>('CreateQueue', { QueueName, Attributes })).QueueUrl,
  );
  const onFauxqs = lanesOf(fauxqs.call, async (name, attributes) => {
    fauxqs.createQueue(name, attributes);
    return `http://localhost/000000000000/${name}`;
  });
  try {
    for (const { about, sqs, play } of PROMISES) {
      const found = async (open: () => Promise<Lanes>) => play(await open()).catch((error: Error) => error.message);
      const [here, there] = [await found(onFauxqs), await found(onMinistack)];
      const of = `ministack ${python.versions.ministack} SQS`;
      if (here !== sqs)
        tell({ of: 'this machine’s SQS', about, verdict: 'FAILED', detail: `“${here}” instead of “${sqs}”` });
      if (there === sqs) tell({ of, about, verdict: 'agrees', detail: `“${sqs}”` });
      else tell({ of, about, verdict: 'FAILED', detail: `“${there}” instead of “${sqs}”` });
    }
  } finally {
    fauxqs.stop();
    await ministack.stop();
  }
};
