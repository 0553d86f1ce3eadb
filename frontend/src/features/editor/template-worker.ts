import { answer, prepare } from './answer.ts';
import type { Work } from './preview-answer.ts';

// Off the main thread: the page can end it when a template does not finish.
addEventListener('message', async ({ data }: MessageEvent<Work>) => {
  try {
    await prepare(data);
  } catch {
    postMessage({ failed: true });
    return;
  }
  postMessage({ began: true });
  postMessage({ answer: await answer(data) });
});
