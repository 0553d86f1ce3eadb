import { setBounded } from '../../platform/bounded-map.ts';
import { log } from '../../platform/log.ts';
import { metrics } from '../../platform/metrics.ts';
import type { CallRender } from '../call-render.ts';
import { ownError } from '../errors.ts';
import type { RenderResult } from '../render.ts';
import { type Rendered, RendererPool } from './renderer-pool.ts';
import { ViolationRecord } from './violations.ts';

interface SandboxOptions {
  /** The bundled child, `renderer.mjs`; it can read its own folder and nothing else. */
  rendererPath: string;
  /** false: no child is kept for a next render. */
  keepsRenderer?: boolean;
  /** Milliseconds of a clock; only violations use it. */
  now?: () => number;
  /** Milliseconds of CPU after which a render is killed. */
  killAfterMs?: number;
  /** Milliseconds by the clock after which a render that hardly got a processor is stopped. */
  giveUpAfterMs?: number;
  /** Milliseconds after which idle children are ended. */
  idleMs?: number;
}

/** The account of a render, and the source responsible for it. */
export interface RenderOrigin {
  userId: number;
  /** undefined: the user tries a template in the editor. */
  webhookId?: number;
  /** Computations besides the webhook’s template: judged separately, and stopped separately. */
  part?: string | undefined;
}

interface SandboxMetrics {
  /** Answered renders, including errors. */
  renders: number;
  /** Renders that had to be killed, or died of their memory. */
  kills: number;
  /** Number of current processes. */
  children: number;
}

export interface Sandbox {
  /** Starts a child ahead of the first render, which would wait for it. A renderer that cannot start is reported. */
  warm(): void;
  /**
   * Renders in a child process. Never rejects: failures there are errors of the result. An error with
   * `retryAfterSeconds` says nothing about this template and call: it was not rendered now.
   */
  render(request: CallRender, origin: RenderOrigin): Promise<RenderResult>;
  /** Ends the child processes; renders still waiting get E9000. */
  close(): Promise<void>;
  metrics(): SandboxMetrics;
}

/** Largest number of sources known as quick. */
const MAX_KNOWN = 500;
/** A renderer that does not start is our defect, which raises an alarm. */
const UNAVAILABLE_SECONDS = 300;
/** A slow render that found no processor is tried again after this time. */
const BUSY_SECONDS = 30;

/**
 * Renders in three child processes at most, which fit into the 512 MB of a function next to it. Webhooks whose last
 * render was quick have one for themselves, so they do not wait for the templates and payloads of strangers. A process
 * that knows no one yet has no one to protect and starts with that one alone.
 */
export function createSandbox(options: SandboxOptions): Sandbox {
  const { keepsRenderer = true, now = Date.now, ...limits } = options;
  const pool = new RendererPool({ ...limits, keepsChild: keepsRenderer, onUnavailable });
  const violations = new ViolationRecord(now);
  /** By source, the template that rendered quickly last. */
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

/** The owner's part of a render, which counts against the owner. */
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
  log.error('renderer does not start', {});
  metrics.count('rendererFailures');
}
