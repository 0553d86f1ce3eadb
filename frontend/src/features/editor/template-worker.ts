import { answer, prepare } from './answer.ts';
import type { Work } from './preview-answer.ts';

// Runs outside the main thread, so the page can terminate a template that never finishes.
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
