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
  const { template, format, time_zone: timeZone } = request;
  const result = await render({ ...call, template, webhookName: '', format, timeZone }, { userId });
  if (!('error' in result)) {
    const { message, rich, subject, warnings } = result;
    return {
      rendered_message: message,
      ...(rich && { rich, ...(subject && { subject }) }),
      ...(warnings && { warnings }),
    };
  }
  const { code, message, line, column, hint } = result.error;
  return {
    rendered_message: '',
    error: formatError(result.error),
    problem: { code, message, line, column, ...(hint !== undefined && { hint }) },
  };
};
