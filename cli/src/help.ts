import type { Command } from './command.ts';
import { commands } from './commands.ts';

const column = (rows: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...rows.map(([left]) => left.length)) + 2;
  return rows.map(([left, right]) => `  ${left.padEnd(width)}${right}\n`).join('');
};

/** `tellhook --help`. */
export const overview = (): string =>
  `The Tellhook command line: webhooks in, readable chat messages out.

Usage
  tellhook <command> [options]

Commands
${column(commands.map(({ name, about }) => [name, about] as const))}
Environment
${column([
  ['TELLHOOK_API_KEY', 'The API key, instead of that of login; for pipelines'],
  ['TELLHOOK_URL', 'Where the application lives'],
  ['NO_COLOR', 'No colours'],
])}
Exit codes
${column([
  ['0', 'as wished'],
  ['1', 'something differs or failed'],
  ['2', 'called wrongly'],
])}
tellhook <command> --help shows options and examples.
`;

/** `tellhook <command> --help`. */
export const helpOf = ({ name, about, takes, options, examples }: Command): string => {
  const rows = Object.entries({ ...options, help: { about: 'Show this', short: 'h' } }).map(([option, each]) => {
    const { about: what, value, short, many } = each as (typeof options)[string];
    const left = `${short ? `-${short}, ` : ''}--${option}${value ? ` <${value}>` : ''}`;
    return [left, many ? `${what}; may be repeated` : what] as const;
  });
  return `${about}

Usage
  tellhook ${[name, ...takes].join(' ')} [options]

Options
${column(rows)}
Examples
${examples.map(([line, what]) => `  $ ${line}\n      ${what}\n`).join('')}`;
};
