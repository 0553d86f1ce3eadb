import { afterAll } from 'vitest';
import { removeTemporaryFolders } from './temporary-folder.ts';

// Hooks run in reverse order: this one comes after those of the file, which may still use its folders.
afterAll(removeTemporaryFolders);
