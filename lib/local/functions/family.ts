import { readFileSync } from 'node:fs';

/** A process and those that it started, and they in turn (Linux). @throws when one of them has just ended */
export const familyOf = (pid: number): number[] => {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return [pid, ...(children === '' ? [] : children.split(' ').flatMap((child) => familyOf(Number(child))))];
};
