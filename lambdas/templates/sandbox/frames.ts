import { Buffer } from 'node:buffer';
import type { CallRender } from '../call-render.ts';
import type { RenderResult } from '../render.ts';

/**
 * The format of messages between parent and child. A frame consists of the length of its content (u32) and the content.
 * Long texts are plain UTF-8, because JSON would have to escape them.
 *
 * - request: u32 id, u32 bytes of template, u32 bytes of body, template, body, JSON of the rest
 * - answer: u32 id, u32 milliseconds of CPU used by the process so far, u32 bytes of message, message, JSON of the rest
 */
const REQUEST_HEAD = 16;
const ANSWER_HEAD = 16;

/** The id of the frame that a child sends when it is ready. */
export const READY = 0;

export function encodeRequest(id: number, { template, body, ...rest }: CallRender): Buffer {
  const meta = JSON.stringify({ ...rest, hasTemplate: template !== undefined });
  const templateBytes = Buffer.byteLength(template ?? '');
  const bodyBytes = Buffer.byteLength(body);
  const frame = Buffer.allocUnsafe(REQUEST_HEAD + templateBytes + bodyBytes + Buffer.byteLength(meta));
  frame.writeUInt32LE(frame.length - 4, 0);
  frame.writeUInt32LE(id, 4);
  frame.writeUInt32LE(templateBytes, 8);
  frame.writeUInt32LE(bodyBytes, 12);
  frame.write(template ?? '', REQUEST_HEAD);
  frame.write(body, REQUEST_HEAD + templateBytes);
  frame.write(meta, REQUEST_HEAD + templateBytes + bodyBytes);
  return frame;
}

/** @param frame a complete frame, including its length */
export function decodeRequest(frame: Buffer): { id: number; request: CallRender } {
  const body = REQUEST_HEAD + frame.readUInt32LE(8);
  const meta = body + frame.readUInt32LE(12);
  const { hasTemplate, ...rest } = JSON.parse(frame.toString('utf8', meta));
  return {
    id: frame.readUInt32LE(4),
    request: {
      ...rest,
      template: hasTemplate ? frame.toString('utf8', REQUEST_HEAD, body) : undefined,
      body: frame.toString('utf8', body, meta),
    },
  };
}

export function encodeAnswer(id: number, result: RenderResult, cpuMs: number): Buffer {
  const { message = '', ...rest } = 'error' in result ? { error: result.error } : result;
  const json = Object.keys(rest).length > 0 ? JSON.stringify(rest) : '';
  const textBytes = Buffer.byteLength(message);
  const frame = Buffer.allocUnsafe(ANSWER_HEAD + textBytes + Buffer.byteLength(json));
  frame.writeUInt32LE(frame.length - 4, 0);
  frame.writeUInt32LE(id, 4);
  frame.writeUInt32LE(cpuMs, 8);
  frame.writeUInt32LE(textBytes, 12);
  frame.write(message, ANSWER_HEAD);
  frame.write(json, ANSWER_HEAD + textBytes);
  return frame;
}

/** @param frame a complete frame, including its length */
export function decodeAnswer(frame: Buffer): { id: number; cpuMs: number; result: RenderResult } {
  const [id, cpuMs] = [frame.readUInt32LE(4), frame.readUInt32LE(8)];
  const end = ANSWER_HEAD + frame.readUInt32LE(12);
  const rest = end === frame.length ? {} : JSON.parse(frame.toString('utf8', end));
  const result = rest.error ? { error: rest.error } : { ...rest, message: frame.toString('utf8', ANSWER_HEAD, end) };
  return { id, cpuMs, result };
}

/** Assembles the chunks of a stream into frames. */
export class FrameReader {
  private chunks: Buffer[] = [];
  private length = 0;

  /** Adds a chunk and returns the frames that it completes. */
  add(chunk: Buffer): Buffer[] {
    this.chunks.push(chunk);
    this.length += chunk.length;
    const frames: Buffer[] = [];
    for (let frame = this.next(); frame; frame = this.next()) frames.push(frame);
    return frames;
  }

  private next(): Buffer | undefined {
    if (this.length < 4) return undefined;
    if ((this.chunks[0] as Buffer).length < 4) this.join();
    const whole = (this.chunks[0] as Buffer).readUInt32LE(0) + 4;
    if (this.length < whole) return undefined;
    this.join();
    const all = this.chunks[0] as Buffer;
    this.chunks = all.length > whole ? [all.subarray(whole)] : [];
    this.length = all.length - whole;
    return all.subarray(0, whole);
  }

  private join(): void {
    if (this.chunks.length > 1) this.chunks = [Buffer.concat(this.chunks, this.length)];
  }
}
