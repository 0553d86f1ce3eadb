import type { SessionStorage } from '../../../frontend/src/lib/session.ts';

/** A separate storage for each test. */
export function memoryStorage(initial: Record<string, string> = {}): SessionStorage & { values: Map<string, string> } {
  const values = new Map(Object.entries(initial));
  return {
    values,
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}
