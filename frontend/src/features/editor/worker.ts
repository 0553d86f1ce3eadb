import { answer, type Work } from './answer.ts';

// Off the main thread: whoever started it can end it when a template does not come to an end.
addEventListener('message', ({ data }: MessageEvent<Work>) => {
  postMessage({ answer: answer(data) });
});
postMessage({ ready: true });
