import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll } from 'vitest';
import { createSandbox, type Sandbox } from '../../lambdas/templates/sandbox/sandbox.ts';
import { rendererBuild } from '../../lib/build/renderer.ts';

/** Called once by a test file: a sandbox whose renderer is bundled into a folder of its own, as beside a handler. */
export const sandboxRig = () => {
  let folder: string;
  let rendererPath: string;
  let sandbox: Sandbox;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tellhook-renderer-'));
    rendererPath = join(folder, 'renderer.mjs');
    await build(rendererBuild(rendererPath));
    sandbox = createSandbox({ rendererPath });
  });
  afterAll(async () => {
    await sandbox?.close();
    await rm(folder, { recursive: true });
  });
  return {
    get sandbox() {
      return sandbox;
    },
    /** For sandboxes with options of their own. */
    get rendererPath() {
      return rendererPath;
    },
  };
};
