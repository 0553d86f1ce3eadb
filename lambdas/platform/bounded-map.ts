/** Appends an entry to a map and removes the oldest entries beyond `most`. */
export const setBounded = <Key, Value>(known: Map<Key, Value>, key: Key, value: Value, most: number): void => {
  known.delete(key);
  known.set(key, value);
  if (known.size > most) known.delete(known.keys().next().value as Key);
};
