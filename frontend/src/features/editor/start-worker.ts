import { createRenderer, type Renderer, type RenderWorker } from './renderer.ts';
import workerUrl from './template-worker.ts?worker&url';

/** Starts a renderer in this browser. The caller must close it. */
export const openRenderer = (): Renderer =>
  createRenderer(() => new Worker(trusted(workerUrl), { type: 'module', name: 'templates' }) as RenderWorker);

/** The content security policy accepts worker URLs only from named Trusted Types policies, so this creates one. */
function trusted(url: string): string {
  const policy = window.trustedTypes?.createPolicy(`templates-${crypto.randomUUID()}`, {
    createScriptURL: (value) => value,
  });
  return policy?.createScriptURL(url) ?? url;
}
