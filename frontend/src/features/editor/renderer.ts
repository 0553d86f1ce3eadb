import type { Answer } from './answer.ts';
import type { Work } from './preview-answer.ts';

/** Time limit of a render from the moment the worker begins, on a slow phone too; then the worker is ended. */
export const RENDER_LIMIT_MS = 3_000;

/** The part of a Worker that is used. */
export interface RenderWorker {
  postMessage(work: Work): void;
  terminate(): void;
  addEventListener(type: 'message', listener: (event: { data: Reply }) => void): void;
  addEventListener(type: 'error', listener: () => void): void;
}
/** `began`: all code exists and the render starts now. `failed`: some of it could not be fetched. */
type Reply = { began: true } | { failed: true } | { answer: unknown };

/** The work was ended because it took too long. */
export class TookTooLong extends Error {}
/** The worker could not be started; the server still renders. */
export class NoWorker extends Error {}

export interface Renderer {
  /** One piece of work after the other. @throws TookTooLong, NoWorker */
  ask<W extends Work>(work: W): Promise<Answer<W>>;
  /** Ends the worker; work under way never answers. */
  close(): void;
}

interface Running {
  worker: RenderWorker;
  began: () => void;
  answered: (answer: unknown) => void;
  failed: (error: Error) => void;
}

/** Renders in a worker that is ended, and replaced, when it does not answer in time. */
export function createRenderer(start: () => RenderWorker): Renderer {
  let running: Running | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  let closed = false;

  const stop = () => {
    running?.worker.terminate();
    running = undefined;
  };

  const begin = (): Running => {
    const worker = start();
    const begun: Running = { worker, began: () => {}, answered: () => {}, failed: () => {} };
    const fail = () => {
      if (running === begun) stop();
      begun.failed(new NoWorker('The preview could not be started'));
    };
    worker.addEventListener('message', ({ data }) => {
      if ('began' in data) begun.began();
      else if ('failed' in data) fail();
      else begun.answered(data.answer);
    });
    worker.addEventListener('error', fail);
    return begun;
  };

  const work = (asked: Work): Promise<unknown> => {
    if (closed) return new Promise(() => {});
    running ??= begin();
    const current = running;
    return new Promise((resolve, reject) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      // Fetching the code is not the template's fault, so the clock starts afterwards.
      current.began = () => {
        timer = setTimeout(() => {
          if (running === current) stop();
          reject(new TookTooLong());
        }, RENDER_LIMIT_MS);
      };
      current.answered = (answer) => {
        clearTimeout(timer);
        resolve(answer);
      };
      current.failed = (error) => {
        clearTimeout(timer);
        reject(error);
      };
      current.worker.postMessage(asked);
    });
  };

  return {
    ask: <W extends Work>(asked: W) => {
      const next = queue.then(() => work(asked));
      queue = next.catch(() => {});
      return next as Promise<Answer<W>>;
    },
    close: () => {
      closed = true;
      stop();
    },
  };
}
