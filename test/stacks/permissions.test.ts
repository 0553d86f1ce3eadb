import { afterAll, beforeAll, expect, it } from 'vitest';
import { readAssembly } from '../../lib/local/template/assembly.ts';
import { type Deployment, readDeployment } from '../../lib/local/template/deployment.ts';
import { synthesized } from './synthesized.ts';

let local: ReturnType<typeof synthesized>;
let deployment: Deployment;
beforeAll(() => {
  local = synthesized('local');
  deployment = readDeployment(readAssembly(local.app.outdir));
}, 60_000);
afterAll(() => local.remove());

it('every route may start the function behind it, also the one that takes what no other route does', () => {
  const routes = deployment.apis.flatMap(({ name, routes }) => routes.map((route) => ({ api: name, ...route })));
  expect(routes.filter(({ routeKey }) => routeKey === '$default')).toHaveLength(2);
  expect(routes.filter(({ target }) => !target.isPermitted)).toEqual([]);
});
