import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Template } from '../../lib/local/template/assembly.ts';
import { smoke } from '../../tools/smoke/smoke.ts';
import { editAssembly, localAssembly } from '../support/assembly.ts';
import { startLocal } from '../support/local-run.ts';

let assembly: string;
beforeAll(async () => {
  assembly = await localAssembly();
}, 120_000);

const endings: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

/** The failing rows of a smoke test against the product with changed templates. */
const failuresOf = async (change: (resources: Resource[]) => void): Promise<string[]> => {
  const broken = editAssembly(assembly, (templates: Template[]) =>
    change(templates.flatMap(({ Resources }) => Object.values(Resources) as Resource[])),
  );
  const run = await startLocal({ assembly: broken });
  endings.push(run.stop);
  const findings = await smoke(run.appUrl, { patienceMs: 4_000 });
  return findings.filter(({ ok }) => !ok).map(({ name }) => name);
};

// biome-ignore lint/suspicious/noExplicitAny: a template is what CloudFormation makes of it; tests reach into it.
type Resource = { Type: string; Properties: any };

const ofType = (resources: Resource[], type: string, has: string): Resource[] => {
  const found = resources.filter((it) => it.Type === type && JSON.stringify(it.Properties).includes(has));
  if (found.length === 0) throw new Error(`no ${type} with ${has}`);
  return found;
};

/** Makes a function load other code first, like a base image with different libraries. */
const preload = (resources: Resource[], functionName: string, code: string): void => {
  for (const { Properties } of ofType(resources, 'AWS::Lambda::Function', `-${functionName}"`))
    Properties.Environment.Variables.NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(code)}`;
};

describe('npm run smoke', () => {
  it('finds edge code that CloudFront rejects, missing permissions, and a renderer that does not start', async () => {
    const failures = await failuresOf((resources) => {
      // The local machine rejects unsupported syntax at the start. This code fails with each request instead, as it
      // would in CloudFront.
      for (const { Properties } of ofType(resources, 'AWS::CloudFront::Function', 'app.html'))
        Properties.FunctionCode = Properties.FunctionCode.replace('request.uri = ', 'request.uri = event.missing.');
      for (const { Properties } of ofType(resources, 'AWS::Lambda::Permission', 'apigateway'))
        Properties.SourceArn = JSON.parse(JSON.stringify(Properties.SourceArn).replace('/*"', '/*/*/*"'));
      preload(
        resources,
        'dispatcher',
        `import processes from 'node:child_process'; import { syncBuiltinESMExports } from 'node:module';
        const { spawn } = processes; processes.spawn = (...of) => spawn('/nowhere/node', [], of[2]); syncBuiltinESMExports();`,
      );
    });
    expect(failures).toEqual([
      'the home page loads',
      'a deep link loads',
      'an unknown API path gets a response from the product',
      'an unknown path of the invoke host is answered by the product',
      'a call is taken, and its template rendered',
      // A message that is not rendered is not sent.
      'it is delivered to a mock target',
      'a paused target keeps its messages, and gets them when it is enabled',
    ]);
  }, 60_000);

  it('finds a missing Argon2 in the base image', async () => {
    const failures = await failuresOf((resources) =>
      preload(
        resources,
        'accounts',
        `import crypto from 'node:crypto'; import { syncBuiltinESMExports } from 'node:module';
        const refuse = () => { throw Object.assign(new Error('Argon2 is not supported'), { code: 'ERR_CRYPTO_ARGON2_NOT_SUPPORTED' }); };
        crypto.argon2 = refuse; crypto.argon2Sync = refuse; syncBuiltinESMExports();`,
      ),
    );
    expect(failures).toContain('registration and sign-in (Argon2)');
    expect(failures).not.toContain('the home page loads');
  }, 60_000);
});
