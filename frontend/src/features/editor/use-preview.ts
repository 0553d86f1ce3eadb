import { useEffect, useRef, useState } from 'react';
import type { RichMessage } from '../../../../lambdas/templates/rich/tree.ts';
import type { CallFacts } from './call-facts.ts';
import type { PreviewAnswer, Writing } from './preview-answer.ts';
import { NoWorker, type Renderer } from './renderer.ts';
import { openRenderer } from './start-worker.ts';

/** Delay between the last keystroke and the preview, in milliseconds. */
const PREVIEW_DELAY_MS = 300;

export interface Preview {
  /** The rendered template. While the user types, the displayed template is newer. */
  template: string;
  answer?: PreviewAnswer;
  trouble?: 'too long' | 'no worker';
}

/**
 * Previews the message a moment after the last change; undefined until the first preview.
 * @param example true if template and call are our example
 * @param writing the webhook's message settings
 * @param ready false while the template or the call is still loading
 */
export function usePreview(
  template: string,
  facts: CallFacts,
  webhookName: string,
  example: boolean,
  { format, timeZone, subject }: Writing = {},
  ready = true,
): Preview | undefined {
  const renderer = useRef<Renderer>(undefined);
  const [preview, setPreview] = useState<Preview>();
  useEffect(
    () => () => {
      renderer.current?.close();
      renderer.current = undefined;
    },
    [],
  );
  useEffect(() => {
    if (!ready) return;
    let current = true;
    const ask = async () => {
      renderer.current ??= openRenderer();
      try {
        const answer = await renderer.current.ask({
          kind: 'preview',
          template,
          facts,
          webhookName,
          format,
          timeZone,
          subject,
          example,
        });
        if (current) setPreview({ template, answer });
      } catch (error) {
        if (current) setPreview({ template, trouble: error instanceof NoWorker ? 'no worker' : 'too long' });
      }
    };
    const timer = setTimeout(() => void ask(), renderer.current ? PREVIEW_DELAY_MS : 0);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [template, facts, webhookName, example, format, timeZone, subject, ready]);
  return preview;
}

/** Returns a preview's message (the default one if there is no template) or error, or neither until it arrives. */
export function messageOf(preview: Preview | undefined): {
  message?: string;
  rich?: RichMessage | undefined;
  failed?: string;
} {
  if (!preview?.answer) return {};
  const { unaided, unaidedRich, result } = preview.answer;
  if (preview.template.trim() === '') return { message: unaided, rich: unaidedRich };
  return 'error' in result ? { failed: result.error.message } : { message: result.message, rich: result.rich };
}
