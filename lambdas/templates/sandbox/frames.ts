import { Buffer } from 'node:buffer';
import type { TemplateError, Warning } from '../errors.ts';
import type { RenderInput, RenderResult } from '../render.ts';

/**
 * What parent and child say to each other: frames of a length (u32, what follows it) and their content. JSON would escape
 * and unescape whole bodies, so the two long texts travel as bare UTF-8.
 *
 *   request  u32 id, u32 bytes of template, u32 bytes of body, template, body, JSON of the rest
 *   answer   u32 id, u32 bytes of text, text, JSON of warnings or error
 */
const REQUEST_HEAD = 16;
const ANSWER_HEAD = 12;

/** The id of the frame a child sends when it is ready. */
export const READY = 0;

export function encodeRequest(id: number, { template, body, ...rest }: RenderInput): Buffer {
  const meta = JSON.stringify(rest);
  const templateBytes = Buffer.byteLength(template);
  const bodyBytes = Buffer.byteLength(body);
  const frame = Buffer.allocUnsafe(REQUEST_HEAD + templateBytes + bodyBytes + Buffer.byteLength(meta));
  frame.writeUInt32LE(frame.length - 4, 0);
  frame.writeUInt32LE(id, 4);
  frame.writeUInt32LE(templateBytes, 8);
  frame.writeUInt32LE(bodyBytes, 12);
  frame.write(template, REQUEST_HEAD);
  frame.write(body, REQUEST_HEAD + templateBytes);
  frame.write(meta, REQUEST_HEAD + templateBytes + bodyBytes);
  return frame;
}

/** @param frame a whole frame, including its length */
export function decodeRequest(frame: Buffer): { id: number; input: RenderInput } {
  const body = REQUEST_HEAD + frame.readUInt32LE(8);
  const meta = body + frame.readUInt32LE(12);
  return {
    id: frame.readUInt32LE(4),
    input: {
      ...JSON.parse(frame.toString('utf8', meta)),
      template: frame.toString('utf8', REQUEST_HEAD, body),
      body: frame.toString('utf8', body, meta),
    },
  };
}

export function encodeAnswer(id: number, result: RenderResult): Buffer {
  const text = 'message' in result ? result.message : '';
  const rest =
    'error' in result ? { error: result.error } : result.warnings ? { warnings: result.warnings } : undefined;
  const json = rest ? JSON.stringify(rest) : '';
  const textBytes = Buffer.byteLength(text);
  const frame = Buffer.allocUnsafe(ANSWER_HEAD + textBytes + Buffer.byteLength(json));
  frame.writeUInt32LE(frame.length - 4, 0);
  frame.writeUInt32LE(id, 4);
  frame.writeUInt32LE(textBytes, 8);
  frame.write(text, ANSWER_HEAD);
  frame.write(json, ANSWER_HEAD + textBytes);
  return frame;
}

/** @param frame a whole frame, including its length */
export function decodeAnswer(frame: Buffer): { id: number; result: RenderResult } {
  const end = ANSWER_HEAD + frame.readUInt32LE(8);
  const id = frame.readUInt32LE(4);
  const message = frame.toString('utf8', ANSWER_HEAD, end);
  if (end === frame.length) return { id, result: { message } };
  const rest = JSON.parse(frame.toString('utf8', end)) as { error?: TemplateError; warnings?: Warning[] };
  if (rest.error) return { id, result: { error: rest.error } };
  return { id, result: { message, ...(rest.warnings && { warnings: rest.warnings }) } };
}

/** Puts the chunks of a stream together into frames. */
export class FrameReader {
  private chunks: Buffer[] = [];
  private length = 0;

  /** The frames that are complete with this chunk. */
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
