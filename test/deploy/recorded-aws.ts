import { type AskAws, AwsRefused } from '../../lib/deploy/ask-aws.ts';

/** AWS's responses by operation, such as `sts get-caller-identity`; a string is an error code. */
type Answers = Record<string, unknown>;

/** An AWS account with recorded responses. Any other request fails the test, so no request can change anything. */
export const recordedAws = (answers: Answers): { ask: AskAws; asked: string[] } => {
  const asked: string[] = [];
  return {
    asked,
    ask: async (command, region) => {
      const operation = command.slice(0, 2).join(' ');
      const named = `${operation} ${command[3] ?? ''}${region ? ` ${region}` : ''}`;
      asked.push(named);
      const key = [named, `${operation} ${command[3] ?? ''}`, operation].find((it) => Object.hasOwn(answers, it));
      if (key === undefined) throw new Error(`nothing is recorded for: ${named}`);
      const answer = answers[key];
      if (typeof answer === 'string') throw new AwsRefused(answer, `An error occurred (${answer})`);
      return answer;
    },
  };
};

export const stack = (StackStatus: string, outputs: Record<string, string> = {}) => ({
  Stacks: [
    {
      StackStatus,
      Outputs: Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue })),
    },
  ],
});
