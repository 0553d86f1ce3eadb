import { challengeAction, powChallenge } from '#contract/challenge';
import { solve } from '../lambdas/accounts/challenge/proof-of-work.ts';

/** `npm run --silent challenge -- ACTION BASE_URL` prints a solved bot challenge, for scripts and curl. */
const main = async ([action, baseUrl]: string[]): Promise<string> => {
  const wanted = challengeAction.safeParse(action);
  if (!wanted.success || !baseUrl || !URL.canParse(baseUrl))
    throw new Error(`usage: npm run --silent challenge -- ${challengeAction.options.join('|')} http://localhost:3000`);
  const answer = await fetch(new URL(`/api/challenge?action=${wanted.data}`, baseUrl));
  if (!answer.ok) throw new Error(`${baseUrl} answered ${answer.status}: ${await answer.text()}`);
  const token = solve(powChallenge.parse(await answer.json()));
  if (!token) throw new Error('the challenge has no solution');
  return token;
};

try {
  process.stdout.write(`${await main(process.argv.slice(2))}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
