import { readFileSync } from 'node:fs';
import { buildFakesPage } from '../build/build-front-end.ts';
import { BrokenData, DataInUse } from './data-directory.ts';
import { UnsupportedSyntax } from './gateway/edge-syntax.ts';
import { PortTaken } from './gateway/server.ts';
import { parseOptions, WrongOption } from './options.ts';
import { startLocalMachine } from './run.ts';
import { NoTableStandIn } from './stand-ins/table-programs.ts';
import { OtherTableProgram, TableLost } from './stand-ins/table-stand-in.ts';
import { OtherLayout } from './stand-ins/tables.ts';
import { UnsupportedTemplate } from './template/problems.ts';

/** After this time, parts that have not ended are killed. */
const STOP_LIMIT_MS = 4_000;

const ADVICE: [new (...parameters: never[]) => Error, string][] = [
  [PortTaken, 'End that program, or choose other ports: PORT=8080 INVOKE_PORT=8081 npm start'],
  [OtherLayout, 'Delete the data directory (.local unless DATA_DIR says otherwise) and start again.'],
  [OtherTableProgram, 'Choose another DATA_DIR, or delete that folder, and start again.'],
  [NoTableStandIn, ''],
  [TableLost, ''],
  [DataInUse, ''],
  [BrokenData, 'Restore it from a backup, or delete the data directory to start again.'],
  [WrongOption, ''],
  [UnsupportedSyntax, 'See lib/local/gateway/edge-syntax.ts for the syntax that edge functions can use.'],
  [UnsupportedTemplate, 'See lib/local/template/catalogue.ts for the resources that the local machine supports.'],
];

/** The text of an error for the terminal. Expected errors have no stack. */
const explain = (error: unknown): string => {
  const known = ADVICE.find(([kind]) => error instanceof kind);
  if (known && error instanceof Error) return [error.message, known[1]].filter(Boolean).join('\n');
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
};

const parentOf = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is the command in brackets, which can contain any character.
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
};

/** The process ids of the shell and of npm, which started this process. They change if npm was killed. */
const starters = (): string => {
  try {
    return `${process.ppid} ${parentOf(process.ppid)}`;
  } catch {
    // Without /proc, only the parent is known, which is npm or its shell.
    return `${process.ppid}`;
  }
};

/** Stops this process if npm is killed. Otherwise, it would keep running and block the ports. */
const endWithNpm = (env: NodeJS.ProcessEnv, stop: () => void): void => {
  if (!env.npm_lifecycle_event) return;
  const before = starters();
  const looking = setInterval(() => {
    if (starters() === before) return;
    clearInterval(looking);
    stop();
  }, 500);
  looking.unref();
};

/** Runs the local machine until Ctrl-C or SIGTERM. Prints `ready <address>` when it accepts requests. */
export const main = async (env: NodeJS.ProcessEnv, flags: string[]): Promise<void> => {
  const write = (line: string) => process.stdout.write(`${line}\n`);
  try {
    const machine = await startLocalMachine(parseOptions(env, flags), write);
    let stopping = false;
    const end = (exitCode: number) => {
      // A second Ctrl-C ends this process, and its children with it, immediately.
      if (stopping) process.exit(130);
      stopping = true;
      setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
      machine.stop().then(
        () => process.exit(exitCode),
        () => process.exit(1),
      );
    };
    const stop = () => end(0);
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
    endWithNpm(env, stop);
    void machine.lost.then((error) => {
      process.stderr.write(`${explain(error)}\n`);
      end(1);
    });
    write(`ready ${machine.appUrl}`);
    write(`  invoke URL ${machine.invokeUrl} · fake providers ${machine.appUrl}/__fakes`);
    // Builds the page in advance and ignores errors, because the first request builds again and reports them.
    void buildFakesPage().catch(() => {});
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exit(1);
  }
};
