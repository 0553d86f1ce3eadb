import { MAX_TEMPLATE } from '#contract/bounds';
import type { RichMessage } from '../../../../lambdas/templates/rich/tree.ts';
import type { SandboxResult, Target, Webhook } from '../../lib/wire.ts';
import type { Preview } from './use-preview.ts';

/** The reason why a template cannot be saved. */
type SaveBlock = 'saved' | 'blank' | 'too long';

export function saveBlock(template: string, webhook: Pick<Webhook, 'template' | 'useTemplate'>): SaveBlock | undefined {
  if (template.trim() === '') return 'blank';
  if (template.length > MAX_TEMPLATE) return 'too long';
  return webhook.useTemplate && template === webhook.template ? 'saved' : undefined;
}

/** True if leaving would lose a change to the webhook's template. */
export const isUnsaved = (template: string, webhook: Pick<Webhook, 'template'>): boolean =>
  template !== webhook.template && template.trim() !== '';

/** A template error. `text` includes its position; `line` and `column` allow a jump to it. */
export interface ShownError {
  text: string;
  /** The error code, an anchor in the docs; undefined if the server returned none. */
  code: string | undefined;
  line: number;
  column: number;
}

/** The content of the Out card. */
export type Outcome =
  | { kind: 'waiting' }
  | { kind: 'unaided'; message: string; rich: RichMessage | undefined }
  | { kind: 'trouble'; trouble: 'too long' | 'no worker' }
  | { kind: 'failed'; live: boolean; error: ShownError }
  | { kind: 'message'; live: boolean; message: string; rich: RichMessage | undefined; warnings: readonly Place[] };
export interface Place {
  line: number;
  column: number;
}

/** Returns the server's result if it belongs to the current input, otherwise the live preview. */
export function outcomeOf(
  template: string,
  preview: Preview | undefined,
  server: SandboxResult | undefined,
  formatError: (error: { code: string; message: string; line: number; column: number; hint?: string }) => string,
): Outcome {
  if (server) {
    const { error, problem, renderedMessage, warnings = [] } = server;
    if (error !== undefined)
      return {
        kind: 'failed',
        live: false,
        error: { text: error, code: problem?.code, line: problem?.line ?? 1, column: problem?.column ?? 1 },
      };
    return {
      kind: 'message',
      live: false,
      message: renderedMessage,
      rich: server.rich as RichMessage | undefined,
      warnings,
    };
  }
  if (!preview) return { kind: 'waiting' };
  if (preview.trouble) return { kind: 'trouble', trouble: preview.trouble };
  if (!preview.answer) return { kind: 'waiting' };
  const { result, unaided, unaidedRich } = preview.answer;
  if (template.trim() === '' && preview.template.trim() === '')
    return { kind: 'unaided', message: unaided, rich: unaidedRich };
  if ('error' in result) {
    const { code, line, column } = result.error;
    return { kind: 'failed', live: true, error: { text: formatError(result.error), code, line, column } };
  }
  const { message, rich, warnings = [] } = result;
  return { kind: 'message', live: true, message, rich, warnings };
}

/** A view of the message: a target kind, and the names of the targets of this kind. */
export interface View {
  slug: string;
  names: readonly string[];
}

/** The kinds of a webhook's targets, each once. Without a webhook, all kinds of the deployment. */
export function viewsOf(
  targetIds: readonly number[] | undefined,
  targets: readonly Pick<Target, 'id' | 'name' | 'targetType'>[],
  kinds: readonly { slug: string; name: string }[],
): View[] {
  if (targetIds === undefined || targetIds.length === 0)
    return kinds.map(({ slug, name }) => ({ slug, names: [name] }));
  const chosen = targets.filter(({ id }) => targetIds.includes(id));
  // Kinds have the same order as in the deployment's list. Kinds that are not in the list come last.
  const rank = (slug: string) => kinds.findIndex((kind) => kind.slug === slug) + 1 || kinds.length + 1;
  return [...new Set(chosen.map(({ targetType }) => targetType))]
    .sort((left, right) => rank(left) - rank(right))
    .map((slug) => ({
      slug,
      names: chosen.filter(({ targetType }) => targetType === slug).map(({ name }) => name),
    }));
}
