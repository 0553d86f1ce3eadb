import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { render } from '../../lambdas/templates/render.ts';
import { rendererBuild } from '../../lib/build/renderer.ts';
import { syncJsonata, syncJsonataModule } from '../../lib/build/sync-jsonata.ts';

const source = readFileSync(createRequire(import.meta.url).resolve('jsonata/jsonata.js'), 'utf8');

describe('the synchronous build of the engine', () => {
  it('has nothing asynchronous left', () => {
    expect(syncJsonataModule()).not.toMatch(/\bawait\b|\basync (function|\()|\bPromise\b/);
  });

  it('fails when a newer source awaits somewhere else', () => {
    expect(() =>
      syncJsonata(source.replace('result = await evaluatePath', 'result = await await evaluatePath')),
    ).toThrow('103 times, found 104');
    expect(() => syncJsonata(source.replace('await evaluatePath', 'await\nevaluatePath'))).toThrow('sync jsonata');
  });

  it('fails when a place to correct is not where it was', () => {
    expect(() => syncJsonata(source.replace('input && input.outerWrapper ?', 'input?.outerWrapper ?'))).toThrow(
      'no unique place',
    );
  });

  it.each(['?:', '??'])('keeps a regular expression on the left of %s', (operator) => {
    const template = `{{ $replace(name, /[ao]/, "-") ${operator} "nobody" }}, {{ $match(name, /o/)[0].index ${operator} "none" }}`;
    expect(render({ template, body: '{"name":"boat"}' })).toEqual({ message: 'b--t, 1' });
    expect(render({ template, body: '{}' })).toEqual({ message: 'nobody, none' });
  });

  it('bundles the renderer, the templates of all known senders with it, into one file of at most 320 KB', async () => {
    const { outputFiles } = await build({ ...rendererBuild('renderer.mjs'), write: false });
    expect(outputFiles).toHaveLength(1);
    expect(outputFiles[0]?.contents.length).toBeLessThan(320 * 1024);
  });
});
