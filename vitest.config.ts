import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // On two cores one worker would leave a core idle while a test waits for the processes it started. Each worker has
    // a local run of its own for the journeys.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'back-end',
          include: ['test/**/*.test.ts'],
          exclude: ['test/journeys/**', 'test/frontend/**'],
          environment: 'node',
          testTimeout: 20_000,
          // What a test waits for is often a process that starts or ends, and this machine may be busy.
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        extends: './frontend/vite.config.ts',
        test: {
          name: 'front-end',
          include: ['test/frontend/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          root: '.',
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['test/journeys/**/*.test.ts'],
          environment: 'node',
          globalSetup: 'test/journeys/shared-run.ts',
          // A machine that stalls for ten seconds fails a journey, not the product: it is played once more, and the
          // report says which one needed that.
          retry: 1,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
