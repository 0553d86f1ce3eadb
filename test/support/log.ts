import { afterAll, beforeAll, beforeEach, type MockInstance, vi } from 'vitest';

/** Keeps the log off the terminal for the tests of a file, and returns the parsed lines of a test. Call it first. */
export const captureLog = (): (() => Record<string, unknown>[]) => {
  let lines: string[] = [];
  let spy: MockInstance | undefined;
  beforeAll(() => {
    spy = vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
  });
  beforeEach(() => {
    lines = [];
  });
  afterAll(() => spy?.mockRestore());
  return () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);
};

/** Keeps the log off the terminal and discards it, for tests that play hours and would collect millions of lines. */
export const dropLog = (): void => {
  const write = process.stdout.write.bind(process.stdout);
  beforeAll(() => {
    process.stdout.write = () => true;
  });
  afterAll(() => {
    process.stdout.write = write;
  });
};
