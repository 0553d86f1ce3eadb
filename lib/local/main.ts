import { DataInUse } from './data-directory.ts';
import { PortTaken } from './gateway/server.ts';
import { parseOptions, WrongOption } from './options.ts';
import { startLocalMachine } from './run.ts';
import { OtherLayout } from './stand-ins/tables.ts';
import { UnsupportedTemplate } from './template/problems.ts';

/** Everything has ended by then, or is ended the hard way. */
const STOP_LIMIT_MS = 4_000;

const ADVICE: [new (...parameters: never[]) => Error, string][] = [
  [PortTaken, 'End that program, or choose other ports: PORT=8080 INVOKE_PORT=8081 npm start'],
  [OtherLayout, 'Delete the data directory (.local unless DATA_DIR says otherwise) and start again.'],
  [DataInUse, ''],
  [WrongOption, ''],
  [UnsupportedTemplate, 'See lib/local/template/catalogue.ts for what the local machine understands.'],
];

/** What the person at the terminal reads about an error: expected ones without a stack. */
const explain = (error: unknown): string => {
  const known = ADVICE.find(([kind]) => error instanceof kind);
  if (known && error instanceof Error) return [error.message, known[1]].filter(Boolean).join('\n');
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
};

/** Starts the local machine and keeps it until Ctrl-C or SIGTERM. Prints `ready <address>` when calls are served. */
export const main = async (env: NodeJS.ProcessEnv, flags: string[]): Promise<void> => {
  const write = (line: string) => process.stdout.write(`${line}\n`);
  try {
    const machine = await startLocalMachine(parseOptions(env, flags), write);
    let stopping = false;
    const stop = () => {
      // Whoever asks twice does not want to wait; children end with this process in any case.
      if (stopping) process.exit(130);
      stopping = true;
      setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
      machine.stop().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    };
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
    write(`ready ${machine.appUrl}`);
    write(`  webhooks are called at ${machine.invokeUrl}, the outside world is played at ${machine.appUrl}/__fakes`);
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exit(1);
  }
};
