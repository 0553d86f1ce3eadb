import type { Answer } from './answer.ts';
import type { Work } from './preview-answer.ts';

/** Time limit of a render from when the worker starts it, for slow phones, too; then the worker is ended. */
export const RENDER_LIMIT_MS = 3_000;

/** The used part of a Worker. */
export interface RenderWorker {
  postMessage(work: Work): void;
  terminate(): void;
  addEventListener(type: 'message', listener: (event: { data: Reply }) => void): void;
  addEventListener(type: 'error', listener: () => void): void;
}
/** `began`: all code is loaded and the render starts. `failed`: some code could not be loaded. */
type Reply = { began: true } | { failed: true } | { answer: unknown };

/** The render was stopped because it took too long. */
export class TookTooLong extends Error {}
/** The worker could not be started; the server can still render. */
export class NoWorker extends Error {}

export interface Renderer {
  /**
   * Runs tasks one after the other.
   * @throws TookTooLong, NoWorker
   */
  ask<W extends Work>(work: W): Promise<Answer<W>>;
  /** Ends the worker. Running tasks never finish. */
  close(): void;
}

interface Running {
  worker: RenderWorker;
  began: () => void;
  answered: (answer: unknown) => void;
  failed: (error: Error) => void;
}

/** Renders in a worker, which is replaced if it takes too long. */
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
      // Loading the code is not the template's fault, so the time limit starts afterwards.
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
