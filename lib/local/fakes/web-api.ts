import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
import { targetKind } from '../../../integrations/targets/kinds.gen.ts';
import type { Behaviours } from './behaviour.ts';
import { FakeInputError, type FakeProvider } from './fake.ts';
import { mailHtml, mailList } from './mails/preview.ts';
import { readBody } from './provider-server.ts';
import type { Recorder } from './recorder.ts';
import { behaviour, type Changes, type Entry, type EntrySummary } from './wire.ts';

export interface ApiParts {
  providers: FakeProvider[];
  recorder: Recorder;
  behaviours: Behaviours;
  appUrl: string;
}

const inputLimit = 1024 * 1024;
const entriesPerProvider = 300;

/**
 * Handles `/__fakes/api/*`, which the page and scripts use. Returns false for all other paths.
 *
 * - `GET|DELETE received?provider=` the product's requests, oldest first
 * - `POST behaviour {provider, mode, times?, every?, retryAfter?, answer?}`
 * - `POST <provider>/<action>` acts as that provider's user
 * - `GET changes?after=ID`, `GET entries/ID`, `GET mail/ID` feed the page
 * - `GET mails`, `GET mails/NAME?scheme=` show the emails of the product with example data
 */
export const handleApi = async (
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
  query: URLSearchParams,
  parts: ApiParts,
): Promise<boolean> => {
  const method = req.method ?? 'GET';
  try {
    const route = `${method} ${path}`;
    if (route === 'GET received') return sendJson(res, 200, received(query, parts));
    if (route === 'DELETE received') {
      parts.recorder.clear(query.has('provider') ? providerNamed(query.get('provider'), parts).slug : undefined);
      return sendJson(res, 200, { cleared: true });
    }
    if (route === 'GET behaviour') return sendJson(res, 200, behavioursOf(parts));
    if (route === 'POST behaviour') {
      const { provider, ...chosen } = behaviour.extend({ provider: z.string() }).parse(await readJson(req));
      const known = providerNamed(provider, parts);
      if (chosen.mode === 'answer' && !known.answers.some(({ code }) => code === chosen.answer)) {
        throw new FakeInputError(`answer must be one of ${known.answers.map(({ code }) => code).join(', ')}`);
      }
      parts.behaviours.set(known.slug, chosen);
      return sendJson(res, 200, { provider, ...parts.behaviours.get(known.slug) });
    }
    if (route === 'GET changes') return sendJson(res, 200, changes(query, parts));
    if (method === 'GET' && path.startsWith('entries/')) return sendEntry(res, path.slice(8), parts);
    if (method === 'GET' && path.startsWith('mail/'))
      return sendMailHtml(res, parts.recorder.find(Number(path.slice(5)))?.mail?.html);
    if (route === 'GET mails') return sendJson(res, 200, mailList(parts.appUrl));
    if (method === 'GET' && path.startsWith('mails/'))
      return sendMailHtml(res, mailHtml(path.slice(6), query.get('scheme'), parts.appUrl));

    const action = /^([a-z]+)\/([a-z]+)$/.exec(path);
    const provider = action && parts.providers.find(({ slug }) => slug === action[1]);
    const act =
      provider && Object.hasOwn(provider.actions, action[2] as string) && provider.actions[action[2] as string];
    if (!act) return false;
    if (method !== 'POST') return sendJson(res, 405, { error: 'Use POST.' });
    return sendJson(res, 200, (await act(await readJson(req), { cookie: req.headers.cookie })) ?? {});
  } catch (error) {
    if (error instanceof z.ZodError) return sendJson(res, 400, { error: z.prettifyError(error) });
    if (error instanceof FakeInputError) return sendJson(res, 400, { error: error.message });
    throw error;
  }
};

const providerNamed = (slug: string | null, { providers }: ApiParts): FakeProvider => {
  const found = providers.find((provider) => provider.slug === slug);
  if (!found) throw new FakeInputError(`provider must be one of ${providers.map((one) => one.slug).join(', ')}`);
  return found;
};

const received = (query: URLSearchParams, parts: ApiParts): unknown[] =>
  (query.has('provider') ? [providerNamed(query.get('provider'), parts)] : parts.providers)
    .flatMap(({ slug }) => parts.recorder.list(slug))
    .filter((entry) => entry.kind === 'received')
    .sort((a, b) => a.id - b.id)
    .map(({ id, provider, at, method, url, headers, body, status, isRefusal, note, thread, mail }) => ({
      id,
      provider,
      at,
      method,
      url,
      headers,
      body,
      status,
      ...(isRefusal && { isRefusal }),
      ...(note === undefined ? {} : { note }),
      ...(thread === undefined ? {} : { thread }),
      ...mail,
    }));

const behavioursOf = ({ providers, behaviours }: ApiParts): Record<string, unknown> =>
  Object.fromEntries(providers.map(({ slug }) => [slug, behaviours.get(slug)]));

/** All changes since the page's last request. Returns everything if `after` is missing or the epoch is unknown. */
const changes = (query: URLSearchParams, parts: ApiParts): Changes => {
  const epoch = String(parts.recorder.epoch());
  const after = query.get('epoch') === epoch ? Number(query.get('after') ?? 0) : 0;
  return {
    epoch,
    providers: parts.providers.map((provider) => ({
      slug: provider.slug,
      name: provider.name,
      icon: iconOf(provider.slug),
      behaviour: parts.behaviours.get(provider.slug),
      answers: provider.answers,
      threads: provider.threads(),
      facts: provider.facts?.() ?? {},
    })),
    entries: parts.recorder.after(after, entriesPerProvider).map(summary),
  };
};

const iconOf = (slug: string) => {
  const icon = targetKind(slug)?.icon;
  return icon && { paths: [...icon.paths], colour: icon.colour };
};

/** An entry without the fields for the inspector. */
const summary = ({ headers: _headers, body: _body, answer, mail, ...entry }: Entry): EntrySummary => ({
  ...entry,
  ...(answer && entry.status >= 400 ? { refusal: answer.body.slice(0, 300) } : {}),
  ...(mail
    ? {
        mail: {
          to: mail.to,
          from: mail.from,
          subject: mail.subject,
          text: mail.text.slice(0, 20_000),
          tags: mail.tags,
          hasHtml: mail.html !== '',
        },
      }
    : {}),
});

const sendEntry = (res: ServerResponse, id: string, { recorder }: ApiParts): boolean => {
  const entry = recorder.find(Number(id));
  return entry ? sendJson(res, 200, entry) : sendJson(res, 404, { error: 'It is no longer kept.' });
};

/** Sends an email's HTML as a separate page, which runs no scripts, loads nothing and opens links in a new tab. */
const sendMailHtml = (res: ServerResponse, html: string | undefined): boolean => {
  if (html === undefined || html === '') return sendJson(res, 404, { error: 'This email has no HTML part.' });
  res.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox allow-popups allow-popups-to-escape-sandbox",
    'cache-control': 'no-store',
  });
  res.end(`<base target="_blank">${html}`);
  return true;
};

/** Any content type is accepted, because users also type these requests by hand. */
const readJson = async (req: IncomingMessage): Promise<unknown> => {
  const text = (await readBody(req, inputLimit)).toString('utf8');
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch {
    throw new FakeInputError('The body must be JSON.');
  }
};

export const sendJson = (res: ServerResponse, status: number, body: unknown): true => {
  res.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  res.end(JSON.stringify(body));
  return true;
};
