import { Buffer } from 'node:buffer';
import { readSync, writeSync } from 'node:fs';
import { judgeByCpuTime } from '../expression.ts';
import type { RenderResult } from '../render.ts';
import { renderCall } from '../render-call.ts';
import { renderRouted } from '../routed-call.ts';
import { decodeRequest, encodeAnswer, FrameReader, READY } from './frames.ts';

/**
 * The child process that renders. It reads requests from standard input, one at a time, and writes results to standard
 * output. Its environment contains only the path of its libraries, and it can't read other folders or start processes.
 * In case a template escapes from its language, this file also removes the globals that give access to the outside.
 */
const exit = process.exit.bind(process);
const cpuUsage = process.cpuUsage.bind(process);
const threadCpuUsage = process.threadCpuUsage.bind(process);

judgeByCpuTime(() => {
  const { user, system } = threadCpuUsage();
  return (user + system) / 1000;
});

// Render once before the first request, because the first render has to set up the engine and time zones.
const template = '{{ $date(0, "", "Europe/Berlin") }} {{ $truncate("äbc", 2) }} {{ "\\(a)" }}';
const proofs = [template, undefined].map((each) => renderCall({ template: each, webhookName: '', body: '{"a":1}' }));
// A renderer that can't render fails to start, so the fault is noticed before a customer's render.
if (proofs.some((proof) => 'error' in proof)) exit(1);

for (const name of ['process', 'fetch', 'WebSocket', 'EventSource', 'navigator', 'Buffer', 'require']) {
  Reflect.deleteProperty(globalThis, name);
}

/** Writes a whole frame. Standard output is blocking in a child, so a short write just needs another one. */
function send(frame: Uint8Array): void {
  for (let written = 0; written < frame.length; ) written += writeSync(1, frame, written);
}

function answer(id: number, result: RenderResult): void {
  const { user, system } = cpuUsage();
  send(encodeAnswer(id, result, Math.floor((user + system) / 1000)));
}

function serve(): void {
  const chunk = new Uint8Array(262_144);
  const reader = new FrameReader();
  answer(READY, { message: '' });
  for (;;) {
    const bytes = readSync(0, chunk, 0, chunk.length, null);
    // The parent has ended, or has closed the pipe.
    if (bytes === 0) return;
    for (const frame of reader.add(Buffer.from(chunk.subarray(0, bytes)))) {
      const { id, request } = decodeRequest(frame);
      answer(id, renderRouted(request));
    }
  }
}

serve();
exit(0);
