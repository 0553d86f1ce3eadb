import { afterAll } from 'vitest';
import { removeTemporaryFolders } from './temporary-folder.ts';

// Hooks run in reverse order, so this one runs after the file's own hooks, which may still use its folders.
afterAll(removeTemporaryFolders);
