import type { Answer } from './answer.ts';
import type { Work } from './preview-answer.ts';

/** Time limit of a render, once its code has loaded. It allows for slow phones. */
export const RENDER_LIMIT_MS = 3_000;

/** The members of a Worker that the renderer uses. */
export interface RenderWorker {
  postMessage(work: Work): void;
  terminate(): void;
  addEventListener(type: 'message', listener: (event: { data: Reply }) => void): void;
  addEventListener(type: 'error', listener: () => void): void;
}
/** A worker's reply: `began` when the render starts, `failed` if its code could not be loaded. */
type Reply = { began: true } | { failed: true } | { answer: unknown };

/** Thrown if a render was stopped because it took too long. */
export class TookTooLong extends Error {}
/** Thrown if the worker could not be started. The server can still render. */
export class NoWorker extends Error {}

export interface Renderer {
  /**
   * Runs tasks one after another.
   * @throws TookTooLong, NoWorker
   */
  ask<W extends Work>(work: W): Promise<Answer<W>>;
  /** Terminates the worker. Running tasks never finish. */
  close(): void;
}

interface Running {
  worker: RenderWorker;
  began: () => void;
  answered: (answer: unknown) => void;
  failed: (error: Error) => void;
}

/** Renders in a worker, which is replaced if a render takes too long. */
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
      // The time limit starts after the code has loaded, because slow loading is not the template's fault.
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
