import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePorts } from '../../lib/local/loopback.ts';
import { exited } from '../../lib/local/processes.ts';
import { type Engine, until, type Window } from './engine.ts';

const BINARY = process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr';

/** No prompts to the user, and no network requests beyond the page's own. */
const PREFERENCES = `user_pref('browser.shell.checkDefaultBrowser', false);
user_pref('datareporting.policy.dataSubmissionEnabled', false);
user_pref('app.update.enabled', false);
user_pref('browser.aboutwelcome.enabled', false);
`;

interface Reply {
  id?: number;
  type?: string;
  method?: string;
  message?: string;
  result?: Record<string, unknown>;
  params?: { level?: string; text?: string };
}

/** Firefox by WebDriver BiDi (w3.org/TR/webdriver-bidi), which it speaks itself. */
export const firefox: Engine = {
  name: 'Firefox',
  missing: () =>
    existsSync(BINARY) ? undefined : 'Firefox is not installed: apt install firefox-esr, or set FIREFOX_PATH.',
  start: async () => {
    const profile = mkdtempSync(path.join(tmpdir(), 'firefox-'));
    writeFileSync(path.join(profile, 'user.js'), PREFERENCES);
    const [port = 0] = await freePorts(1);
    const browser = spawn(
      BINARY,
      [
        '--headless',
        '--no-remote',
        '--profile',
        profile,
        `--remote-debugging-port=${port}`,
        '--width=1280',
        '--height=860',
      ],
      { stdio: 'ignore', env: { ...process.env, HOME: profile, MOZ_HEADLESS: '1' } },
    );
    const socket = await until('Firefox', () => connected(`ws://127.0.0.1:${port}/session`));
    const window = await openWindow(socket);
    return {
      ...window,
      close: async () => {
        await window.close().catch(() => undefined);
        socket.close();
        browser.kill();
        await exited(browser);
        rmSync(profile, { recursive: true, force: true });
      },
    };
  },
};

const connected = (url: string): Promise<WebSocket | undefined> =>
  new Promise((resolve) => {
    const socket = new WebSocket(url);
    socket.addEventListener('open', () => resolve(socket));
    socket.addEventListener('error', () => resolve(undefined));
  });

async function openWindow(socket: WebSocket): Promise<Window> {
  const waiting = new Map<number, PromiseWithResolvers<Record<string, unknown>>>();
  const complaints: string[] = [];
  let count = 0;
  socket.addEventListener('message', ({ data }) => {
    const { id, type, method, message, result, params } = JSON.parse(String(data)) as Reply;
    if (method === 'log.entryAdded' && params?.level === 'error') complaints.push(params.text ?? '');
    if (id === undefined) return;
    if (type === 'error') waiting.get(id)?.reject(new Error(message));
    else waiting.get(id)?.resolve(result ?? {});
    waiting.delete(id);
  });
  const ask = (method: string, params: object): Promise<Record<string, unknown>> => {
    const id = ++count;
    const answer = Promise.withResolvers<Record<string, unknown>>();
    waiting.set(id, answer);
    socket.send(JSON.stringify({ id, method, params }));
    return answer.promise;
  };

  await ask('session.new', { capabilities: {} });
  await ask('session.subscribe', { events: ['log.entryAdded'] });
  const { context } = await ask('browsingContext.create', { type: 'tab' });
  return {
    open: async (url) => {
      await ask('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    evaluate: async <Value>(expression: string) => {
      const { result, exceptionDetails } = (await ask('script.evaluate', {
        // Only text comes back as what it is.
        expression: `Promise.resolve(${expression}).then((value) => JSON.stringify(value ?? null))`,
        target: { context },
        awaitPromise: true,
      })) as { result?: { value: string }; exceptionDetails?: { text: string } };
      if (!result) throw new Error(exceptionDetails?.text ?? 'nothing came back');
      return JSON.parse(result.value) as Value;
    },
    complaints: async () => complaints,
    close: async () => {
      await ask('session.end', {});
    },
  };
}
