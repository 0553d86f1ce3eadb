import { log } from '../../platform/log.ts';
import { metrics } from '../../platform/metrics.ts';
import { remember } from '../../platform/remember.ts';
import { ownError } from '../errors.ts';
import type { RenderResult } from '../render.ts';
import type { CallRender } from '../render-call.ts';
import { type Rendered, RendererPool } from './renderer-pool.ts';
import { ViolationRecord } from './violations.ts';

interface SandboxOptions {
  /** The bundled child, `renderer.mjs`; it may read the folder it is in and nothing else. */
  rendererPath: string;
  /** false: no child is kept for a next render. */
  keepsRenderer?: boolean;
  /** Milliseconds of a clock; only violations use it. */
  now?: () => number;
  /** Milliseconds of CPU after which a render is killed. */
  killAfterMs?: number;
  /** Milliseconds after which children that have nothing to do are ended. */
  idleMs?: number;
}

/** On whose behalf a render runs, and who answers for it. */
export interface RenderOrigin {
  userId: number;
  /** undefined: the user tries a template in the editor. */
  webhookId?: number;
}

interface SandboxMetrics {
  /** Answered renders, those with errors included. */
  renders: number;
  /** Renders that had to be killed, or died of their memory. */
  kills: number;
  /** Processes there are now. */
  children: number;
}

export interface Sandbox {
  /** Starts a child ahead of the first render, which would wait for it. A renderer that cannot start is reported. */
  warm(): void;
  /**
   * Renders in a child process. Never rejects: whatever happens there is an error of the result. An error with
   * `retryAfterSeconds` says nothing about this template and call: it was not rendered now.
   */
  render(request: CallRender, origin: RenderOrigin): Promise<RenderResult>;
  /** Ends the child processes; renders still waiting get E9000. */
  close(): Promise<void>;
  metrics(): SandboxMetrics;
}

/** Templates that are remembered as trusted. */
const MAX_TRUSTED = 500;
/** A renderer that does not start is our defect, which we are told about. */
const UNAVAILABLE_SECONDS = 300;

/**
 * Two pools of renderers: webhooks whose last render was quick use the trusted one, so that they never wait for the
 * templates and payloads of strangers to it, which use the other. A process that knows nobody yet has nobody to protect
 * and starts with the trusted one alone. The three children at most fit into the 512 MB of a function beside it.
 */
export function createSandbox(options: SandboxOptions): Sandbox {
  const { rendererPath, keepsRenderer = true, killAfterMs, idleMs } = options;
  const limits = { rendererPath, killAfterMs, idleMs, onUnavailable };
  const pools = {
    trusted: new RendererPool({ ...limits, maxChildren: 2, keptChildren: keepsRenderer ? 1 : 0 }),
    untrusted: new RendererPool({ ...limits, maxChildren: 1, keptChildren: 0 }),
  };
  const violations = new ViolationRecord(options.now ?? Date.now);
  /** By source, the template that rendered quickly last. */
  const trusted = new Map<string, string | undefined>();
  let renders = 0;
  let kills = 0;

  const isTrusted = (source: string, template: string | undefined): boolean =>
    trusted.size === 0 || (trusted.has(source) && trusted.get(source) === template);

  const judge = (rendered: Rendered, source: string, template: string | undefined): void => {
    if (rendered.kind === 'unavailable') return;
    renders++;
    if (rendered.kind === 'answered' && !rendered.isSlow) remember(trusted, source, template, MAX_TRUSTED);
    else trusted.delete(source);
    if (rendered.kind !== 'killed') return;
    kills++;
    metrics.count('sandboxKills');
    violations.add(source, template);
  };

  return {
    warm: () => pools.trusted.warm(),
    render: async (request, origin) => {
      const { template } = request;
      const source = sourceOf(origin);
      const retryAfterSeconds = violations.quarantineSeconds(source, template);
      if (retryAfterSeconds > 0) return { error: { ...ownError('E2001', QUARANTINED), retryAfterSeconds } };
      const pool = isTrusted(source, template) ? pools.trusted : pools.untrusted;
      const rendered = await pool.run(request, origin.userId);
      judge(rendered, source, template);
      return resultOf(rendered);
    },
    close: async () => {
      await Promise.all([pools.trusted.close(), pools.untrusted.close()]);
    },
    metrics: () => ({ renders, kills, children: pools.trusted.size + pools.untrusted.size }),
  };
}

const QUARANTINED = 'The template was stopped three times and is not run for an hour, unless it is edited';

const sourceOf = ({ userId, webhookId }: RenderOrigin): string =>
  webhookId === undefined ? `user ${userId}` : `webhook ${webhookId}`;

function resultOf(rendered: Rendered): RenderResult {
  switch (rendered.kind) {
    case 'answered':
      return rendered.result;
    case 'killed':
      return { error: ownError(rendered.code) };
    case 'unavailable':
      return { error: { ...ownError('E9000'), retryAfterSeconds: UNAVAILABLE_SECONDS } };
  }
}

function onUnavailable(): void {
  log.error('renderer does not start', {});
  metrics.count('rendererFailures');
}
