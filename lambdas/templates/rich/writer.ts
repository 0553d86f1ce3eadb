import type { Outline } from '../outline/outline.ts';
import type { Draft } from './reserved.ts';
import type { RichMessage } from './tree.ts';

/**
 * Functions that build rich messages. They are behind an interface, so code that needs only plain messages doesn't load
 * them.
 */
interface RichWriter {
  buildMessage(text: string, draft: Draft): RichMessage;
  messageOfValue(value: unknown, words: (value: unknown) => string): RichMessage | undefined;
  plainOf(message: RichMessage): string;
  /** Converts a ready-made template to one for rich messages. */
  richForm(id: string): string;
  richOfOutline(outline: Outline): RichMessage;
  /** Makes the first line the title if the template sets none. */
  titled(message: RichMessage): RichMessage;
  /** Removes secrets that are recognisable by their form. */
  withoutSecrets(message: RichMessage): RichMessage;
}

let loaded: RichWriter | undefined;

/** Called by `load.ts`, which renderers of rich messages import first. */
export function setRichWriter(writer: RichWriter): void {
  loaded = writer;
}

/** Returns the writer. @throws Error if `load.ts` was not imported */
export function richWriter(): RichWriter {
  if (!loaded) throw new Error('rich messages need templates/rich/load.ts');
  return loaded;
}
