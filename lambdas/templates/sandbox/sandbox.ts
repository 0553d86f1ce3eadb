import { setBounded } from '../../platform/bounded-map.ts';
import { log } from '../../platform/log.ts';
import { metrics } from '../../platform/metrics.ts';
import type { CallRender } from '../call-render.ts';
import { ownError } from '../errors.ts';
import type { RenderResult } from '../render.ts';
import { type Rendered, RendererPool } from './renderer-pool.ts';
import { ViolationRecord } from './violations.ts';

interface SandboxOptions {
  /** The path of the bundled child, `renderer.mjs`, which can read only its own folder. */
  rendererPath: string;
  /** True if an idle child is kept for the next render. Default: true. */
  keepsRenderer?: boolean;
  /** A clock in milliseconds, used only for violations. Default: `Date.now`. */
  now?: () => number;
  /** CPU time after which a render is killed, in milliseconds. */
  killAfterMs?: number;
  /** Elapsed time after which a render that hardly got any CPU time is stopped, in milliseconds. */
  giveUpAfterMs?: number;
  /** Milliseconds after which idle children are ended. */
  idleMs?: number;
}

/** The account and the webhook to which a render belongs. */
export interface RenderOrigin {
  userId: number;
  /** The webhook. Undefined if the user tests a template in the editor. */
  webhookId?: number;
  /** The name of a separate part, such as a target's template. Its violations are counted separately. */
  part?: string | undefined;
}

interface SandboxMetrics {
  /** Number of finished renders, including errors. */
  renders: number;
  /** Number of renders that were killed or ran out of memory. */
  kills: number;
  children: number;
}

export interface Sandbox {
  /** Starts a child early, so the first render doesn't wait for it. Logs an error if the renderer can't start. */
  warm(): void;
  /**
   * Renders in a child process. Never rejects, because failures are errors in the result. An error with
   * `retryAfterSeconds` means that the render wasn't completed and can be retried after this time.
   */
  render(request: CallRender, origin: RenderOrigin): Promise<RenderResult>;
  /** Ends the child processes. Unfinished renders get E9000. */
  close(): Promise<void>;
  metrics(): SandboxMetrics;
}

/** Maximum number of sources known to be quick. */
const MAX_KNOWN = 500;
/** Seconds until a retry if the renderer can't start. This is a fault on our side and raises an alarm. */
const UNAVAILABLE_SECONDS = 300;
/** Seconds until a retry of a render that got too little CPU time. */
const BUSY_SECONDS = 30;

/**
 * Creates a sandbox that renders in up to three child processes, which fit into a function's 512 MB. Webhooks whose
 * last render was quick share one process, so they don't wait for slower templates of other customers.
 */
export function createSandbox(options: SandboxOptions): Sandbox {
  const { keepsRenderer = true, now = Date.now, ...limits } = options;
  const pool = new RendererPool({ ...limits, keepsChild: keepsRenderer, onUnavailable });
  const violations = new ViolationRecord(now);
  /** The last quick template of each source. */
  const quick = new Map<string, string | undefined>();
  let renders = 0;
  let kills = 0;

  const isKnown = (source: string, template: string | undefined): boolean =>
    quick.size === 0 || (quick.has(source) && quick.get(source) === template);

  const judge = (rendered: Rendered, source: string, template: string | undefined): void => {
    if (rendered.kind === 'unavailable') return;
    renders++;
    if (rendered.kind === 'answered' && !rendered.isSlow) setBounded(quick, source, template, MAX_KNOWN);
    else quick.delete(source);
    if (rendered.kind !== 'killed') return;
    kills++;
    metrics.count('sandboxKills');
    violations.add(source, template);
  };

  return {
    warm: () => pool.warm(),
    render: async (request, origin) => {
      const template = writtenIn(request);
      const source = sourceOf(origin);
      const retryAfterSeconds = violations.quarantineSeconds(source, template);
      if (retryAfterSeconds > 0) return { error: { ...ownError('E2001', QUARANTINED), retryAfterSeconds } };
      const rendered = await pool.run(request, origin.userId, isKnown(source, template) ? 'known' : 'unknown');
      judge(rendered, source, template);
      return resultOf(rendered);
    },
    close: () => pool.close(),
    metrics: () => ({ renders, kills, children: pool.size }),
  };
}

const QUARANTINED = 'The template was stopped three times. It is not run again for an hour, or until you edit it';
const BUSY = 'The template is slow and the system is busy. The message is retried soon';

/** Returns the parts of a request that the owner wrote. */
const writtenIn = ({ template, subject }: CallRender): string | undefined =>
  subject?.from === 'own' ? JSON.stringify([template, subject]) : template;

const sourceOf = ({ userId, webhookId, part = '' }: RenderOrigin): string =>
  (webhookId === undefined ? `user ${userId}` : `webhook ${webhookId}`) + part;

function resultOf(rendered: Rendered): RenderResult {
  switch (rendered.kind) {
    case 'answered':
      return rendered.result;
    case 'killed':
      return { error: ownError(rendered.code) };
    case 'busy':
      return { error: { ...ownError('E2001', BUSY), retryAfterSeconds: BUSY_SECONDS } };
    case 'unavailable':
      return { error: { ...ownError('E9000'), retryAfterSeconds: UNAVAILABLE_SECONDS } };
  }
}

function onUnavailable(): void {
  log.error('renderer failed to start', {});
  metrics.count('rendererFailures');
}
