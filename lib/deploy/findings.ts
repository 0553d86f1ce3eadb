import * as z from 'zod';
import { type AskAws, AwsRefused } from './ask-aws.ts';

/**
 * The result of a check. `stop`: the deployment would fail, or the product would not work. `later`: it works, but
 * something is missing. `unknown`: AWS returned no usable answer.
 */
export type Verdict = 'ok' | 'later' | 'stop' | 'unknown';

/** The result of one check. */
export interface Finding {
  subject: string;
  verdict: Verdict;
  detail: string;
  /** The fix, as a command or an instruction. */
  mend?: string;
}

export const fine = (detail: string): Omit<Finding, 'subject'> => ({ verdict: 'ok', detail });
export const stop = (detail: string, mend: string): Omit<Finding, 'subject'> => ({ verdict: 'stop', detail, mend });
export const later = (detail: string, mend: string): Omit<Finding, 'subject'> => ({ verdict: 'later', detail, mend });

/** Runs one check. An error from AWS, such as a missing permission, also becomes a finding. */
export const find = async (subject: string, look: () => Promise<Omit<Finding, 'subject'>>): Promise<Finding> => {
  try {
    return { subject, ...(await look()) };
  } catch (error) {
    if (!(error instanceof AwsRefused) && !(error instanceof z.ZodError)) throw error;
    const detail =
      error instanceof AwsRefused ? `AWS returned no answer: ${error.message}` : 'AWS returned an unexpected format';
    return { subject, verdict: 'unknown', detail };
  }
};

const SIGNS: Record<Verdict, string> = { ok: 'ok     ', later: 'later  ', stop: 'STOP   ', unknown: '?      ' };

/** A table with a line per finding. Each line ends with the fix, if there is one. */
export const tableOf = (findings: Finding[]): string => {
  const width = Math.max(...findings.map(({ subject }) => subject.length)) + 2;
  return findings
    .map(
      ({ subject, verdict, detail, mend }) =>
        `${SIGNS[verdict]}${subject.padEnd(width)}${detail}${mend ? `  →  ${mend}` : ''}`,
    )
    .join('\n');
};

const stacksSchema = z.object({
  Stacks: z.array(
    z.object({
      StackStatus: z.string(),
      Outputs: z.array(z.object({ OutputKey: z.string(), OutputValue: z.string() })).default([]),
    }),
  ),
});

/** A stack's current state; undefined if it does not exist. */
export const stackNamed = async (
  ask: AskAws,
  name: string,
  region: string,
): Promise<{ status: string; outputs: Record<string, string> } | undefined> => {
  try {
    const { Stacks } = stacksSchema.parse(
      await ask(['cloudformation', 'describe-stacks', '--stack-name', name], region),
    );
    const [found] = Stacks;
    return (
      found && {
        status: found.StackStatus,
        outputs: Object.fromEntries(found.Outputs.map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue])),
      }
    );
  } catch (error) {
    if (error instanceof AwsRefused && error.code === 'ValidationError') return undefined;
    throw error;
  }
};
