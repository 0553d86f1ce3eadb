import { resolve } from 'node:path';

export interface LocalOptions {
  /** Web port. */
  port: number;
  /** Port of the invoke host. */
  invokePort: number;
  /** Folder for persistent data; null stores nothing. */
  dataDir: string | null;
  /** JSON file that is merged over the settings of the stage `local`. */
  settingsPath: string | undefined;
  /** A synthesized assembly to run instead of the one from this checkout. */
  assembly: string | undefined;
  /** True if changed files are rebuilt and reloaded. */
  watch: boolean;
  /** True if raw logs are shown. */
  verbose: boolean;
}

/** The error for a wrong variable or flag; its message is for the terminal. */
export class WrongOption extends Error {
  override name = 'WrongOption';
}

const portFrom = (env: NodeJS.ProcessEnv, name: string, fallback: number): number => {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new WrongOption(`${name}=${text} is not a port.`);
  return port;
};

const FLAGS = ['--watch', '--verbose'];

/**
 * Parses the flags and the variables PORT (3000), INVOKE_PORT (3001), DATA_DIR (`.local`; `:memory:` stores nothing),
 * STAGE_SETTINGS and LOCAL_ASSEMBLY.
 * @throws WrongOption; its message contains the variable or flag
 */
export const parseOptions = (env: NodeJS.ProcessEnv, flags: string[]): LocalOptions => {
  const unknown = flags.find((flag) => !FLAGS.includes(flag));
  if (unknown) throw new WrongOption(`Unknown option ${unknown}. There are ${FLAGS.join(' and ')}.`);
  const port = portFrom(env, 'PORT', 3000);
  const invokePort = portFrom(env, 'INVOKE_PORT', 3001);
  if (port === invokePort) throw new WrongOption('PORT and INVOKE_PORT must differ.');
  const dataDir = env.DATA_DIR || '.local';
  return {
    port,
    invokePort,
    dataDir: dataDir === ':memory:' ? null : resolve(dataDir),
    settingsPath: env.STAGE_SETTINGS ? resolve(env.STAGE_SETTINGS) : undefined,
    assembly: env.LOCAL_ASSEMBLY ? resolve(env.LOCAL_ASSEMBLY) : undefined,
    watch: flags.includes('--watch'),
    verbose: flags.includes('--verbose'),
  };
};
