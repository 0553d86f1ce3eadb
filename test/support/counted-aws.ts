import { createHash } from 'node:crypto';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { listenOnLoopback } from '../../lib/local/loopback.ts';
import { startTable } from './dynamodb.ts';

/** A request made by a function, with DynamoDB's charge for it. */
export interface AwsRequest {
  /** The operation, such as `DynamoDB.PutItem` or `SQS.SendMessageBatch`. */
  operation: string;
  readUnits: number;
  writeUnits: number;
  input: Record<string, unknown>;
  /** Requests with the same number ran at the same time, in one round trip. */
  wave: number;
}

export interface CountedAws {
  /** The endpoint for a function's environment. */
  endpoint: string;
  tableName: string;
  /**
   * Milliseconds for which a response waits for other requests sent at the same time. On a busy machine, this
   * distinguishes a parallel request from one that follows the response. 0 (the default) does not wait.
   */
  setPatience(milliseconds: number): void;
  /** Returns the requests since its previous call. */
  take(): AwsRequest[];
  /** Returns the messages queued since its previous call, as records of an event source. */
  takeMessages(): { body: string; group: string }[];
  stop(): Promise<void>;
}

interface Capacity {
  CapacityUnits?: number;
}

const bodyOf = async (message: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

const md5 = (text: string) => createHash('md5').update(text).digest('hex');

const READS = new Set(['GetItem', 'BatchGetItem', 'Query', 'Scan']);

/**
 * DynamoDB (the stand-in), SQS and Secrets Manager as one endpoint that counts. It records the table's charges, which
 * requests ran at the same time, and the queued messages. The queue only stores what it gets.
 */
export const startCountedAws = async (secret: string): Promise<CountedAws> => {
  const stand = await startTable();
  const origin = new URL(stand.endpoint);
  const agent = new Agent({ keepAlive: true });
  const requests: AwsRequest[] = [];
  const messages: { body: string; group: string }[] = [];
  let wave = 0;
  let underWay = 0;
  let patienceMs = 0;
  const companions: (() => void)[] = [];

  const forward = (headers: IncomingMessage['headers'], body: string): Promise<{ status: number; text: string }> =>
    new Promise((resolve, reject) => {
      const call = request(
        {
          agent,
          host: origin.hostname,
          port: origin.port,
          method: 'POST',
          path: '/',
          headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        },
        (answer) =>
          bodyOf(answer).then((chunk) => resolve({ status: answer.statusCode ?? 500, text: chunk.toString() }), reject),
      );
      call.on('error', reject);
      call.end(body);
    });

  const answer = async (
    target: string,
    headers: IncomingMessage['headers'],
    text: string,
  ): Promise<{ status: number; text: string }> => {
    const input = JSON.parse(text) as Record<string, unknown>;
    const [service = '', name = ''] = target.split('.');
    const entry: AwsRequest = {
      operation: `${service.replace(/_.*/, '').replace('Amazon', '')}.${name}`,
      readUnits: 0,
      writeUnits: 0,
      input,
      wave,
    };
    requests.push(entry);
    if (service === 'AmazonSQS') {
      const entries = input.Entries as { Id: string; MessageBody?: string; MessageGroupId?: string }[];
      const Successful = entries.map(({ Id, MessageBody = '', MessageGroupId: group = '' }) => {
        if (name === 'SendMessageBatch') messages.push({ body: MessageBody, group });
        return { Id, MessageId: Id, MD5OfMessageBody: md5(MessageBody) };
      });
      return { status: 200, text: JSON.stringify({ Successful }) };
    }
    if (service === 'secretsmanager') return { status: 200, text: JSON.stringify({ SecretString: secret }) };
    const counted = JSON.stringify({ ...input, ReturnConsumedCapacity: 'TOTAL' });
    const result = await forward(headers, counted);
    const { ConsumedCapacity } = JSON.parse(result.text) as { ConsumedCapacity?: Capacity | Capacity[] };
    const units = [ConsumedCapacity ?? []].flat().reduce((sum, each) => sum + (each.CapacityUnits ?? 0), 0);
    entry[READS.has(name) ? 'readUnits' : 'writeUnits'] = units;
    return result;
  };

  /** Resolves when another request is running too, or when none has arrived for long enough. */
  const company = (): Promise<void> =>
    new Promise((resolve) => {
      companions.push(resolve);
      if (underWay > 1) for (const joined of companions.splice(0)) joined();
      setTimeout(resolve, patienceMs).unref();
    });

  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    if (underWay === 0) wave += 1;
    underWay += 1;
    const text = (await bodyOf(incoming)).toString();
    if (patienceMs > 0) await company();
    const result = await answer(String(incoming.headers['x-amz-target']), incoming.headers, text);
    underWay -= 1;
    outgoing.writeHead(result.status, { 'content-type': 'application/x-amz-json-1.0' }).end(result.text);
  };
  const server = createServer((incoming, outgoing) => void serve(incoming, outgoing));
  const { origin: endpoint, stop } = await listenOnLoopback(server);
  return {
    endpoint,
    tableName: stand.table.name,
    setPatience: (milliseconds) => {
      patienceMs = milliseconds;
    },
    take: () => requests.splice(0),
    takeMessages: () => messages.splice(0),
    stop: async () => {
      agent.destroy();
      await stop();
      await stand.stop();
    },
  };
};
