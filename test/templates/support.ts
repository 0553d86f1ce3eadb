import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { rendererBuild } from '../../lib/build/renderer.ts';

/** Bundles the renderer into a folder of its own, as the build does beside a handler. */
export async function buildRenderer(): Promise<{ rendererPath: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'tellhook-renderer-'));
  const rendererPath = join(folder, 'renderer.mjs');
  await build(rendererBuild(rendererPath));
  return { rendererPath, remove: () => rm(folder, { recursive: true }) };
}
