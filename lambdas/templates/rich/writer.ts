import type { Outline } from '../outline/outline.ts';
import type { ReadyMade } from '../ready-made/ready-made.ts';
import type { Draft } from './reserved.ts';
import type { RichMessage } from './tree.ts';

/** Makes a rich message of a template's output. Pages that show plain messages only do without it. */
interface RichWriter {
  buildMessage(text: string, draft: Draft): RichMessage;
  messageOfValue(value: unknown, words: (value: unknown) => string): RichMessage | undefined;
  plainOf(message: RichMessage): string;
  /** The template for rich messages of a ready-made one. */
  richForm(readyMade: ReadyMade): string;
  richOfOutline(outline: Outline): RichMessage;
  /** The same, with its first line as the title if the template sets none. */
  titled(message: RichMessage): RichMessage;
  /** The same, without secrets that are recognisable by their form. */
  withoutSecrets(message: RichMessage): RichMessage;
}

let loaded: RichWriter | undefined;

/** Called by `load.ts`, which renderers of rich messages import first. */
export function setRichWriter(writer: RichWriter): void {
  loaded = writer;
}

/** @throws Error if `load.ts` was not imported */
export function richWriter(): RichWriter {
  if (!loaded) throw new Error('rich messages need templates/rich/load.ts');
  return loaded;
}
