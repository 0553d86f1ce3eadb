import type { SandboxRequest, SandboxResult } from '#contract/template';
import { formatError } from './format-error.ts';
import type { Sandbox } from './sandbox/sandbox.ts';

/** POST /templates/sandbox: renders as a delivery would, with what a stored call knew where the client sends it. */
export const renderSandboxed = async (
  userId: number,
  request: SandboxRequest,
  { render }: Pick<Sandbox, 'render'>,
): Promise<SandboxResult> => {
  const call = {
    body: request.body,
    ...(request.content_type !== undefined && { contentType: request.content_type }),
    ...(request.headers && { headers: request.headers }),
    ...(request.query !== undefined && { query: request.query }),
    ...(request.method !== undefined && { method: request.method }),
  };
  const result = await render({ ...call, template: request.template, webhookName: '' }, { userId });
  if (!('error' in result))
    return { rendered_message: result.message, ...(result.warnings && { warnings: result.warnings }) };
  const { code, message, line, column, hint } = result.error;
  return {
    rendered_message: '',
    error: formatError(result.error),
    problem: { code, message, line, column, ...(hint !== undefined && { hint }) },
  };
};
