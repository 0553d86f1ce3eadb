/*
 * `npm run new-sender -- <slug> call.json` writes the folder of a new sender from one of its calls: the JSON body, or
 * `{"headers": {…}, "body": …}`. The first template is made of the call's outline; docs/senders.md says how to improve it.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stringify } from 'yaml';
import { z } from 'zod';
import { choicesFor } from '../lambdas/templates/editor/begin.ts';
import { templateOf } from '../lambdas/templates/editor/choices.ts';
import { lowerCaseHeaders } from '../lambdas/templates/payload.ts';
import { readyMadeFor } from '../lambdas/templates/ready-made/index.ts';
import { senders } from '../lambdas/templates/ready-made/senders.gen.ts';
import { render } from '../lambdas/templates/render.ts';
import { Mistake, printMistakes, readJson } from './read-yaml.ts';
import { nameKey, readSender, SLUG } from './senders.ts';

printMistakes();

const fail = (message: string): never => {
  console.error(message);
  process.exit(1);
};

/** Headers of many callers, which do not identify the sender, or of verified calls only. */
const COMMON = /^(?:x-forwarded|x-real|x-request-id|x-amz|x-b3|x-cloud)|signature|token|secret/;
const MAX_FIELDS = 4;

/** A condition that matches this call: one of its special headers, or the names of its first fields. */
function conditionOf(headers: Record<string, string>, body: unknown) {
  const own = Object.keys(headers).filter((name) => name.startsWith('x-') && !COMMON.test(name));
  if (own.length > 0) return { headers: Object.fromEntries(own.slice(0, 1).map((name) => [name, true])) };
  const [before, first] = Array.isArray(body) ? ['0.', body[0]] : ['', body];
  const fields = Object.entries(first ?? {}).filter(
    ([name, value]) => value !== null && value !== '' && !name.includes('.'),
  );
  return { fields: Object.fromEntries(fields.slice(0, MAX_FIELDS).map(([name]) => [before + name, true])) };
}

const [slug = '', file = ''] = process.argv.slice(2);
if (file === '') fail('Usage: npm run new-sender -- <slug> call.json');
if (!SLUG.test(slug)) fail(`${slug} is not a slug. Use lower-case letters, digits and hyphens, such as acme-cloud.`);
const folder = path.resolve(import.meta.dirname, '../integrations/senders', slug);
if (existsSync(folder)) fail(`${slug} already has a folder.`);
if (!existsSync(file)) fail(`${file} doesn’t exist. Save a call in it, or its JSON body.`);

const content = z.union([z.looseObject({}), z.array(z.looseObject({})).min(1)]);
const call = z.strictObject({ headers: z.record(z.string(), z.string()), body: content });
const given = readJson(
  z.union([call, content.refine((whole) => !('headers' in whole && 'body' in whole), { abort: true })]),
  readFileSync(file, 'utf8'),
  file,
) as Partial<z.infer<typeof call>>;
const { headers: sent = {}, body = given } = 'headers' in given && 'body' in given ? given : {};
const headers = lowerCaseHeaders(sent);
const name = slug.replace(/(?:^|-)([a-z])/g, (part, letter: string) =>
  part.replace('-', ' ').replace(letter, letter.toUpperCase()),
);
const facts = { headers, body: JSON.stringify(body), contentType: 'application/json', method: 'POST' };
const choices = choicesFor(facts, name);
const template = templateOf({ ...choices, link: undefined }, false);
const link = choices.link === undefined ? undefined : `{{ ${choices.link} }}`;
if (!template.includes('{{ '))
  fail('No field of this call is in its default message, so no template can begin from it.');
const rendered = render({ ...facts, template: link === undefined ? template : `${template}\n${link}` });
if ('error' in rendered) fail(`The first template fails: ${rendered.error.message}`);

const sender = {
  name,
  when: conditionOf(headers, body),
  messages: [{ id: `${slug}-event`, label: `${name} event`, template, ...(link && { link }) }],
};
const text = stringify(sender, { lineWidth: 0, blockQuote: 'literal' });
const message = 'message' in rendered ? rendered.message.split('\n') : [];
const example = { id: `${slug}-event`, headers, body, message };
mkdirSync(folder);
writeFileSync(path.join(folder, 'sender.yaml'), text);
writeFileSync(path.join(folder, 'calls.json'), `${JSON.stringify([example], null, 2)}\n`);
console.log(`integrations/senders/${slug} says:\n\n${message.join('\n')}\n`);
const rival = readyMadeFor(facts)?.sender;
if (rival)
  console.log(`${rival} recognises this call too. Give the sender with the stricter \`when\` a lower \`place\`.`);
console.log('Edit sender.yaml as in docs/senders.md, then run npm run shelf.');
try {
  readSender(text, `integrations/senders/${slug}/sender.yaml`, new Set(senders.map((each) => nameKey(each.sender))));
} catch (error) {
  if (!(error instanceof Mistake)) throw error;
  console.log(`It will report:\n${error.message}`);
}
