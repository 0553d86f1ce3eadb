import type { PreviewPorts } from '../../invocations/preview-routing.ts';
import { renderSandboxed } from '../../templates/render-sandboxed.ts';
import type { Handlers } from '../handler.ts';

/** Trying templates and rules before they are used. */
export const templateRoutes = (ports: PreviewPorts) =>
  ({
    renderTemplate: ({ caller, request }) => renderSandboxed(caller.userId, request, ports.renderer),
    previewRouting: async ({ caller, params, request }) => {
      const { previewRouting } = await import('../../invocations/preview-routing.ts');
      return previewRouting(caller.userId, params.id, request, ports);
    },
  }) satisfies Partial<Handlers<'api'>>;
