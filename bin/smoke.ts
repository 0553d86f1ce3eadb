import { lineOf, smoke } from '../tools/smoke/smoke.ts';

/**
 * `npm run smoke -- <base url>` tests the main features of a deployment and prints a table; exit code 1 if a row
 * failed. If the bot challenge stops scripts from registering, set SMOKE_EMAIL and SMOKE_PASSWORD to those of a free
 * account.
 */
const [baseUrl] = process.argv.slice(2);
if (!baseUrl || !URL.canParse(baseUrl)) {
  console.error('usage: npm run smoke -- https://app.example.com');
  process.exit(1);
}
const { SMOKE_EMAIL: email, SMOKE_PASSWORD: password } = process.env;
const findings = await smoke(baseUrl, {
  ...(email && password && { account: { email, password } }),
  onFinding: (finding) => console.log(lineOf(finding)),
});
const failed = findings.filter(({ ok }) => !ok).length;
console.log(failed === 0 ? `\nAll ${findings.length} hold.` : `\n${failed} of ${findings.length} failed.`);
process.exitCode = failed === 0 ? 0 : 1;
