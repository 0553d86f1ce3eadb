import { call, createWebhook, eventually, solvedChallenge, type User, userOf } from '../../test/support/product.ts';

/** A row of the table: the check, and its result. */
interface Finding {
  name: string;
  ok: boolean;
  detail: string;
}

/** An existing account, as a hosted bot challenge requires. Without one, a new account is registered. */
export interface Account {
  email: string;
  password: string;
}

interface SmokeOptions {
  account?: Account;
  onFinding?: (finding: Finding) => void;
  /** The time limit of a message; a freshly deployed stage starts slowly. */
  patienceMs?: number;
}

const PASSWORD = 'plum-tart-under-glass';

/** A free account's daily quota and its held calls make a hundred calls, so a larger burst is rejected in part. */
const BURST = 120;

/** Patterns that find a file of a document: its script or, if it has none, its first font or style sheet. */
const SCRIPT = /<script[^>]+src="([^"]+)"/;
const ASSET = /(?:href|src)="(\/assets\/[^"]+)"/;

const label = () => Math.random().toString(36).slice(2, 10);

/** An address from which every email bounces. */
const bouncing = () => `bounce+${label()}@simulator.amazonses.com`;

/** The beginning of an unexpected response. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 200);

const isProblem = async (response: Response, statuses: number[]): Promise<string> => {
  const type = response.headers.get('content-type') ?? 'no content type';
  const text = await response.text();
  if (!statuses.includes(response.status) || !type.startsWith('application/problem+json'))
    throw new Error(`answered ${response.status} as ${type}: ${oneLine(text)}`);
  return `${response.status} ${(JSON.parse(text) as { title: string }).title}`;
};

/** Loads a document of the application, and a file that it references. */
const loadPage = async (url: string): Promise<string> => {
  const page = await fetch(url, { headers: { accept: 'text/html' } });
  const html = await page.text();
  const file = SCRIPT.exec(html)?.[1] ?? ASSET.exec(html)?.[1];
  if (page.status !== 200 || !file) throw new Error(`answered ${page.status}: ${oneLine(html)}`);
  const loaded = await fetch(new URL(file, url));
  const type = loaded.headers.get('content-type') ?? '';
  if (loaded.status !== 200 || type.includes('html')) throw new Error(`${file} answered ${loaded.status} as ${type}`);
  return `200, and ${file}`;
};

/** Results of earlier checks that a check needs; a missing one throws with the reason. */
class Progress {
  #values = new Map<string, unknown>();
  keep<Value>(name: string, value: Value): Value {
    this.#values.set(name, value);
    return value;
  }
  need<Value>(name: string): Value {
    if (!this.#values.has(name)) throw new Error(`not tried: there is no ${name}`);
    return this.#values.get(name) as Value;
  }
}

const register = async (addresses: { appUrl: string; invokeUrl: string }, provider: string): Promise<User> => {
  if (provider !== 'pow')
    throw new Error(`${provider} needs a person: set SMOKE_EMAIL and SMOKE_PASSWORD of a free test account`);
  const email = bouncing();
  const challenge = await solvedChallenge(addresses, 'REGISTER');
  const { status, body } = await call(addresses, 'register', { body: { email, password: PASSWORD, challenge } });
  if (status !== 201) throw new Error(`registration returned ${status}: ${JSON.stringify(body)}`);
  return signIn(addresses, { email, password: PASSWORD });
};

/** Tries a wrong password first, because a function without Argon2 might accept any. */
const signIn = async (
  addresses: { appUrl: string; invokeUrl: string },
  { email, password }: Account,
): Promise<User> => {
  const wrong = await call(addresses, 'login', { body: { email, password: `${password}?` } });
  if (wrong.status !== 401) throw new Error(`a wrong password returned ${wrong.status}`);
  const right = await call(addresses, 'login', { body: { email, password } });
  if (right.status !== 200)
    throw new Error(`the right password returned ${right.status}: ${JSON.stringify(right.body)}`);
  return userOf(addresses, { email, password }, right);
};

const send = async (url: string, body: unknown): Promise<string> => {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (answer.status !== 202) throw new Error(`the call returned ${answer.status}: ${oneLine(text)}`);
  return (JSON.parse(text) as { id: string }).id;
};

/**
 * Tests the first minutes of a deployment through its public addresses and reports the results, row by row. It deletes
 * its objects afterwards; email goes to SES's mailbox simulator only. A row also fails if it cannot be tried because an
 * earlier one failed.
 * @param baseUrl the application's address
 */
export const smoke = async (baseUrl: string, options: SmokeOptions = {}): Promise<Finding[]> => {
  const { account, patienceMs = 60_000 } = options;
  const appUrl = new URL(baseUrl).origin;
  const findings: Finding[] = [];
  const progress = new Progress();
  const look = async (name: string, find: () => Promise<string>): Promise<void> => {
    const finding = await find().then(
      (detail) => ({ name, ok: true, detail }),
      (error: unknown) => ({ name, ok: false, detail: error instanceof Error ? error.message : String(error) }),
    );
    findings.push(finding);
    options.onFinding?.(finding);
  };
  const addresses = () => ({ appUrl, invokeUrl: progress.need<string>('address of the invoke host') });
  const user = () => progress.need<User>('signed-in account');

  await look('the pages know the API’s URL', async () => {
    const config = (await (await fetch(`${appUrl}/config.json`)).json()) as {
      invokeUrl: string;
      challenge: { provider: string };
    };
    progress.keep('bot challenge', config.challenge.provider);
    return `calls go to ${progress.keep('address of the invoke host', config.invokeUrl)}`;
  });
  await look('the home page loads', () => loadPage(`${appUrl}/`));
  await look('a deep link loads', () => loadPage(`${appUrl}/webhooks/1?inv=none`));
  await look('an unknown API path gets a response from the product', async () =>
    isProblem(await fetch(`${appUrl}/api/nowhere/${label()}`), [404]),
  );
  await look('an unknown path of the invoke host is answered by the product', async () =>
    isProblem(await fetch(`${addresses().invokeUrl}/nowhere/${label()}/at-all`), [404]),
  );
  await look('a route that nobody has is unknown', async () =>
    isProblem(await fetch(`${addresses().invokeUrl}/${label()}`, { method: 'POST', body: '{}' }), [404]),
  );

  await look('registration and sign-in (Argon2)', async () => {
    const signedIn = account
      ? await signIn(addresses(), account)
      : await register(addresses(), progress.need('bot challenge'));
    progress.keep('signed-in account', signedIn);
    return `${signedIn.email} is user ${signedIn.userId}; a wrong password is rejected`;
  });

  /** Dispatches of a call, once each satisfies `ready`. */
  const dispatches = (id: string, ready: (status: string, note: string) => boolean, what: string) =>
    eventually(
      async () => {
        const all = await user().api('listDispatches', { id });
        return all.length > 0 && all.every(({ status, note }) => ready(status, note)) && all;
      },
      what,
      patienceMs,
      500,
    );

  await look('a call is taken, and its template rendered', async () => {
    const { id: target } = await user().api('createTarget', { body: { name: 'Smoke', type: 'mock' } });
    progress.keep('target', target);
    const template = '{{ $uppercase(word) }} says {{ $count(items) }}';
    const webhook = await createWebhook(addresses(), user(), [target], { name: 'Smoke', use_template: true, template });
    progress.keep('webhook', webhook);
    const id = await send(webhook.url, { word: 'smoke', items: [1, 2, 3] });
    const [dispatch] = await dispatches(id, (status) => status !== 'pending', 'a rendered message');
    if (dispatch?.rendered_message !== 'SMOKE says 3')
      throw new Error(`rendered “${dispatch?.rendered_message}”: ${dispatch?.error_message || dispatch?.note}`);
    progress.keep('rendered call', id);
    return `“${dispatch.rendered_message}”`;
  });
  await look('it is delivered to a mock target', async () => {
    const [dispatch] = await dispatches(progress.need('rendered call'), (status) => status === 'success', 'a delivery');
    return `at ${dispatch?.dispatched_at}`;
  });
  await look('a paused target keeps its messages, and gets them when it is enabled', async () => {
    progress.need('rendered call');
    const { url } = progress.need<{ url: string }>('webhook');
    const target = progress.need<number>('target');
    await user().api('updateTarget', { id: target, body: { enabled: false } });
    const waiting: string[] = [];
    for (const item of [1, 2, 3]) waiting.push(await send(url, { word: 'waiting', items: [item] }));
    for (const id of waiting)
      await dispatches(id, (status, note) => status !== 'success' && note !== '', 'a message of a disabled target');
    await user().api('updateTarget', { id: target, body: { enabled: true } });
    for (const id of waiting) await dispatches(id, (status) => status === 'success', 'a message that had waited');
    return `${waiting.length} messages waited and arrived`;
  });
  await look('a mail goes out, and its bounce comes back', async () => {
    // Before its own address is confirmed, an account cannot request the confirmation of another; a given account has
    // confirmed its address.
    const address = account ? bouncing() : user().email;
    const { id } = await user().api('createTarget', { body: { name: 'Bounce', type: 'email', options: { address } } });
    const reason = await eventually(
      async () => {
        const { status, status_reason } = await user().api('getTarget', { id });
        return status === 'inactive' && (status_reason ?? 'no reason');
      },
      'a bounce',
      patienceMs,
      500,
    );
    return reason;
  });
  await look('a burst is refused with a time to come again', async () => {
    const { url } = progress.need<{ url: string }>('webhook');
    const answers = await Promise.all(Array.from({ length: BURST }, () => fetch(url, { method: 'POST', body: '{}' })));
    const refused = answers.filter(({ status }) => status !== 202);
    const wrong = refused.find(
      ({ status, headers }) => ![429, 503].includes(status) || !(Number(headers.get('retry-after')) > 0),
    );
    if (wrong) throw new Error(`${wrong.status} with Retry-After ${wrong.headers.get('retry-after')}`);
    if (refused.length === 0) throw new Error(`all of ${BURST} calls were accepted`);
    const [first] = refused;
    return `${refused.length} of ${BURST}: ${first?.status}, Retry-After ${first?.headers.get('retry-after')}`;
  });
  await look('what was made is deleted', async () => {
    const { userId, api } = user();
    if (account) {
      await api('deleteWebhook', { id: progress.need<{ id: number }>('webhook').id });
      for (const { id } of await api('listTargets')) await api('deleteTarget', { id });
      return 'webhook and targets';
    }
    await api('deleteUser', { id: userId });
    return 'the account';
  });
  return findings;
};

/** A line of the table. */
export const lineOf = ({ ok, name, detail }: Finding): string =>
  `${ok ? 'ok    ' : 'FAILED'}  ${name.padEnd(66)}  ${detail}`;
