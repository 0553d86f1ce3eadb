import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { assemble, templatesOf } from './assemblies.ts';
import type { Tell } from './opinion.ts';
import { cacheDir, run, tailOf } from './run.ts';

/** Requests that cover every branch of both functions. */
const EVENTS = [
  '/',
  '/docs',
  '/docs/',
  '/docs/targets',
  '/webhooks/12?inv=1',
  '/config.json',
  '/v1.0/thing',
  '//',
  '/ü',
].map((uri) => ({
  version: '1.0',
  context: { eventType: 'viewer-request' },
  viewer: { ip: '2001:db8::7' },
  request: { method: 'GET', uri, querystring: {}, cookies: {}, headers: { host: { value: 'app.example.com' } } },
}));

const answersOf = (code: string) =>
  `${code}\n;JSON.stringify(${JSON.stringify(EVENTS)}.map((event) => handler(event)))`;

/** Runs both CloudFront Functions on njs, the basis of CloudFront's runtime, and compares the results with V8. */
export const edgeOnNjs = async (tell: Tell): Promise<void> => {
  const version = await run('njs', ['-v']);
  const of = `njs ${version.stdout.trim()}`;
  if (version.code !== 0)
    return tell({
      of: 'njs',
      about: 'functions at the edge',
      verdict: 'missing',
      detail:
        'njs is not on the PATH: apt-get install njs (Debian, Ubuntu), or the package njs of nginx’s own repository',
    });
  const resources = [...templatesOf(await assemble('prod', 'eu-central-1', 'edge')).values()].flatMap(({ Resources }) =>
    Object.entries(Resources),
  );
  for (const [id, { Type, Properties }] of resources) {
    if (Type !== 'AWS::CloudFront::Function') continue;
    const code = String(Properties?.FunctionCode);
    const file = path.join(cacheDir, `${id}.js`);
    mkdirSync(cacheDir, { recursive: true });
    writeFileSync(
      file,
      answersOf(code)
        .replace(/;JSON\.stringify\(/, ';console.log(JSON.stringify(')
        .concat(')'),
    );
    const { code: exit, stdout, output } = await run('njs', [file]);
    const wanted = String(runInNewContext(answersOf(code)));
    const agrees = exit === 0 && stdout.trim() === wanted;
    tell({
      of,
      about: `function at the edge ${id}`,
      verdict: agrees ? 'agrees' : 'FAILED',
      detail: agrees ? `${EVENTS.length} requests answered as by V8` : tailOf(output),
    });
  }
};
