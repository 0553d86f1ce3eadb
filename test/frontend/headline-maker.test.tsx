import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { toModel } from '#contract/names';
import { HeadlineMaker } from '../../frontend/src/features/editor/headline-maker.tsx';
import { queryClient } from '../../frontend/src/lib/services.ts';
import { wireWebhook } from './support/account.ts';
import { fakeFetch, json } from './support/api.ts';

/** The answers of the renderers, in the order of their creation. */
const renderers = vi.hoisted(() => [] as { ask(): Promise<unknown> }[]);
vi.mock('../../frontend/src/features/editor/start-worker.ts', () => ({
  openRenderer: () => ({ close: () => {}, ...renderers.shift() }),
}));

beforeEach(() => vi.stubGlobal('fetch', fakeFetch(() => json({ raw_body: '{}', raw_headers: '{}' })).fetch));
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

it('makes a call’s headline again if its renderer was closed before it answered', async () => {
  const asked = vi.fn(() => new Promise(() => {}));
  renderers.push({ ask: asked }, { ask: async () => ({ title: 'Shop is open' }) });
  const onMade = vi.fn();
  const maker = (ids: string[]) => (
    <QueryClientProvider client={queryClient}>
      <HeadlineMaker webhook={toModel(wireWebhook(5, 'Deploys')) as never} ids={ids} onMade={onMade} />
    </QueryClientProvider>
  );
  const { rerender } = render(maker(['a']));
  await waitFor(() => expect(asked).toHaveBeenCalled());
  // Another call without a message opens a new renderer.
  rerender(maker(['b', 'a']));
  await waitFor(() => expect(onMade.mock.calls.map(([id]) => id)).toEqual(['b', 'a']));
});
