import type { Uses } from '../../services.ts';
import { renderSandboxed } from '../../templates/render-sandboxed.ts';
import type { Handlers } from '../handler.ts';

/** Trying a template before it is used. */
export const templateRoutes = ({ renderer }: Uses<{ renderer: 'render' }>) =>
  ({
    renderTemplate: ({ caller, request }) => renderSandboxed(caller.userId, request, renderer),
  }) satisfies Partial<Handlers<'api'>>;
