import { execFile } from 'node:child_process';

/** Runs an AWS CLI command, such as `['sts', 'get-caller-identity']`, and returns the parsed JSON output. */
export type AskAws = (command: readonly string[], region?: string) => Promise<unknown>;

/** Thrown when AWS or its CLI returned an error. */
export class AwsRefused extends Error {
  /** The AWS error code, such as `AccessDenied`, or `NoCommand` if the CLI is not installed. */
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

/** Uses the AWS CLI, because it supports every sign-in method. */
export const askByCommandLine: AskAws = (command, region) =>
  new Promise((resolve, reject) => {
    const args = [...command, '--output', 'json', ...(region ? ['--region', region] : [])];
    // A pager would wait for a keystroke.
    const env = { ...process.env, AWS_PAGER: '', AWS_MAX_ATTEMPTS: '2' };
    execFile('aws', args, { env, maxBuffer: 16_000_000 }, (error, stdout, stderr) => {
      if (error) reject(refusalOf(error, stderr));
      else resolve(stdout.trim() === '' ? {} : JSON.parse(stdout));
    });
  });
