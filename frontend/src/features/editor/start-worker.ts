import { createRenderer, type Renderer, type RenderWorker } from './renderer.ts';
import workerUrl from './template-worker.ts?worker&url';

/** A renderer in this browser. The opener closes it. */
export const openRenderer = (): Renderer =>
  createRenderer(() => new Worker(trusted(workerUrl), { type: 'module', name: 'templates' }) as RenderWorker);

/** The policy allows a worker's address only from a named policy; ours passes the one file that the build names. */
function trusted(url: string): string {
  const policy = window.trustedTypes?.createPolicy(`templates-${crypto.randomUUID()}`, {
    createScriptURL: (value) => value,
  });
  return policy?.createScriptURL(url) ?? url;
}
