import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { readYaml } from './read-yaml.ts';
import { rows } from './rows.ts';
import { compileText, type Tables } from './sender-text.ts';

/** The position of senders without a `place`: after all others. */
const LAST = 10_000;

/** The longest line that a reader can still follow in a diff. */
const MAX_LINE = 250;

const text = z.string().min(1);

/** An expression's use of a table. */
const TABLE = /\$tables\b(?:\.\w+)?/g;

const place = z.strictObject({
  header: z
    .string()
    .regex(/^[a-z][a-z0-9-]*$/, 'Write the header in lower case.')
    .optional(),
  headersFrom: text.optional(),
  query: text.optional(),
  body: text.optional(),
  encoding: z.enum(['hex', 'base64', 'text']),
  prefix: text.optional(),
  list: z.strictObject({ separator: text, join: text, name: text }).optional(),
});

const signature = z
  .strictObject({
    name: text.optional(),
    source: text,
    standard: z.enum(['webhook', 'svix']).optional(),
    proof: z
      .discriminatedUnion('by', [
        z.strictObject({
          by: z.literal('hmac'),
          hash: z.enum(['sha256', 'sha1', 'sha512']),
          key: z.enum(['text', 'base64', 'hex', 'whsec']),
        }),
        z.strictObject({ by: z.enum(['ecdsa-p256', 'ed25519', 'secret']) }),
      ])
      .optional(),
    at: place.optional(),
    signed: z
      .array(
        z.union([
          z.enum(['body', 'time', 'id', 'method', 'url', 'form']),
          z.strictObject({ text }),
          z.strictObject({ fields: z.array(text), separator: z.string() }),
        ]),
      )
      .optional(),
    time: z
      .strictObject({
        header: text.optional(),
        listed: text.optional(),
        body: text.optional(),
        unit: z.enum(['s', 'ms', 'iso']),
        optional: z.literal(true).optional(),
        toleranceSeconds: z.int().positive().optional(),
      })
      .optional(),
    each: text.optional(),
  })
  .refine(({ standard, at }) => (standard === undefined) !== (at === undefined), 'Describe either standard or at.');

const value = z.union([z.literal(true), text, z.array(text)]);
const condition = z.strictObject({
  headers: z.record(text.lowercase('Write the header in lower case.'), value).optional(),
  fields: z.record(text, value).optional(),
  text: text.optional(),
});
const when = z.union([condition, z.array(condition)]);

const message = z.strictObject({
  id: text.regex(/^[a-z][a-z0-9-]*$/),
  label: text,
  when: when.default({}),
  template: text,
  facts: text.optional(),
  instead: z.array(text).optional(),
  subject: z
    .strictObject({
      key: text.exactOptional(),
      state: text.exactOptional(),
      severity: text.exactOptional(),
      title: text.exactOptional(),
      link: text.exactOptional(),
    })
    .optional(),
});

const sender = z
  .strictObject({
    name: text,
    group: z.enum(['code', 'monitoring', 'cloud', 'payments', 'projects', 'customers', 'messages', 'home']).optional(),
    docs: z.url().optional(),
    place: z.int().optional(),
    popular: z.int().optional(),
    setup: z.strictObject({ where: text, choose: text.optional(), test: text.optional() }).optional(),
    signature: signature.optional(),
    secret: z
      .strictObject({
        way: z.enum(['theirs', 'chosen', 'public', 'brought']),
        where: text,
        called: text,
        check: text.optional(),
        note: text.optional(),
      })
      .optional(),
    when: when.optional(),
    tables: z
      .record(
        z.string().regex(/^[a-z][A-Za-z0-9]*$/, 'Write the name as one word.'),
        z.record(text, z.string()).refine((table) => Object.keys(table).length > 0, 'This table is empty.'),
      )
      .optional(),
    messages: z.array(message).min(1).optional(),
  })
  .refine((read) => (read.signature === undefined) === (read.secret === undefined), {
    path: ['signature'],
    message: 'Describe signature and secret, or neither.',
  })
  .refine((read) => (read.when === undefined) === (read.messages === undefined), {
    path: ['when'],
    message: 'Describe when and messages, or neither.',
  });

/** The content of a `sender.yaml`. */
type Sender = z.infer<typeof sender>;
type Message = z.infer<typeof message>;

/** Reads one `sender.yaml`. A mistake is thrown with its file and line. */
export const readSender = (source: string, file: string): Sender => {
  const read = readYaml(sender, source, file);
  const lines = source.split('\n');
  const long = lines.findIndex((line) => line.length > MAX_LINE) + 1;
  if (long > 0) throw new Error(`${file}:${long}: A line has at most ${MAX_LINE} characters. Break it inside a tag.`);
  const tables = Object.keys(read.tables ?? {});
  const uses = lines.flatMap((line, index) => (line.match(TABLE) ?? []).map((use) => ({ use, line: index + 1 })));
  const unknown = uses.find(({ use }) => !tables.some((name) => use === `$tables.${name}`));
  if (unknown) throw new Error(`${file}:${unknown.line}: ${unknown.use} is not one of the tables.`);
  const unused = tables.find((name) => !uses.some(({ use }) => use === `$tables.${name}`));
  const at = lines.findIndex((line) => line.startsWith(`  ${unused}:`)) + 1;
  if (unused) throw new Error(`${file}:${at}: tables.${unused}: No expression uses this table.`);
  return read;
};

/** A message with the texts that the renderer loads. @throws Error with the message's id */
const compiled = (message: Message, tables: Tables = {}): Message => {
  const { id, template, facts, subject } = message;
  const rules = Object.entries(subject ?? {});
  try {
    return {
      ...message,
      template: compileText(template, tables),
      ...(facts && { facts: compileText(facts, tables) }),
      ...(subject && { subject: Object.fromEntries(rules.map(([name, rule]) => [name, compileText(rule, tables)])) }),
    };
  } catch (error) {
    throw new Error(`The message ${id} has an error: ${(error as Error).message}`, { cause: error });
  }
};

/** Every described sender by slug, in the order in which calls are recognised. */
const readShelf = (shelf: string): [slug: string, sender: Sender][] =>
  readdirSync(shelf)
    .toSorted()
    .map((slug): [string, Sender] => {
      const file = path.join(slug, 'sender.yaml');
      return [slug, readSender(readFileSync(path.join(shelf, file), 'utf8'), `integrations/senders/${file}`)];
    })
    .toSorted(([, one], [, other]) => (one.place ?? LAST) - (other.place ?? LAST));

/** The folder with a file of messages for each sender. Only the file of a call's sender is read. */
export const MESSAGES = 'lambdas/templates/ready-made/messages';

/** The generated files of the shelf of senders, by their path in the project. */
export const senderIndices = (shelf: string): Record<string, string> => {
  const senders = readShelf(shelf);
  const having = (file: string) =>
    senders.flatMap(([slug, { name, popular = LAST }]) => {
      const whole = path.join(shelf, slug, file);
      return existsSync(whole) ? [{ name, popular, content: readFileSync(whole, 'utf8') }] : [];
    });
  const proving = senders
    .filter(([, { secret }]) => secret !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  const told = senders.flatMap(([slug, { name, when: form, tables, messages }]) =>
    messages ? [{ slug, name, form, messages: messages.map((each) => compiled(each, tables)) }] : [],
  );
  const marks = having('mark.svg').toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
  const samples = having('sample.json').toSorted((one, other) => one.popular - other.popular);
  const setups = Object.fromEntries(senders.flatMap(([, { name, setup }]) => (setup ? [[name, setup]] : [])));
  // The most used services come first wherever users look for theirs.
  const known = senders
    .filter(([, { messages }]) => messages !== undefined)
    .toSorted(([, { popular: one = LAST }], [, { popular: other = LAST }]) => one - other)
    .map(([slug, { name, group = 'other', docs = '' }]) => ({ slug, name, group, docs }));
  return {
    'lambdas/contract/senders.gen.ts': `/** Short names of the senders whose signature is described in \`integrations/senders\`. */
export const describedSenders = ${rows(proving.map(([slug]) => slug))} as const;
`,
    'lambdas/contract/sender-samples.gen.ts': `/** A sample call of each popular sender. */
export const senderSamples = ${rows(samples.map(({ content }) => JSON.parse(content)))} as const;
`,
    'lambdas/verification/senders/signatures.gen.ts': `import type { Signature } from './shapes.ts';

/** The signature of each described sender. */
export const signatures = ${rows(Object.fromEntries(proving.map(([slug, { name, signature: row }]) => [slug, { name, ...row }])))} as const satisfies Record<string, Signature>;
`,
    'lambdas/templates/ready-made/senders.gen.ts': `import type { Sender } from './ready-made.ts';

/** The senders whose calls are recognised, in the order of recognition. */
export const senders: readonly Sender[] = ${rows(told.map(({ slug, name, form }) => ({ slug, sender: name, when: form })))};
`,
    ...Object.fromEntries(
      told.map(({ slug, messages }) => [
        `${MESSAGES}/${slug}.gen.json`,
        `[\n${messages.map((each) => JSON.stringify(each)).join(',\n')}\n]\n`,
      ]),
    ),
    'frontend/src/features/verification/guides.gen.ts': `/** The place of each described sender’s secret. */
export const senderGuides = ${rows(Object.fromEntries(proving.map(([slug, { secret }]) => [slug, secret])))} as const;
`,
    'frontend/src/features/invocations/setups.gen.ts': `/** The place of a sender’s webhook settings, by the sender’s name. */
export const setups: Readonly<Record<string, { where: string; choose?: string; test?: string }>> = ${rows(setups)};
`,
    'frontend/src/ui/sender-paths.gen.ts': `/** Marks of senders by the sender’s name: a path in a 24 × 24 box, and its colour if it is visible in both schemes. */
export const senderPaths: Readonly<Record<string, readonly [path: string, colour?: string]>> = ${rows(
      Object.fromEntries(
        marks.map(({ name, content }) => [
          name,
          [/\bd="([^"]+)"/, /\bfill="([^"]+)"/].flatMap((part) => part.exec(content)?.[1] ?? []),
        ]),
      ),
    )};
`,
    'frontend/build/senders.gen.ts': `/** The recognised senders, the most used ones first. */
export const knownSenders = ${rows(known)} as const;
`,
  };
};
