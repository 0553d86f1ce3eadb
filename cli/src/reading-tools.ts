import * as z from 'zod';
import { type DocsEntry, searchDocs } from '../../frontend/src/lib/docs-search.ts';
import { Unreachable } from '../../lambdas/contract/client.ts';
import { searchedStatus } from '../../lambdas/contract/invocation-search.ts';
import { findWebhook, type Webhook } from './account.ts';
import { Failure } from './command.ts';
import type { Call } from './print.ts';
import { rendered } from './rendered.ts';
import { knownSample, parseSample, type Sample, sampleOf, storedSample } from './samples.ts';
import { since } from './time.ts';
import { defineTool, type Tool, type ToolWorld } from './tools.ts';

/** Maximum number of characters, because an assistant reads the whole text. */
const MAX_BODY = 8_000;
const MAX_DOCS_TEXT = 1_200;

export const webhookArgument = z.string().min(1).describe('Name or ID of a webhook.');
export const callArgument = z.string().min(1).describe('ID of a call, as listed by find_calls.');
export const sampleArgument = z.string().describe('A known service’s call, for instance github-push.');
export const bodyArgument = z.string().describe('A custom body, as JSON text.');

const cut = (text: string, most = MAX_BODY) =>
  text.length > most ? { text: text.slice(0, most), left_out: text.length - most } : { text };

/** Returns a webhook’s settings. The invoke URL is left out, because anyone who knows it can send calls. */
const factsOf = ({ id, name, status, disabled_code, amount_invocations, open_errors, ...rest }: Webhook) => ({
  id,
  name,
  status,
  ...(disabled_code && { disabled_code }),
  calls: amount_invocations,
  messages_that_failed: open_errors,
  format: rest.format ?? 'plain',
  time_zone: rest.time_zone ?? 'UTC',
  has_template: rest.use_template,
});

/**
 * Returns the call to render: a stored call, a known service's sample, or a custom body.
 * @throws Failure unless exactly one of the three is given
 */
const sampleFor = async (
  { call, sample, body }: { call?: string | undefined; sample?: string | undefined; body?: string | undefined },
  { client, signal }: ToolWorld,
): Promise<Sample> => {
  if ([call, sample, body].filter((each) => each !== undefined).length !== 1)
    throw new Failure('Pass exactly one of call, sample and body.');
  if (call !== undefined) return storedSample(call, client, signal);
  return sample !== undefined ? knownSample(sample) : parseSample(body ?? '');
};

const briefCall = ({ id, invoked_at, status, size, message, verified }: Call) => ({
  id,
  at: invoked_at,
  status,
  bytes: size,
  ...(message?.severity && { severity: message.severity }),
  ...(verified !== undefined && { verified }),
});

const wordsOf = ({ method, message: { title, sender, event } = { title: '' } }: Call) => ({
  method,
  title,
  sender,
  event,
});

/** Returns the code and position of an error or warning. The text is left out, because it can quote the call. */
const placeOf = ({ code, line, column }: { code: string; line: number; column: number }) => ({ code, line, column });

/** The tools for reading, which change nothing and show no secrets. */
export const readingTools: readonly Tool[] = [
  defineTool({
    name: 'list_webhooks',
    title: 'List webhooks',
    about: 'Lists all webhooks of the account with their state and number of failures. Start here.',
    needs: ['read'],
    takes: z.strictObject({}),
    run: async (_, { client, signal }) => ({ facts: (await client.call('listWebhooks', { signal })).map(factsOf) }),
  }),
  defineTool({
    name: 'get_webhook',
    title: 'Show a webhook',
    about: 'Shows one webhook with its template and its targets.',
    needs: ['read'],
    takes: z.strictObject({ webhook: webhookArgument }),
    run: async ({ webhook }, { client, signal }) => {
      const found = await findWebhook(webhook, client);
      const targets = await client.call('listTargets', { signal });
      return {
        facts: {
          ...factsOf(found),
          template: found.use_template ? found.template : null,
          targets: targets
            .filter(({ id }) => found.target_ids.includes(id))
            .map(({ id, name, target_type, status }) => ({ id, name, type: target_type, status })),
        },
      };
    },
  }),
  defineTool({
    name: 'list_matters',
    title: 'List open matters',
    about: 'Lists the open alerts, issues and runs of one webhook, or of all webhooks that keep track of them.',
    needs: ['read'],
    takes: z.strictObject({ webhook: webhookArgument.optional() }),
    run: async ({ webhook }, { client, signal }) => {
      const all = webhook === undefined ? await client.call('listWebhooks', { signal }) : [];
      const chosen =
        webhook === undefined
          ? all.filter(({ follow, acknowledge }) => follow !== 'off' || acknowledge)
          : [await findWebhook(webhook, client)];
      const open = [];
      for (const { id, name } of chosen) {
        const matters = await client.call('listMatters', { params: { id }, signal });
        open.push(...matters.filter(({ state }) => state === 'open').map((matter) => ({ webhook: name, ...matter })));
      }
      return {
        facts: open.map(({ title: _title, link: _link, acknowledged_by: _by, ...facts }) => facts),
        fromStrangers: open.map(({ invocation_id, title, link }) => ({ invocation_id, title, link })),
      };
    },
  }),
  defineTool({
    name: 'find_calls',
    title: 'Find calls',
    about: 'Lists the latest calls of a webhook, newest first, filtered by outcome, text or age.',
    needs: ['read'],
    takes: z.strictObject({
      webhook: webhookArgument,
      status: searchedStatus.optional().describe('The results of the messages.'),
      text: z.string().min(1).optional().describe('Text to find in headline, body, headers and query.'),
      since: z.string().optional().describe('30m, 2h, 3d, or a time such as 2026-03-01T12:00:00Z.'),
      limit: z.int().min(1).max(50).default(10),
    }),
    run: async ({ webhook, status, text, since: from, limit }, { client, io, signal }) => {
      const { id } = await findWebhook(webhook, client);
      const query = { limit, status, text, from: from && since(from, io.now()) };
      const { invocations } = await client.call('searchInvocations', { params: { id }, query, signal });
      return {
        facts: invocations.map(briefCall),
        fromStrangers: Object.fromEntries(invocations.map((call) => [call.id, wordsOf(call)])),
      };
    },
  }),
  defineTool({
    name: 'get_call',
    title: 'Show a call',
    about:
      'Shows one call as received, with headers and body. Credentials in headers and query were masked when it was stored.',
    needs: ['read'],
    takes: z.strictObject({ call: callArgument }),
    run: async ({ call: id }, { client, signal }) => {
      const call = await client.call('getInvocation', { params: { id }, signal });
      const { headers, body, query, content_type } = sampleOf(call);
      return {
        facts: briefCall(call),
        fromStrangers: {
          ...wordsOf(call),
          query,
          content_type,
          headers,
          body: body === undefined ? '(binary)' : cut(body),
        },
      };
    },
  }),
  defineTool({
    name: 'explain_delivery',
    title: 'Explain a delivery',
    about: 'Shows the result of each message of a call: the target, the error code, the next attempt, and help.',
    needs: ['read'],
    takes: z.strictObject({ call: callArgument }),
    run: async ({ call: id }, { client, account, signal }) => {
      const dispatches = await client.call('listDispatches', { params: { id }, signal });
      return {
        facts: dispatches.map((dispatch) => ({
          target: { name: dispatch.target.name, type: dispatch.target.target_type, status: dispatch.target.status },
          status: dispatch.status,
          ...(dispatch.error_code && {
            reason: dispatch.error_code,
            help: `${account.url}/docs/troubleshooting#${dispatch.error_code}`,
          }),
          ...(dispatch.fallback_for && { fallback_for: dispatch.fallback_for.name }),
          ...(dispatch.note_code && { note: dispatch.note_code }),
          ...(!dispatch.next_attempt_at.startsWith('0001') && { next_attempt_at: dispatch.next_attempt_at }),
          attempts: dispatch.attempts.map(({ at, outcome, code, cause, duration_ms }) => ({
            at,
            outcome,
            code,
            cause,
            duration_ms,
          })),
        })),
        // These texts can quote the call or the provider's response.
        fromStrangers: dispatches.map(({ target, attempts, rendered_message, error_message, note }) => ({
          target: target.name,
          message: cut(rendered_message),
          reason: error_message,
          note,
          words_of_the_provider: attempts.map(({ detail }) => detail).filter(Boolean),
        })),
      };
    },
  }),
  defineTool({
    name: 'render_template',
    title: 'Render a template',
    about:
      'Returns the message for a call, a sample or a body, rendered by the product. Sends nothing. Without a template, returns the default message.',
    needs: ['read'],
    takes: z.strictObject({
      template: z.string().optional(),
      call: callArgument.optional(),
      sample: sampleArgument.optional(),
      body: bodyArgument.optional(),
    }),
    run: async ({ template, ...named }, world) => {
      const { message, error, warnings } = rendered(await sampleFor(named, world), template, 'Webhook');
      return {
        facts: { error: error && placeOf(error), warnings: warnings?.map(placeOf) },
        fromStrangers: {
          message: message === undefined ? undefined : cut(message),
          error: error && { message: error.message, hint: error.hint },
        },
      };
    },
  }),
  defineTool({
    name: 'search_docs',
    title: 'Search the documentation',
    about: 'Searches the documentation: template language, targets, errors and their fixes, the API.',
    needs: ['read'],
    takes: z.strictObject({ query: z.string().min(1).describe('A few words.') }),
    run: async ({ query }, { account, io, signal }) => {
      const { docs } = await docsOf(account.url, io.fetch, signal);
      return {
        facts: searchDocs(docs, query, 5).map(({ href, page, title, text }) => ({
          title: `${page}: ${title}`,
          url: `${account.url}${href}`,
          text: cut(text, MAX_DOCS_TEXT).text,
        })),
      };
    },
  }),
];

/**
 * Loads the docs site's search index.
 * @throws Unreachable
 */
const docsOf = async (url: string, fetch: typeof globalThis.fetch, signal: AbortSignal) => {
  try {
    const response = await fetch(new URL('/docs/search.json', url), { redirect: 'error', signal });
    if (!response.ok) throw new Error(`it returned ${response.status}`);
    return { docs: (await response.json()) as DocsEntry[] };
  } catch (error) {
    throw new Unreachable(url, error);
  }
};
