import type { Outline } from '../outline/outline.ts';
import type { ReadyMade } from '../ready-made/ready-made.ts';
import type { Draft } from './reserved.ts';
import type { RichMessage } from './tree.ts';

/** Called by `load.ts`, which renderers of rich messages import first. */
interface RichWriter {
  buildMessage(text: string, draft: Draft): RichMessage;
  messageOfValue(value: unknown, words: (value: unknown) => string): RichMessage | undefined;
  plainOf(message: RichMessage): string;
  /** The template for rich messages of a ready-made one. */
  richForm(readyMade: ReadyMade): string;
  richOfOutline(outline: Outline): RichMessage;
  /** With its first line as the title, where its template says none. */
  titled(message: RichMessage): RichMessage;
  /**
   * Renders a call’s message and judges which targets want it, if asked. A call without a message is judged by no one,
   * so the failure is seen. Never throws.
   */
  withoutSecrets(message: RichMessage): RichMessage;
}

let loaded: RichWriter | undefined;

/** Names that expressions know next to the payload and the names of templates. */
export function setRichWriter(writer: RichWriter): void {
  loaded = writer;
}

/** @throws Error where no one has imported `load.ts` */
export function richWriter(): RichWriter {
  if (!loaded) throw new Error('rich messages need templates/rich/load.ts');
  return loaded;
}
