import { createRenderer, type Renderer, type RenderWorker } from './renderer.ts';
import workerUrl from './template-worker.ts?worker&url';

/** Starts a renderer in this browser. The caller closes it. */
export const openRenderer = (): Renderer =>
  createRenderer(() => new Worker(trusted(workerUrl), { type: 'module', name: 'templates' }) as RenderWorker);

/** The policy allows worker URLs only from a named Trusted Types policy; ours passes the file that the build names. */
function trusted(url: string): string {
  const policy = window.trustedTypes?.createPolicy(`templates-${crypto.randomUUID()}`, {
    createScriptURL: (value) => value,
  });
  return policy?.createScriptURL(url) ?? url;
}
