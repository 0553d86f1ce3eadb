import { existsSync } from 'node:fs';
import path from 'node:path';
import { cacheDir, run, tailOf } from './run.ts';

const PACKAGES = ['cfn-lint', 'ministack', 'boto3'];

/** A Python environment with cfn-lint and ministack. */
export interface Python {
  /** Path of one of its programs: `python`, `cfn-lint`, `hypercorn`. */
  program(name: string): string;
  versions: Record<string, string>;
}

/**
 * Creates the environment with the newest packages, or keeps the present one if pip is offline.
 * @returns the environment, or the reason for a failure
 */
export const preparePython = async (): Promise<Python | string> => {
  const folder = path.join(cacheDir, 'python');
  const program = (name: string) => path.join(folder, 'bin', name);
  if (!existsSync(program('python'))) {
    const made = await run('python3', ['-m', 'venv', folder]);
    if (made.code !== 0) return `python3 with venv is needed (apt-get install python3-venv): ${tailOf(made.output)}`;
  }
  const quiet = ['--quiet', '--disable-pip-version-check'];
  const installed = await run(program('python'), ['-m', 'pip', 'install', ...quiet, '--upgrade', ...PACKAGES]);
  const shown = await run(program('python'), ['-m', 'pip', 'list', '--format', 'json', '--disable-pip-version-check']);
  const list = shown.code === 0 ? (JSON.parse(shown.stdout) as { name: string; version: string }[]) : [];
  const versions = Object.fromEntries(list.map(({ name, version }) => [name, version]));
  if (!versions['cfn-lint'] || !versions.ministack)
    return `pip could not install ${PACKAGES}: ${tailOf(installed.output)}`;
  return { program, versions };
};
