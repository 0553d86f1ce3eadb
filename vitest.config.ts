import { defineConfig } from 'vitest/config';

/** Journeys and tests of the front end are separate projects. */
const backEnd = ['test/!(journeys|frontend)/**/*.test.ts', 'integrations/**/*.test.ts'];

/** Finds what tests leave in the system's temporary folder. */
const ownTemporaryFolder = 'test/support/own-temporary-folder.ts';

const setupFiles = ['test/support/after-each-file.ts'];

/** Files that load modules anew or under other variables, and those that time or start processes. */
const apart = [
  'test/accounts/passwords.test.ts',
  'test/contract/hosted-challenge.test.ts',
  'test/local/**/*.test.ts',
  'test/templates/{confinement,cost-of-bodies,cost-of-outlines,sandbox}.test.ts',
];

/**
 * Screens share a browser tab's state: the session, the drafts, the modules that play others. A signed-out tab keeps no draft
 * for the next file, so each file has a separate tab.
 */
const screens = ['test/frontend/**/*.test.tsx'];

const ofBackEnd = {
  environment: 'node',
  setupFiles,
  testTimeout: 20_000,
  // A test often waits for a process that starts or ends, and this machine may be busy.
  expect: { poll: { timeout: 10_000 } },
} as const;

/**
 * More than the two cores of the machine that CI runs on: a test often waits for the processes that it started. Each worker has a separate local run for the journeys. A project that extends another file's settings does not have these ones.
 */
const maxWorkers = 3;

const ofFrontEnd = { environment: 'happy-dom', root: '.', setupFiles, testTimeout: 20_000, maxWorkers } as const;

export default defineConfig({
  test: {
    maxWorkers,
    globalSetup: ownTemporaryFolder,
    projects: [
      {
        test: {
          name: 'back-end',
          include: backEnd,
          exclude: apart,
          // A worker keeps the modules that it has read: starting one and reading them again took each file longer than
          // most files take. A file gives back what it changed about the process: mocked clients, variables, the log.
          isolate: false,
          ...ofBackEnd,
        },
      },
      {
        test: {
          name: 'back-end, each by itself',
          include: apart,
          ...ofBackEnd,
        },
      },
      {
        extends: './frontend/vite.config.ts',
        test: {
          name: 'front-end',
          include: ['test/frontend/**/*.test.ts'],
          isolate: false,
          ...ofFrontEnd,
        },
      },
      {
        extends: './frontend/vite.config.ts',
        test: {
          name: 'screens',
          include: screens,
          ...ofFrontEnd,
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['test/journeys/**/*.test.ts'],
          environment: 'node',
          setupFiles,
          // Reading the browser's driver and the contract again takes a file half a second of the processor.
          isolate: false,
          globalSetup: [ownTemporaryFolder, 'test/journeys/shared-run.ts'],
          // A machine that stalls for ten seconds fails a journey, not the product. It is played once more, and the report names it.
          retry: 1,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
