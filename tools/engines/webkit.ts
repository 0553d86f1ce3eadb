import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePorts } from '../../lib/local/loopback.ts';
import { exited } from '../../lib/local/processes.ts';
import { type Engine, until, type Window } from './engine.ts';

const DRIVER = '/usr/bin/WebKitWebDriver';
const SCREEN = '/usr/bin/Xvfb';
const LIBRARIES = '/usr/lib/x86_64-linux-gnu';

/** The small browser that comes with the library; its folder carries the library's version. */
const miniBrowser = (): string | undefined => {
  const folders = existsSync(LIBRARIES) ? readdirSync(LIBRARIES).filter((name) => name.startsWith('webkit2gtk-')) : [];
  return folders
    .sort()
    .reverse()
    .map((name) => path.join(LIBRARIES, name, 'MiniBrowser'))
    .find((file) => existsSync(file));
};

/** WebKit, as Safari has it, by WebDriver (w3.org/TR/webdriver2), on a screen that no one sees. */
export const webkit: Engine = {
  name: 'WebKit',
  missing: () => {
    const missing = [
      !existsSync(DRIVER) && 'webkit2gtk-driver',
      !miniBrowser() && 'libwebkit2gtk-4.1-0',
      !existsSync(SCREEN) && 'xvfb',
    ].filter(Boolean);
    return missing.length > 0 ? `WebKit is not installed: apt install ${missing.join(' ')}.` : undefined;
  },
  start: async () => {
    const home = mkdtempSync(path.join(tmpdir(), 'webkit-'));
    const [port = 0, display = 0] = await freePorts(2);
    const env = {
      ...process.env,
      HOME: home,
      XDG_RUNTIME_DIR: home,
      DISPLAY: `:${display}`,
      // A machine without a graphics card, and without the rights for a sandbox inside its own.
      LIBGL_ALWAYS_SOFTWARE: '1',
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    };
    const screen = spawn(SCREEN, [`:${display}`, '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
      stdio: 'ignore',
    });
    await until('the screen', async () => existsSync(`/tmp/.X11-unix/X${display}`));
    const driver = spawn(DRIVER, [`--port=${port}`], { stdio: 'ignore', env });
    const end = async () => {
      driver.kill();
      await exited(driver);
      screen.kill();
      await exited(screen);
      rmSync(home, { recursive: true, force: true });
    };
    try {
      const window = await openWindow(`http://127.0.0.1:${port}`);
      return {
        ...window,
        close: async () => {
          await window.close().catch(() => undefined);
          await end();
        },
      };
    } catch (error) {
      await end();
      throw error;
    }
  },
};

async function openWindow(driver: string): Promise<Window> {
  const ask = async (method: string, address: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${driver}${address}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: { message?: string; error?: string } | null };
    if (!response.ok) throw new Error(value?.message || value?.error || `The driver answered ${response.status}`);
    return value;
  };
  await until('the driver', async () => (await fetch(`${driver}/status`)).ok);
  const { sessionId } = (await ask('POST', '/session', {
    capabilities: {
      alwaysMatch: { 'webkitgtk:browserOptions': { binary: miniBrowser(), args: ['--automation'] } },
    },
  })) as { sessionId: string };
  const session = `/session/${sessionId}`;
  await ask('POST', `${session}/timeouts`, { script: 30_000, pageLoad: 60_000 });
  const evaluate = async <Value>(expression: string): Promise<Value> =>
    (await ask('POST', `${session}/execute/async`, {
      script: `const done = arguments[arguments.length - 1];
        Promise.resolve().then(() => ${expression}).then((value) => done({ value }), (error) => done({ error: String(error) }));`,
      args: [],
    }).then((answer) => {
      const { value, error } = answer as { value: Value; error?: string };
      if (error !== undefined) throw new Error(error);
      return value;
    })) as Value;
  return {
    open: async (url) => {
      await ask('POST', `${session}/url`, { url });
      // The driver has no console: what goes wrong from here on is kept in the page.
      await evaluate(`(window.__wrong ??= (addEventListener('error', ({ message }) => window.__wrong.push(message)),
        addEventListener('unhandledrejection', ({ reason }) => window.__wrong.push(String(reason))), []), null)`);
    },
    evaluate,
    complaints: () => evaluate<string[]>('window.__wrong ?? []'),
    close: async () => {
      await ask('DELETE', session);
    },
  };
}
