import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll } from 'vitest';
import { createSandbox, type Sandbox } from '../../lambdas/templates/sandbox/sandbox.ts';
import { rendererBuild } from '../../lib/build/renderer.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Called once by a test file: a sandbox whose renderer is bundled into a folder of its own, as beside a handler. */
export const sandboxRig = () => {
  let rendererPath: string;
  let sandbox: Sandbox;
  beforeAll(async () => {
    rendererPath = join(temporaryFolder(), 'renderer.mjs');
    await build(rendererBuild(rendererPath));
    sandbox = createSandbox({ rendererPath });
  });
  afterAll(() => sandbox?.close());
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
