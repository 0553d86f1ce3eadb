import type { Run } from './tree.ts';

/** Adds a run, or extends the last run if it has the same formatting. */
export function push(runs: Run[], run: Run): void {
  if (run.text === '') return;
  const last = runs.at(-1);
  if (last && last.time === undefined && run.time === undefined && isAlike(last, run)) last.text += run.text;
  else runs.push({ ...run });
}

const isAlike = (one: Run, other: Run): boolean =>
  one.bold === other.bold &&
  one.italic === other.italic &&
  one.strike === other.strike &&
  one.code === other.code &&
  one.link === other.link;

/** Removes white space at both ends, and runs that become empty. */
export function trimmed(runs: readonly Run[]): Run[] {
  const all = runs.map((run) => ({ ...run }));
  while (all[0] && all[0].time === undefined) {
    all[0].text = all[0].text.trimStart();
    if (all[0].text !== '') break;
    all.shift();
  }
  for (let last = all.at(-1); last && last.time === undefined; last = all.at(-1)) {
    last.text = last.text.trimEnd();
    if (last.text !== '') break;
    all.pop();
  }
  return all;
}
