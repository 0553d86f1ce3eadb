import type { SandboxRequest, SandboxResult } from '#contract/template';
import { formatError } from './format-error.ts';
import type { RenderInput, RenderResult } from './render.ts';

/** POST /templates/sandbox: renders as a delivery would, with what a stored call knew where the client sends it. */
export const renderSandboxed = async (
  request: SandboxRequest,
  { render }: { render(input: RenderInput): Promise<RenderResult> },
): Promise<SandboxResult> => {
  const result = await render({
    template: request.template,
    body: request.body,
    ...(request.content_type !== undefined && { contentType: request.content_type }),
    ...(request.headers && { headers: request.headers }),
    ...(request.query !== undefined && { query: request.query }),
    ...(request.method !== undefined && { method: request.method }),
  });
  if (!('error' in result))
    return { rendered_message: result.message, ...(result.warnings && { warnings: result.warnings }) };
  const { code, message, line, column, hint } = result.error;
  return {
    rendered_message: '',
    error: formatError(result.error),
    problem: { code, message, line, column, ...(hint !== undefined && { hint }) },
  };
};
