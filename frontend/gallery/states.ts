import type { ReactNode } from 'react';

/** One state for each value that a property can have. */
export const eachOf = <Value>(
  values: readonly Value[],
  nameOf: (value: Value, index: number) => string,
  draw: (value: Value) => ReactNode,
): Record<string, ReactNode> => Object.fromEntries(values.map((value, index) => [nameOf(value, index), draw(value)]));
