import { afterEach, beforeEach, vi } from 'vitest';

/** Keeps the log off the terminal for the tests of a file, and returns its lines, parsed, for those that ask. */
export const captureLog = (): (() => Record<string, unknown>[]) => {
  let lines: string[] = [];
  beforeEach(() => {
    lines = [];
    vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
  return () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);
};
