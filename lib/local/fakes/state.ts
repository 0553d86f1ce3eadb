import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface StateFile<T> {
  current: T;
  save(): void;
}

/**
 * Opens a provider's state (chats, hooks, approved apps), stored between runs in a small JSON file. The file is
 * replaced atomically, so a killed process leaves the old or the new state. Without a folder, nothing is stored.
 */
export const openState = <T>(dataDir: string | null, name: string, initial: T): StateFile<T> => {
  if (!dataDir) return { current: initial, save: () => {} };
  mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, `${name}.json`);
  const state: StateFile<T> = {
    current: read(path, initial),
    save: () => {
      writeFileSync(`${path}.new`, JSON.stringify(state.current));
      renameSync(`${path}.new`, path);
    },
  };
  return state;
};

const read = <T>(path: string, initial: T): T => {
  try {
    return { ...initial, ...(JSON.parse(readFileSync(path, 'utf8')) as T) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof SyntaxError) return initial;
    throw error;
  }
};
