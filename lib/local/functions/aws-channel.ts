import type { AwsAnswer, AwsRequest } from './protocol.ts';

/** What the SDK hands to whoever sends its requests. */
interface SdkRequest {
  headers: Record<string, string>;
  body?: string | Uint8Array;
}

/**
 * Makes requests to table and queues go to the runner over the pipe that events come by, and unsigned: HTTP and signatures
 * would be half of what a function computes, and nobody between the two reads either. What is in the requests stays what AWS
 * reads. `lambdas/adapters/client-options.ts` looks for this; it has to be there before a bundle is loaded.
 * @returns what to do with an answer
 */
export const installAwsChannel = (tell: (request: AwsRequest) => void): ((answer: AwsAnswer) => void) => {
  const waiting = new Map<number, (answer: AwsAnswer) => void>();
  let asked = 0;
  const handle = ({ headers, body = '' }: SdkRequest) =>
    new Promise((resolve, reject) => {
      const id = ++asked;
      waiting.set(id, ({ answer }) => {
        if (answer) {
          const { status: statusCode, headers: all, body: text } = answer;
          return resolve({ response: { statusCode, headers: all, body: Buffer.from(text) } });
        }
        // The SDK tries again, as it does when a connection breaks.
        reject(Object.assign(new Error('AWS did not answer.'), { code: 'ECONNRESET' }));
      });
      const text = typeof body === 'string' ? body : Buffer.from(body.buffer, body.byteOffset, body.length).toString();
      const trace = headers['X-Amzn-Trace-Id'];
      tell({ kind: 'aws', id, target: headers['x-amz-target'] ?? '', ...(trace && { trace }), body: text });
    });
  const signer = { sign: async (request: SdkRequest) => request };
  Object.assign(globalThis, { [Symbol.for('tellhook.aws-client')]: { signer, requestHandler: { handle } } });
  return (answer) => {
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  };
};
