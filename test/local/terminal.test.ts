import { spawnSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rewriteAddresses } from '../../lib/local/addresses.ts';
import { createConsole } from '../../lib/local/console.ts';
import { DataInUse, openDataDirectory } from '../../lib/local/data-directory.ts';
import { parseOptions, WrongOption } from '../../lib/local/options.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const start = (verbose = false) => {
  const lines: string[] = [];
  const console = createConsole({
    verbose,
    now: () => new Date('2026-11-20T10:11:12Z'),
    write: (line) => lines.push(line),
  });
  return { lines, console };
};
const logLine = (fields: object) => JSON.stringify({ level: 'info', event: 'message delivered', ...fields });

describe('the console', () => {
  it('prints one line per call, without secrets', () => {
    const { lines, console } = start();
    console.call({ method: 'POST', path: '/abc', functionName: 'invoke', status: 202, durationMs: 11.6 });
    expect(lines).toEqual(['10:11:12  invoke       POST /abc → 202 · 12 ms']);
  });

  it('prints one line per delivery from the function’s structured log', () => {
    const { lines, console } = start();
    console.functionLine('dispatcher', logLine({ kind: 'slack', outcome: 'ok', attempt: 2, durationMs: 34 }), true);
    expect(lines).toEqual(['10:11:12  dispatcher   message delivered · slack · ok · attempt 2 · 34 ms']);
  });

  it('prints routine log lines of functions only with --verbose', () => {
    const quiet = start();
    quiet.console.functionLine('api', logLine({}), false);
    quiet.console.detail('tables', 'listening');
    expect(quiet.lines).toEqual([]);
    const loud = start(true);
    loud.console.functionLine('api', logLine({}), false);
    loud.console.detail('tables', 'listening');
    expect(loud.lines).toHaveLength(2);
  });

  it('always prints errors with their origin', () => {
    const { lines, console } = start();
    const error = { name: 'TypeError', message: 'x is not a function', stack: 'TypeError: x\n    at handler' };
    console.functionLine('api', logLine({ level: 'error', event: 'call failed', error }), false);
    expect(lines.join('\n')).toContain('call failed · TypeError: x is not a function');
    expect(lines.join('\n')).toContain('at handler');
  });

  it('prints a function’s unstructured output', () => {
    const { lines, console } = start();
    console.functionLine('api', 'plain words', false);
    expect(lines).toEqual(['10:11:12  api          plain words']);
  });

  it('strips control sequences from outside text', () => {
    const { lines, console } = start();
    console.call({ method: 'GET', path: '/\u001b[2J\r', functionName: 'invoke', status: 404, durationMs: 1 });
    expect(lines[0]).toContain('/?[2J?');
  });
});

describe('the variables and flags', () => {
  it('have the documented defaults', () => {
    expect(parseOptions({}, [])).toMatchObject({ port: 3000, invokePort: 3001, watch: false, verbose: false });
    expect(parseOptions({}, []).dataDir).toMatch(/\.local$/);
  });

  it('choose ports, data and settings', () => {
    const env = { PORT: '8080', INVOKE_PORT: '8081', DATA_DIR: ':memory:', STAGE_SETTINGS: '/etc/settings.json' };
    expect(parseOptions(env, ['--watch', '--verbose'])).toMatchObject({
      port: 8080,
      invokePort: 8081,
      dataDir: null,
      settingsPath: '/etc/settings.json',
      watch: true,
      verbose: true,
    });
  });

  it.each<[NodeJS.ProcessEnv, string[], string]>([
    [{ PORT: 'abc' }, [], 'PORT=abc'],
    [{ INVOKE_PORT: '70000' }, [], 'INVOKE_PORT=70000'],
    [{ PORT: '3001' }, [], 'must differ'],
    [{}, ['--fast'], '--fast'],
  ])('are rejected by name when they are invalid', (env, flags, name) => {
    expect(() => parseOptions(env, flags)).toThrow(WrongOption);
    expect(() => parseOptions(env, flags)).toThrow(name);
  });
});

describe('an outdated Node', () => {
  const script = join(import.meta.dirname, '../../bin/need-node.js');
  const runAs = (version: string) => {
    const pretend = `Object.defineProperty(process, 'versions', { value: { node: '${version}' } }); import('${script}')`;
    return spawnSync(process.execPath, ['--eval', pretend], { encoding: 'utf8' });
  };

  it('leads to one sentence with the required version', () => {
    for (const version of ['20.20.2', '24.6.0']) {
      const { status, stderr } = runAs(version);
      expect(status).toBe(1);
      expect(stderr).toMatch(new RegExp(`^Tellhook needs Node 24.7 or newer and found ${version}[^\\n]*\\.\\n$`));
    }
    for (const version of ['24.7.0', '26.1.0']) expect(runAs(version)).toMatchObject({ status: 0, stderr: '' });
  });

  it('is detected before every command that starts or deploys the product', () => {
    const { scripts } = JSON.parse(readFileSync(join(script, '../../package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    for (const name of ['start', 'dev', 'test', 'build', 'synth', 'deploy', 'smoke', 'second-opinion'])
      expect(scripts[`pre${name}`], name).toBe('node bin/need-node.js');
  });

  it('is reported by the CDK too, which starts the app with the Node that it finds', () => {
    const { app } = JSON.parse(readFileSync(join(script, '../../cdk.json'), 'utf8')) as { app: string };
    expect(app).toBe('node bin/need-node.js && node bin/tellhook.ts');
    expect(runAs('20.20.2').stderr).toContain('npx cdk');
  });
});

describe('the addresses of a run', () => {
  const rewrite = rewriteAddresses({
    appUrl: 'http://localhost:3001',
    invokeUrl: 'http://localhost:4000',
    fakesOrigin: 'http://127.0.0.1:5000',
  });

  it('replace the default ones, also when one is another’s default port', () => {
    expect(rewrite('http://localhost:3000/api http://localhost:3001/x')).toBe(
      'http://localhost:3001/api http://localhost:4000/x',
    );
  });

  it('include the fakes’ address', () => {
    expect(rewrite('{"slack.example":"http://fakes.invalid"}')).toBe('{"slack.example":"http://127.0.0.1:5000"}');
  });

  it('do not change other ports', () => {
    expect(rewrite('http://localhost:30001 http://localhost:3002')).toBe(
      'http://localhost:30001 http://localhost:3002',
    );
  });
});

describe('the data directory', () => {
  it('is private, keeps the product’s clock, and is released after a run', () => {
    const path = join(temporaryFolder(), 'data');
    const first = openDataDirectory(path);
    first.keepClock(86_400_000);
    first.release();
    expect(statSync(path).mode & 0o777).toBe(0o700);
    expect(openDataDirectory(path).clockOffsetMs).toBe(86_400_000);
  });

  it('is taken over from a crashed run', () => {
    const path = temporaryFolder();
    writeFileSync(join(path, 'run.pid'), '999999999');
    expect(() => openDataDirectory(path)).not.toThrow();
  });

  it('is optional', () => {
    expect(openDataDirectory(null)).toMatchObject({ path: null, clockOffsetMs: 0 });
  });
});

describe('a data directory used by another run', () => {
  it('is rejected with the name of that run', () => {
    const path = temporaryFolder();
    writeFileSync(join(path, 'run.pid'), String(process.ppid));
    const isRun = (pid: number) => pid === process.ppid;
    expect(() => openDataDirectory(path, isRun)).toThrow(DataInUse);
    expect(() => openDataDirectory(path, isRun)).toThrow(String(process.ppid));
  });
});
