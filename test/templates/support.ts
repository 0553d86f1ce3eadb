import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll } from 'vitest';
import { createSandbox, type Sandbox } from '../../lambdas/templates/sandbox/sandbox.ts';
import { rendererBuild } from '../../lib/build/renderer.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** A sandbox whose renderer is bundled into a separate folder, as next to a handler. Call it once per file. */
export const sandboxRig = () => {
  let rendererPath: string;
  let sandbox: Sandbox;
  beforeAll(async () => {
    const folder = temporaryFolder();
    await build(rendererBuild(folder));
    rendererPath = join(folder, 'renderer.mjs');
    sandbox = createSandbox({ rendererPath });
  });
  afterAll(() => sandbox?.close());
  return {
    get sandbox() {
      return sandbox;
    },
    /** The renderer's path, for sandboxes with other options. */
    get rendererPath() {
      return rendererPath;
    },
  };
};
