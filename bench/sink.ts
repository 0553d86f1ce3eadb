import { createServer } from 'node:http';

/** An endpoint that takes everything and remembers how late each numbered event came. */
export interface Sink {
  url: string;
  /** Milliseconds from planned send to arrival, by event number; the first arrival counts. */
  delays: Map<number, number>;
  stop(): Promise<void>;
}

/** The mark that a sender puts into the message: a number, and when it was to be sent (monotonic, nanoseconds). */
export const eventMark = (number: number, at: bigint): string => `evt-${number}-${at}`;

/** Starts a sink on a free loopback port. */
export const startSink = async (): Promise<Sink> => {
  const delays = new Map<number, number>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const arrived = process.hrtime.bigint();
      const mark = /evt-(\d+)-(\d+)/.exec(Buffer.concat(chunks).toString());
      const number = Number(mark?.[1]);
      if (mark?.[2] && !delays.has(number)) delays.set(number, Number(arrived - BigInt(mark[2])) / 1e6);
      response.writeHead(200, { 'content-type': 'text/plain' }).end('ok');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    delays,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
