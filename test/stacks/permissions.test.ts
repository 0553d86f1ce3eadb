import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { readAssembly } from '../../lib/local/template/assembly.ts';
import { type Deployment, readDeployment } from '../../lib/local/template/deployment.ts';
import { runtimeVariables } from '../../lib/local/workloads.ts';
import { synthesized } from './synthesized.ts';

let local: ReturnType<typeof synthesized>;
let prod: ReturnType<typeof synthesized>;
let deployment: Deployment;
beforeAll(() => {
  local = synthesized('local');
  prod = synthesized('prod');
  deployment = readDeployment(readAssembly(local.app.outdir));
}, 60_000);

it('no function gets a local variable that it does not have in AWS', () => {
  const variables = ({ app }: typeof prod) =>
    readAssembly(app.outdir).stacks.flatMap(({ template }) =>
      Object.entries(template.Resources)
        .filter(([, { Type }]) => Type === 'AWS::Lambda::Function')
        .map(([id, { Properties }]) => {
          const { Variables = {} } = (Properties?.Environment ?? {}) as { Variables?: object };
          return `${id.replace(/\W/g, '')}: ${Object.keys(Variables).sort()}`;
        }),
    );
  expect(variables(local).length).toBeGreaterThan(8);
  expect(variables(prod)).toEqual(expect.arrayContaining(variables(local)));
  // Lambda sets these variables for every function in addition to the template's, and the SDK reads them.
  expect(
    Object.keys(runtimeVariables({ accessKeyId: '', secretAccessKey: '' }, 'http://127.0.0.1:1', 'eu-central-1')),
  ).toEqual(['AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_ENDPOINT_URL', 'TZ']);
});

it('nothing in lambdas/ reads undeclared state of the process', () => {
  const folder = join(import.meta.dirname, '../../lambdas');
  const reading = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .filter((file) => /Symbol\.for\(|\bglobalThis as\b|globalThis\[/.test(readFileSync(join(folder, file), 'utf8')));
  expect(reading).toEqual([]);
});

it('every route can start its function, including the default route', () => {
  const routes = deployment.apis.flatMap(({ name, routes }) => routes.map((route) => ({ api: name, ...route })));
  expect(routes.filter(({ routeKey }) => routeKey === '$default')).toHaveLength(2);
  expect(routes.filter(({ target }) => !target.isPermitted)).toEqual([]);
});
