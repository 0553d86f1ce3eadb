import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname } from 'node:path';
import { isForeign } from '../foreign-page.ts';
import type { FakeAnswer } from './fake.ts';
import { withHead } from './page-frame.ts';
import { readBody } from './provider-server.ts';
import type { SlackFake } from './slack/index.ts';
import type { StripeFake } from './stripe/index.ts';
import { type ApiParts, handleApi, sendJson } from './web-api.ts';

const pageFolder = new URL('./page/', import.meta.url);
const fontFolder = new URL('../../../node_modules/@fontsource-variable/', import.meta.url);
const fonts: Record<string, string> = {
  'geist.woff2': 'geist/files/geist-latin-wght-normal.woff2',
  'geist-mono.woff2': 'geist-mono/files/geist-mono-latin-wght-normal.woff2',
};

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** The page runs its own scripts and styles only, and frames nothing but the mails it serves. */
const pageHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; img-src 'self' data:; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

/**
 * Serves `/__fakes` and everything below it that the providers own: the page, its files, its API and the pages that a
 * provider shows in a person's browser. Answers false when the path is none of these.
 */
export const createPageHandler =
  (parts: ApiParts & { slack: SlackFake; stripe: StripeFake }) =>
  async (req: IncomingMessage, res: ServerResponse, path: string): Promise<boolean> => {
    const url = new URL(req.url ?? '/', 'http://page');
    if (path !== '/__fakes' && !path.startsWith('/__fakes/')) return false;
    // Another site's page must not act here as the person at this machine.
    if (isForeign(req)) return sendJson(res, 403, { error: 'Calls from another site are refused.' });
    const rest = path.replace(/^\/__fakes\/?/, '');
    if (rest.startsWith('api/')) return handleApi(req, res, rest.slice(4), url.searchParams, parts);
    if (rest.startsWith('assets/')) return sendAsset(res, rest.slice(7));
    if (/^stripe\/(?:pay|repair)\/\w+$/.test(rest))
      return payments(req, res, rest.slice(7), url.searchParams, parts.stripe);
    if (rest === 'slack/oauth/v2/authorize') return authorize(req, res, url.searchParams, parts.slack);
    if (rest === 'mails') return sendPage(res, await ownPage('mails'));
    if (rest === '' || /^(?:telegram|whatsapp)(?:\/\w*)?$/.test(rest)) {
      return sendPage(res, await ownPage('index'));
    }
    return false;
  };

const ownPage = async (name: string): Promise<FakeAnswer> => ({
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: withHead(await readFile(new URL(`${name}.html`, pageFolder), 'utf8')),
});

const authorize = async (
  req: IncomingMessage,
  res: ServerResponse,
  query: URLSearchParams,
  slack: SlackFake,
): Promise<boolean> => {
  return sendPage(res, slack.authorizePage(req.method ?? 'GET', query, await readForm(req)));
};

const payments = async (
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
  query: URLSearchParams,
  stripe: StripeFake,
): Promise<boolean> => sendPage(res, await stripe.page(req.method ?? 'GET', path, query, await readForm(req)));

const readForm = async (req: IncomingMessage): Promise<URLSearchParams> =>
  new URLSearchParams(req.method === 'POST' ? (await readBody(req, 64 * 1024)).toString('utf8') : '');

const sendPage = (res: ServerResponse, { status, headers, body }: FakeAnswer): boolean => {
  res.writeHead(status, { ...pageHeaders, ...headers }).end(body);
  return true;
};

const sendAsset = (res: ServerResponse, name: string): Promise<boolean> | boolean => {
  if (Object.hasOwn(fonts, name)) return sendFile(res, new URL(fonts[name] as string, fontFolder));
  return /^[a-z-]+\.(?:css|js|svg)$/.test(name) && sendFile(res, new URL(name, pageFolder));
};

const sendFile = async (res: ServerResponse, file: URL): Promise<boolean> => {
  try {
    const content = await readFile(file);
    res.writeHead(200, { ...pageHeaders, 'content-type': types[extname(file.pathname)] ?? 'text/plain' }).end(content);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
};
