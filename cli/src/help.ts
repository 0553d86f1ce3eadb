import type { Command } from './command.ts';
import { commands } from './commands.ts';

const column = (rows: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...rows.map(([left]) => left.length)) + 2;
  return rows.map(([left, right]) => `  ${left.padEnd(width)}${right}\n`).join('');
};

/** Returns the text of `tellhook --help`. */
export const overview = (): string =>
  `Tellhook CLI: inspect, test and replay webhooks from your terminal.

Usage
  tellhook <command> [options]

Commands
${column(commands.map(({ name, about }) => [name, about] as const))}
Environment
${column([
  ['TELLHOOK_API_KEY', 'API key for pipelines, instead of login'],
  ['TELLHOOK_URL', 'Tellhook URL'],
  ['NO_COLOR', 'No colours'],
])}
Exit codes
${column([
  ['0', 'success'],
  ['1', 'differences found or a check failed'],
  ['2', 'usage error'],
])}
tellhook <command> --help shows options and examples.
`;

/** Returns the text of `tellhook <command> --help`. */
export const helpOf = ({ name, about, takes, options, examples }: Command): string => {
  const rows = Object.entries({ ...options, help: { about: 'Show help', short: 'h' } }).map(([option, each]) => {
    const { about: what, value, short, many } = each as (typeof options)[string];
    const left = `${short ? `-${short}, ` : ''}--${option}${value ? ` <${value}>` : ''}`;
    return [left, many ? `${what}; can be repeated` : what] as const;
  });
  return `${about}

Usage
  tellhook ${[name, ...takes].join(' ')} [options]

Options
${column(rows)}
Examples
${examples.map(([line, what]) => `  $ ${line}\n      ${what}\n`).join('')}`;
};
