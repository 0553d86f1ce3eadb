import type { PreviewPorts } from '../../invocations/preview-routing.ts';
import { renderSandboxed } from '../../templates/render-sandboxed.ts';
import type { Handlers } from '../handler.ts';

/** Milliseconds reserved for the response, because the tested rules can keep the machine busy. */
const ANSWER_MS = 3000;

/** Tests templates and rules before they are used. */
export const templateRoutes = (ports: PreviewPorts) =>
  ({
    renderTemplate: ({ caller, request }) => renderSandboxed(caller.userId, request, ports.renderer),
    previewRouting: async ({ caller, params, request, timeLeftMs }) => {
      const { previewRouting } = await import('../../invocations/preview-routing.ts');
      const deadline = AbortSignal.timeout(Math.max(0, timeLeftMs() - ANSWER_MS));
      return previewRouting(caller.userId, params.id, request, deadline, ports);
    },
  }) satisfies Partial<Handlers<'api'>>;
