import { Buffer } from 'node:buffer';
import { readSync, writeSync } from 'node:fs';
import { render } from '../render.ts';
import { decodeRequest, encodeAnswer, FrameReader, READY } from './frames.ts';

/**
 * The child process that renders: reads requests from its standard input, one at a time, and answers on its standard
 * output. It has no environment, no permission to read or start anything, and this file removes what else could reach
 * outside, so that even an escape from the template language finds nothing.
 */
const exit = process.exit.bind(process);

// Whatever the first render sets up lazily (functions of the engine, time zones) is set up before the first request.
render({ template: '{{ $date(0, "", "Europe/Berlin") }} {{ $truncate("äbc", 2) }} {{ "\\(a)" }}', body: '{"a":1}' });

for (const name of ['process', 'fetch', 'WebSocket', 'EventSource', 'navigator', 'Buffer', 'require']) {
  Reflect.deleteProperty(globalThis, name);
}

/** Standard input and output are blocking in a child, so a short write only means that more has to be written. */
function send(frame: Uint8Array): void {
  for (let written = 0; written < frame.length; ) written += writeSync(1, frame, written);
}

function serve(): void {
  const chunk = new Uint8Array(262_144);
  const reader = new FrameReader();
  send(encodeAnswer(READY, { message: '' }));
  for (;;) {
    const bytes = readSync(0, chunk, 0, chunk.length, null);
    // The parent is gone, or has closed us.
    if (bytes === 0) return;
    for (const frame of reader.add(Buffer.from(chunk.subarray(0, bytes)))) {
      const { id, input } = decodeRequest(frame);
      send(encodeAnswer(id, render(input)));
    }
  }
}

serve();
exit(0);
