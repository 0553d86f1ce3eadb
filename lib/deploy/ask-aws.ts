import { execFile } from 'node:child_process';

/**
 * One question to AWS, in the words of its command line: `['sts', 'get-caller-identity']`. Returns the printed JSON.
 */
export type AskAws = (command: readonly string[], region?: string) => Promise<unknown>;

/** AWS, or its command line, said no. */
export class AwsRefused extends Error {
  /** AWS's own word, such as `AccessDenied`; `NoCommand` where there is no command line. */
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

const refusalOf = (error: Error, stderr: string): AwsRefused => {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT')
    return new AwsRefused('NoCommand', 'the command `aws` is not installed');
  const code = /\((\w+)\) when calling/.exec(stderr)?.[1] ?? 'Unknown';
  return new AwsRefused(code, stderr.trim().split('\n').at(-1) ?? error.message);
};

/** Asks by the command line `aws`, which knows every way of signing in that the operator may use. */
export const askByCommandLine: AskAws = (command, region) =>
  new Promise((resolve, reject) => {
    const args = [...command, '--output', 'json', ...(region ? ['--region', region] : [])];
    // A pager would wait for a key.
    const env = { ...process.env, AWS_PAGER: '', AWS_MAX_ATTEMPTS: '2' };
    execFile('aws', args, { env, maxBuffer: 16_000_000 }, (error, stdout, stderr) => {
      if (error) reject(refusalOf(error, stderr));
      else resolve(stdout.trim() === '' ? {} : JSON.parse(stdout));
    });
  });
