import type { SandboxRequest, SandboxResult } from '#contract/template';
import { formatError } from './format-error.ts';
import type { Sandbox } from './sandbox/sandbox.ts';

/** Renders a template for POST /templates/sandbox, as for a delivery, with the call in the request. */
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
  const { template, format, time_zone: timeZone, subject: choice } = request;
  // An empty template with rules for the subject means a webhook without a template.
  const written = choice && template === '' ? undefined : template;
  const result = await render(
    { ...call, template: written, webhookName: '', format, timeZone, subject: choice },
    { userId },
  );
  if (!('error' in result)) {
    const { message, rich, subject, subjectProblem, warnings } = result;
    return {
      rendered_message: message,
      ...(rich && { rich }),
      ...((rich || choice) && subject && { subject }),
      ...(subjectProblem && {
        subject_problem: {
          field: subjectProblem.field,
          code: subjectProblem.error.code,
          message: subjectProblem.error.message,
        },
      }),
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
