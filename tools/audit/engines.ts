import { existsSync, globSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { freePorts } from '../../lib/local/loopback.ts';
import { exited, killGroup, spawnProgram } from '../../lib/local/processes.ts';
import { openBrowser } from '../../test/support/browser.ts';
import { eventually } from '../../test/support/product.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';

/** A browser window under remote control. */
export interface Window {
  open(url: string): Promise<unknown>;
  /** Evaluates an expression in the page, which can be a promise. Returns only plain data. */
  evaluate<Value>(expression: string): Promise<Value>;
  close(): Promise<unknown>;
}

const FIREFOX = process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr';
const DRIVER = '/usr/bin/WebKitWebDriver';
const SCREEN = '/usr/bin/Xvfb';

const there = (what: string, look: () => Promise<unknown>) => eventually(() => look().catch(() => false), what);

/** Starts a program that cannot outlive this process, and ignores its output. */
const start = (command: string, parameters: string[], env: Record<string, string> = {}) => {
  const child = spawnProgram(command, parameters, { env: { ...process.env, ...env } });
  for (const stream of [child.stdout, child.stderr]) stream?.resume();
  return async () => {
    killGroup(child);
    await exited(child);
  };
};

/** The browser of the journeys, which comes from npm. */
const startChromium = async (): Promise<Window> => {
  const browser = await openBrowser();
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
  return {
    open: (url) => page.goto(url),
    evaluate: <Value>(expression: string) => page.evaluate<Value>(expression),
    close: () => browser.close(),
  };
};

/** Starts Firefox, controlled through its built-in WebDriver BiDi (w3.org/TR/webdriver-bidi). */
const startFirefox = async (): Promise<Window> => {
  const profile = temporaryFolder();
  writeFileSync(path.join(profile, 'user.js'), "user_pref('browser.aboutwelcome.enabled', false);\n");
  const [port = 0] = await freePorts(1);
  const flags = ['--headless', '--no-remote', '--profile', profile, '--width=1280', '--height=860'];
  const end = start(FIREFOX, [...flags, `--remote-debugging-port=${port}`], { HOME: profile });
  await there('Firefox', () => fetch(`http://127.0.0.1:${port}`));
  const socket = new WebSocket(`ws://127.0.0.1:${port}/session`);
  await new Promise((resolve) => socket.addEventListener('open', resolve));
  let id = 0;
  const ask = async <Result>(method: string, params: object): Promise<Result> => {
    // One command at a time, so every numbered message is its answer.
    const answer = new Promise<{ message?: string; result?: Result }>((resolve) => {
      socket.onmessage = ({ data }) => 'id' in JSON.parse(String(data)) && resolve(JSON.parse(String(data)));
    });
    socket.send(JSON.stringify({ id: ++id, method, params }));
    const { message, result } = await answer;
    if (!result) throw new Error(message);
    return result;
  };
  await ask('session.new', { capabilities: {} });
  const { context } = await ask<{ context: string }>('browsingContext.create', { type: 'tab' });
  return {
    open: (url) => ask('browsingContext.navigate', { context, url, wait: 'complete' }),
    evaluate: async (expression) => {
      // The value is serialised, because only text is returned unchanged.
      const text = `Promise.resolve(${expression}).then((value) => JSON.stringify(value ?? null))`;
      const params = { expression: text, target: { context }, awaitPromise: true };
      const { result } = await ask<{ result: { value: string } }>('script.evaluate', params);
      return JSON.parse(result.value);
    },
    close: end,
  };
};

/** The small browser that comes with WebKit; its folder name contains the library's version. */
const miniBrowser = () => globSync('/usr/lib/x86_64-linux-gnu/webkit2gtk-*/MiniBrowser').at(-1);
const hasWebKit = [DRIVER, SCREEN, miniBrowser()].every((file) => file && existsSync(file));

/** Starts WebKit, Safari's engine, on an invisible screen, controlled by WebDriver (w3.org/TR/webdriver2). */
const startWebKit = async (): Promise<Window> => {
  const home = temporaryFolder();
  const [port = 0, display = 0] = await freePorts(2);
  // These variables are needed without a graphics card, and without the permissions for a nested sandbox.
  const plain = { LIBGL_ALWAYS_SOFTWARE: '1', WEBKIT_DISABLE_COMPOSITING_MODE: '1' };
  const open = { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', HOME: home, XDG_RUNTIME_DIR: home };
  const endScreen = start(SCREEN, [`:${display}`, '-screen', '0', '1280x900x24', '-nolisten', 'tcp']);
  const endDriver = start(DRIVER, [`--port=${port}`], { DISPLAY: `:${display}`, ...plain, ...open });
  const ask = async <Value>(method: string, address: string, body?: object): Promise<Value> => {
    const options = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body ?? {}) };
    const response = await fetch(`http://127.0.0.1:${port}${address}`, { method, ...(body && options) });
    const { value } = (await response.json()) as { value: Value & { message?: string } };
    if (!response.ok) throw new Error(value.message);
    return value;
  };
  await there('the driver of WebKit', () => ask('GET', '/status'));
  await there('the screen', async () => existsSync(`/tmp/.X11-unix/X${display}`));
  const browser = { binary: miniBrowser(), args: ['--automation'] };
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': browser } };
  const { sessionId } = await ask<{ sessionId: string }>('POST', '/session', { capabilities });
  return {
    open: (url) => ask('POST', `/session/${sessionId}/url`, { url }),
    evaluate: (value) => ask('POST', `/session/${sessionId}/execute/sync`, { script: `return ${value}`, args: [] }),
    close: () => endDriver().finally(endScreen),
  };
};

const slack = ['Slack', 'Create', 'Allow'];
// On plain http, WebKit returns from Slack without the setup's cookie, so a mock target is created instead.
const mock = ['Mock', 'Create'];

/** The three engines: the Debian packages that each lacks, and the clicks that set up a webhook. */
export const engines = [
  { name: 'Chromium', missing: false, start: startChromium, setUp: slack },
  { name: 'Firefox', missing: !existsSync(FIREFOX) && 'firefox-esr', start: startFirefox, setUp: slack },
  { name: 'WebKit', missing: !hasWebKit && 'webkit2gtk-driver xvfb', start: startWebKit, setUp: mock },
];
