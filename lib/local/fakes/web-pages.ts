import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname } from 'node:path';
import { isForeign } from '../foreign-page.ts';
import { builtPage } from './built-page.ts';
import type { PageAnswer } from './fake.ts';
import { readBody } from './provider-server.ts';
import { type ApiParts, handleApi, sendJson } from './web-api.ts';
import type { AskingPage } from './wire.ts';

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

const everyAnswer = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

/**
 * Serves `/__fakes` and the paths below it: the page, its files, its API, and the providers' pages in a user's browser.
 * Returns false for all other paths.
 */
export const createPageHandler =
  (parts: ApiParts) =>
  async (req: IncomingMessage, res: ServerResponse, path: string): Promise<boolean> => {
    const url = new URL(req.url ?? '/', 'http://page');
    if (path !== '/__fakes' && !path.startsWith('/__fakes/')) return false;
    // A page of another site must not act as this machine's user.
    if (isForeign(req)) return sendJson(res, 403, { error: 'Requests from other sites are rejected.' });
    const rest = path.replace(/^\/__fakes\/?/, '');
    if (rest.startsWith('api/')) return handleApi(req, res, rest.slice(4), url.searchParams, parts);
    if (rest.startsWith('assets/')) return sendAsset(res, rest.slice(7));
    const method = req.method ?? 'GET';
    const [, slug = '', below = ''] = /^(\w+)(?:\/(.*))?$/.exec(rest) ?? [];
    const provider = parts.providers.find((one) => one.slug === slug);
    const answer = provider?.page && (await provider.page(method, below, url.searchParams, await readForm(req)));
    if (answer) return sendAnswer(res, answer);
    const isLink = provider?.deepLinks === true && /^\w*$/.test(below);
    return (rest === '' || rest === 'mails' || isLink) && sendPage(res, 200);
  };

const readForm = async (req: IncomingMessage): Promise<URLSearchParams> =>
  new URLSearchParams(req.method === 'POST' ? (await readBody(req, 64 * 1024)).toString('utf8') : '');

const sendAnswer = async (res: ServerResponse, answer: PageAnswer): Promise<boolean> => {
  if ('asks' in answer) return sendPage(res, answer.status, answer.asks);
  res.writeHead(answer.status, { ...everyAnswer, location: answer.location }).end();
  return true;
};

const sendPage = async (res: ServerResponse, status: number, asks?: AskingPage): Promise<boolean> => {
  const { html, policy } = await builtPage.document(asks);
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy };
  res.writeHead(status, { ...everyAnswer, ...headers }).end(html);
  return true;
};

const sendAsset = async (res: ServerResponse, name: string): Promise<boolean> => {
  const content = await builtPage.file(name);
  if (!content) return false;
  res.writeHead(200, { ...everyAnswer, 'content-type': types[extname(name)] ?? 'text/plain' }).end(content);
  return true;
};
