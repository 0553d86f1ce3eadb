import { createServer, type ServerResponse } from 'node:http';

/** The endpoint's behaviour: it accepts requests, does not respond, or returns a server error. */
type Behaviour = 'takes' | 'hangs' | 'fails';

/** An endpoint for targets, which records the delay of each numbered event. */
export interface Sink {
  url: string;
  /** Milliseconds from the planned time of sending to the first arrival, by event number. */
  delays: Map<number, number>;
  received(): number;
  /** Sets the behaviour for requests with matching paths. Hanging requests are dropped once the sink works again. */
  behave(behaviour: Behaviour, ofPath: (path: string) => boolean): void;
  stop(): Promise<void>;
}

/**
 * The mark in a message, by which the sink recognises it: a number, and the planned time of sending (monotonic, in
 * nanoseconds).
 */
export const eventMark = (number: number, at: bigint): string => `evt-${number}-${at}`;

/** Starts a sink on a loopback port; by default, on a free one. */
export const startSink = async (port = 0): Promise<Sink> => {
  const delays = new Map<number, number>();
  let received = 0;
  let moodOf: (path: string) => Behaviour = () => 'takes';
  let hanging: ServerResponse[] = [];

  const take = (text: string, arrived: bigint) => {
    const mark = /evt-(\d+)-(\d+)/.exec(text);
    const number = Number(mark?.[1]);
    received++;
    if (mark?.[2] && !delays.has(number)) delays.set(number, Number(arrived - BigInt(mark[2])) / 1e6);
  };

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const arrived = process.hrtime.bigint();
      const behaviour = moodOf(request.url ?? '');
      if (behaviour === 'hangs') return hanging.push(response);
      if (behaviour === 'fails') return response.writeHead(503).end();
      take(Buffer.concat(chunks).toString(), arrived);
      return response.writeHead(200, { 'content-type': 'text/plain' }).end('ok');
    });
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    delays,
    received: () => received,
    behave: (behaviour, ofPath) => {
      moodOf = (path) => (ofPath(path) ? behaviour : 'takes');
      if (behaviour !== 'takes') return;
      for (const response of hanging) response.destroy();
      hanging = [];
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
