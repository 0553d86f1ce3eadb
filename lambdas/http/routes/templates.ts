import { renderSandboxed } from '../../templates/render-sandboxed.ts';
import type { Sandbox } from '../../templates/sandbox/sandbox.ts';
import type { Handlers } from '../handler.ts';

/** Trying a template before it is used. */
export const templateRoutes = (sandbox: Pick<Sandbox, 'render'>) =>
  ({
    renderTemplate: ({ caller, request }) => renderSandboxed(caller.userId, request, sandbox),
  }) satisfies Partial<Handlers<'api'>>;
