/*
 * `npm run new-sender -- <slug> call.json` writes the folder of a new sender from one of its calls: the JSON body, or
 * `{"headers": {…}, "body": …}`. The first template is made of the call's outline; docs/senders.md says how to improve it.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stringify } from 'yaml';
import { choicesFor } from '../lambdas/templates/editor/begin.ts';
import { templateOf } from '../lambdas/templates/editor/choices.ts';
import { lowerCaseHeaders } from '../lambdas/templates/payload.ts';
import { render } from '../lambdas/templates/render.ts';
import { readSender } from './senders.ts';

const fail = (message: string): never => {
  console.error(message);
  process.exit(1);
};

/** Headers of many callers, which do not identify the sender. */
const COMMON = /^(?:x-forwarded|x-real|x-request-id|x-amz|x-b3|x-cloud)/;
const MAX_FIELDS = 4;

/** A condition that matches this call: one of its special headers, or the names of its first fields. */
function conditionOf(headers: Record<string, string>, body: unknown) {
  const own = Object.keys(headers).filter((name) => name.startsWith('x-') && !COMMON.test(name));
  if (own.length > 0) return { headers: Object.fromEntries(own.slice(0, 1).map((name) => [name, true])) };
  const fields = Object.entries(body ?? {}).filter(([, value]) => value !== null && value !== '');
  return { fields: Object.fromEntries(fields.slice(0, MAX_FIELDS).map(([name]) => [name, true])) };
}

const [slug = '', file = ''] = process.argv.slice(2);
if (!/^[a-z][a-z0-9-]*$/.test(slug) || file === '') fail('Usage: npm run new-sender -- <slug> call.json');
const folder = path.resolve(import.meta.dirname, '../integrations/senders', slug);
if (existsSync(folder)) fail(`${slug} already has a folder.`);

const given = JSON.parse(readFileSync(file, 'utf8')) as { headers?: Record<string, string>; body?: unknown };
const isCall = typeof given.headers === 'object' && given.body !== undefined;
const headers = isCall ? lowerCaseHeaders(given.headers ?? {}) : {};
const body = isCall ? given.body : given;
const name = slug.replace(/(?:^|-)([a-z])/g, (part, letter: string) =>
  part.replace('-', ' ').replace(letter, letter.toUpperCase()),
);
const facts = { headers, body: JSON.stringify(body), contentType: 'application/json', method: 'POST' };
const template = templateOf(choicesFor(facts, name), false);
if (!template.includes('{{ '))
  fail('No field of this call is in its default message, so no template can begin from it.');
const rendered = render({ ...facts, template });
if ('error' in rendered) fail(`The first template fails: ${rendered.error.message}`);

const sender = {
  name,
  when: conditionOf(headers, body),
  messages: [{ id: `${slug}-event`, label: `${name} event`, template }],
};
const text = stringify(sender, { lineWidth: 0, blockQuote: 'literal' });
readSender(text, `integrations/senders/${slug}/sender.yaml`);
mkdirSync(folder);
writeFileSync(path.join(folder, 'sender.yaml'), text);
const message = 'message' in rendered ? rendered.message.split('\n') : [];
const call = { id: `${slug}-event`, headers, body, message };
writeFileSync(path.join(folder, 'calls.json'), `${JSON.stringify([call], null, 2)}\n`);
console.log(
  `integrations/senders/${slug} says:\n\n${message.join('\n')}\n\nNext: docs/senders.md, then npm run shelf. Write words for events in \`tables\`, and use them as $tables.name.`,
);
