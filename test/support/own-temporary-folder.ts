import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A test run is one process, but each of its projects may ask for the folder. */
const name = `tellhook-tests-${process.pid}`;

/** Files left by other programs: npm's cache of compiled code, and the folder of Chromium's lock if it is killed. */
const NOT_OURS = /^(node-compile-cache$|\.org\.chromium\.)/;

/**
 * Redirects all temporary files of the tests and the product to a folder of this run.
 * @throws Error after the run if it is not empty, with a name of each kind of leftover
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
