import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A run of the tests is one process, whose projects may each ask for the folder. */
const name = `tellhook-tests-${process.pid}`;

/** What other programs leave: npm the cache of its compiled code, Chromium the folder of its lock when it is ended at once. */
const NOT_OURS = /^(node-compile-cache$|\.org\.chromium\.)/;

/**
 * Everything that tests and the product put into the system's temporary folder goes into one that belongs to this run.
 * @throws Error after the run when it is not empty, with a name of each kind that was left
 */
export default (): (() => void) | undefined => {
  if (path.basename(tmpdir()) === name) return undefined;
  const folder = path.join(tmpdir(), name);
  mkdirSync(folder);
  process.env.TMPDIR = folder;
  return () => {
    const left = readdirSync(folder).filter((each) => !NOT_OURS.test(each));
    rmSync(folder, { recursive: true, force: true });
    const kinds = new Set(left.map((each) => each.replace(/-[^-]*$/, '')));
    if (left.length > 0) throw new Error(`The tests left ${left.length} things behind: ${[...kinds].join(', ')}`);
  };
};
