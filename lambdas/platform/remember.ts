/** Puts an entry behind all others of a map that a process keeps, and forgets what was put there longest ago beyond `most`. */
export const remember = <Key, Value>(known: Map<Key, Value>, key: Key, value: Value, most: number): void => {
  known.delete(key);
  known.set(key, value);
  if (known.size > most) known.delete(known.keys().next().value as Key);
};
