import { cdkOnMinistack } from '../tools/second-opinion/cdk-on-ministack.ts';
import { edgeOnNjs } from '../tools/second-opinion/edge-on-njs.ts';
import { lanesOnMinistack } from '../tools/second-opinion/lanes-on-ministack.ts';
import { lintTemplates } from '../tools/second-opinion/lint-templates.ts';
import { mcpInspector } from '../tools/second-opinion/mcp-inspector.ts';
import { allHeard, lineOf, type Opinion, type Tell } from '../tools/second-opinion/opinion.ts';
import { type Python, preparePython } from '../tools/second-opinion/python.ts';
import { suitesOnDynamoDbLocal } from '../tools/second-opinion/suites-on-dynamodb-local.ts';

/**
 * `npm run second-opinion [part …]` checks the product with third-party programs. It uses cfn-lint for the templates,
 * `cdk` with ministack for a deployment and a message, and njs for the edge functions. It uses ministack's SQS for the
 * lanes, AWS's DynamoDB Local for the stores, and the Model Context Protocol's inspector for the CLI's tools. It needs
 * python3, JDK 17 or newer with Maven, and njs; the table lists missing programs. All files are created in `.cache/`.
 * The exit code is 1 after an unexplained difference or a missing program.
 */
const opinions: Opinion[] = [];
const tell: Tell = (opinion) => {
  opinions.push(opinion);
  console.log(lineOf(opinion));
};

let python: Promise<Python | string> | undefined;
const withPython = (of: string, about: string, ask: (python: Python) => Promise<void>) => async (): Promise<void> => {
  python ??= preparePython();
  const found = await python;
  if (typeof found === 'string') tell({ of, about, verdict: 'missing', detail: found });
  else await ask(found);
};

const parts: Record<string, () => Promise<void>> = {
  edge: () => edgeOnNjs(tell),
  templates: withPython('cfn-lint', 'templates', (it) => lintTemplates(it, tell)),
  lanes: withPython('ministack', 'lanes', (it) => lanesOnMinistack(it, tell)),
  deploy: withPython('cdk on ministack', 'deployment', (it) => cdkOnMinistack(it, tell)),
  mcp: () => mcpInspector(tell),
  stores: () => suitesOnDynamoDbLocal(tell),
};
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  console.error(`unknown: ${unknown.join(', ')}. Choose one of: ${Object.keys(parts).join(', ')}.`);
  process.exit(1);
}
for (const [name, ask] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  try {
    await ask();
  } catch (error) {
    // A failing part must not hide the others.
    tell({
      of: name,
      about: 'everything of it',
      verdict: 'FAILED',
      detail: String((error as Error).message).slice(0, 400),
    });
  }
}
const of = (verdict: Opinion['verdict']) => opinions.filter((it) => it.verdict === verdict).length;
console.log(
  `\n${of('agrees')} agree, ${of('differs')} differ with a reason, ${of('cannot')} not supported there, ${of('missing')} missing, ${of('FAILED')} failed.`,
);
process.exitCode = allHeard(opinions) ? 0 : 1;
