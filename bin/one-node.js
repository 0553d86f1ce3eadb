/**
 * Runs after npm install. If npm itself runs on a suitable Node 24, the packages of Node are removed again, and that Node
 * runs everything. Otherwise, only their headers for native add-ons are removed, because nothing here compiles one.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';

const modules = path.resolve(import.meta.dirname, '../node_modules');
const own = process.env.npm_node_execpath;

/** True for the Node that runs npm if it is not one of these packages. */
const suffices = () => {
  if (!own || realpathSync(own).startsWith(modules)) return false;
  const [major, minor] = execFileSync(own, ['--version'], { encoding: 'utf8' }).slice(1).split('.').map(Number);
  return major === 24 && minor >= 7;
};

const packages = readdirSync(modules).filter((name) => /^node-linux-(?:x64|arm64)$/.test(name));
const unneeded = suffices() ? [...packages, '.bin/node'] : packages.map((name) => `${name}/include`);
for (const name of unneeded) rmSync(path.join(modules, name), { recursive: true, force: true });
