import { type Row, type Subject, tableOf } from './report.ts';
import { hostileFamilies } from './support/hostile-bodies.ts';
import { cpuMsOfReading, readers } from './support/readers.ts';

const LENGTH = 100 * 1024;
const RUNS = 3;
/** Milliseconds of CPU that a function may spend on 100 KB that a stranger made up. */
const BAR_MS = 50;

interface Cost {
  reader: string;
  ms: number;
}

const slowest = (costs: Cost[]): Cost => costs.reduce((one, other) => (other.ms > one.ms ? other : one));
const shown = ({ reader, ms }: Cost) => `${ms.toFixed(1)} (${reader})`;

/** What each family of hostile bodies costs those who read it, in the functions and in the renderer, which may be killed. */
const families = async (): Promise<Row[]> => {
  const lines: Record<string, string>[] = [];
  const worst = new Map<string, Cost>();
  for (const { type, contentType, name, body } of hostileFamilies()) {
    const text = body(LENGTH);
    const costs = { function: [] as Cost[], renderer: [] as Cost[] };
    for (const reader of readers)
      costs[reader.where].push({
        reader: reader.name,
        ms: await cpuMsOfReading(reader, text, contentType, RUNS),
      });
    const outside = slowest(costs.function);
    worst.set(type, slowest([outside, worst.get(type) ?? outside]));
    lines.push({
      'content type': type,
      'family ‹repeated›': name,
      'in functions, ms': shown(outside),
      'in the renderer, ms': shown(slowest(costs.renderer)),
    });
  }
  console.log('CPU for 100 KB of each family, of whatever reads it slowest:');
  console.log(tableOf(lines));
  return [...worst].map(([type, { reader, ms }]) => ({
    what: `${type}: CPU ms of a function for 100 KB of the slowest family (${reader})`,
    value: ms,
    bar: { most: BAR_MS },
  }));
};

/** What strangers can do to others by what they send. */
export const rows: Subject = async () => await families();
