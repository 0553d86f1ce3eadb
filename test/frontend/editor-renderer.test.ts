import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, prepare } from '../../frontend/src/features/editor/answer.ts';
import type { Work } from '../../frontend/src/features/editor/preview-answer.ts';
import {
  createRenderer,
  NoWorker,
  RENDER_LIMIT_MS,
  type RenderWorker,
  TookTooLong,
} from '../../frontend/src/features/editor/renderer.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Workers that start immediately or on command, and respond unless the template hangs. */
function workers({ ready = true }: { ready?: boolean } = {}) {
  const started: { ended: boolean; ready(): Promise<void>; fail(): void; asked: Work[] }[] = [];
  const start = (): RenderWorker => {
    const messages: ((event: { data: never }) => void)[] = [];
    const errors: (() => void)[] = [];
    const say = (data: unknown) => {
      for (const listener of messages) listener({ data: data as never });
    };
    const record = {
      ended: false,
      asked: [] as Work[],
      ready: async () => {
        const work = record.asked.at(-1) as Work;
        say({ began: true });
        if (work.kind !== 'preview' || work.template !== 'hang') say({ answer: await answer(work) });
      },
      fail: () => {
        for (const listener of errors) listener();
      },
    };
    started.push(record);
    return {
      postMessage: (work) => {
        record.asked.push(work);
        if (ready) void record.ready();
      },
      terminate: () => {
        record.ended = true;
      },
      addEventListener: ((type: string, listener: never) => {
        (type === 'message' ? messages : errors).push(listener);
      }) as RenderWorker['addEventListener'],
    };
  };
  return { start, started };
}

const preview = (template: string): Work & { kind: 'preview' } => ({
  kind: 'preview',
  template,
  facts: { body: '{"a":1}' },
  webhookName: 'Shop',
  example: true,
});

describe('the renderer', () => {
  it('completes one job after the other in the same worker', async () => {
    const { start, started } = workers();
    const renderer = createRenderer(start);
    const answers = await Promise.all([renderer.ask(preview('{{ a }}')), renderer.ask(preview('{{ a }}!'))]);
    expect(answers.map(({ result }) => result)).toEqual([{ message: '1' }, { message: '1!' }]);
    expect(started).toHaveLength(1);
  });

  it('stops a worker that takes too long, and continues with another', async () => {
    const { start, started } = workers();
    const renderer = createRenderer(start);
    const slow = expect(renderer.ask(preview('hang'))).rejects.toBeInstanceOf(TookTooLong);
    const next = renderer.ask(preview('{{ a }}'));
    await vi.advanceTimersByTimeAsync(RENDER_LIMIT_MS - 1);
    expect(started[0]?.ended).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await slow;
    expect(started[0]?.ended).toBe(true);
    expect((await next).result).toEqual({ message: '1' });
    expect(started).toHaveLength(2);
  });

  it('does not count the time until its worker is ready', async () => {
    const { start, started } = workers({ ready: false });
    const renderer = createRenderer(start);
    const asked = renderer.ask(preview('{{ a }}'));
    await vi.advanceTimersByTimeAsync(10 * RENDER_LIMIT_MS);
    expect(started[0]?.ended).toBe(false);
    void started[0]?.ready();
    expect((await asked).result).toEqual({ message: '1' });
  });

  it('reports that no worker is available, and tries again the next time', async () => {
    const { start, started } = workers({ ready: false });
    const renderer = createRenderer(start);
    const asked = expect(renderer.ask(preview('{{ a }}'))).rejects.toBeInstanceOf(NoWorker);
    await vi.advanceTimersByTimeAsync(0);
    started[0]?.fail();
    await asked;
    const again = renderer.ask(preview('{{ a }}'));
    await vi.advanceTimersByTimeAsync(0);
    void started[1]?.ready();
    expect((await again).result).toEqual({ message: '1' });
  });

  it('stops its worker when it is closed', async () => {
    const { start, started } = workers();
    const renderer = createRenderer(start);
    await renderer.ask(preview('{{ a }}'));
    renderer.close();
    expect(started[0]?.ended).toBe(true);
    void renderer.ask(preview('{{ a }}'));
    await vi.advanceTimersByTimeAsync(RENDER_LIMIT_MS);
    expect(started).toHaveLength(1);
  });
});

describe('a rendering job', () => {
  beforeEach(() => void vi.useRealTimers());

  it('previews the message with error positions and empty values', async () => {
    const broken = await answer(preview('{{ a }}\n{{ $shout(a) }}'));
    expect(broken.result).toMatchObject({ error: { line: 2 } });
    expect(broken.diagnostics[0]).toMatchObject({ severity: 'error' });
    expect(broken.diagnostics[0]?.text).toMatch(/^Line 2, column \d+: /);
    const { diagnostics } = await answer(preview('{{ nothing }}'));
    expect(diagnostics).toMatchObject([{ severity: 'warning', from: 0, to: 13 }]);
  });

  it('returns the message that a call gets without a template', async () => {
    expect((await answer({ ...preview(''), example: false })).unaided).toBe('A: 1');
  });

  it('recognises a call’s sender, but none for the example', async () => {
    const facts = {
      body: JSON.stringify({ ref: 'refs/heads/main', repository: { full_name: 'acme/web' }, commits: [] }),
      headers: { 'x-github-event': 'push' },
    };
    const work = { ...preview(''), facts, example: false };
    await prepare(work);
    const { readyMade, unaided } = await answer(work);
    expect(readyMade?.label).toBe('GitHub push');
    expect(unaided).toContain('acme/web');
    expect(await answer({ ...work, example: true })).toMatchObject({ readyMade: undefined, unaided: '' });
  });

  it('compares with the webhook’s current message, with and without a template', async () => {
    const facts = { body: '{"a":1}' };
    const after = { useTemplate: true, template: 'A is {{ a }}', webhookName: 'Shop' };
    const compare = (before: typeof after) => answer({ kind: 'compare', facts, before, after });
    expect(await compare({ ...after, template: '{{ a }}' })).toEqual({
      before: { message: '1' },
      after: { message: 'A is 1' },
    });
    expect((await compare({ ...after, useTemplate: false, template: '' })).before).toEqual({ message: 'A: 1' });
  });
});
