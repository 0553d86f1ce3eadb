import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { Mistake, page, readJson, readYaml } from './read-yaml.ts';
import { rows } from './rows.ts';
import { compileText, mistakesIn, type Tables } from './sender-text.ts';

/** The position of senders without a `place`: after all others. */
const LAST = 10_000;

/** The longest line that a reader can still follow in a diff. */
const MAX_LINE = 250;

const text = z.string().min(1);

/** The name of a folder or message. */
export const SLUG = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

/** A text for people. */
const words = z.string().regex(/^\S(?:\P{C}*\S)?$/u, 'Write one line of visible characters.');

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

const value = z.union([z.literal(true), text, z.array(text).min(1)]);
const condition = z.strictObject({
  headers: z.record(z.string().regex(/^[a-z0-9_-]+$/, 'Write the header in lower case.'), value).optional(),
  fields: z.record(z.string().regex(/^[^.[\]]+(?:\.[^.[\]]+)*$/, 'Write a path such as items.0.id.'), value).optional(),
  text: text.optional(),
});
const when = z.union([condition, z.array(condition).min(1)]);

/** True for a value that only a call with this header or field can match. */
const isProof = (wanted: z.infer<typeof value>): boolean =>
  wanted === true || [wanted].flat().every((each) => each !== '*' && !each.startsWith('!'));

const message = z.strictObject({
  id: z.string().regex(SLUG, 'Write lower-case letters, digits and hyphens.'),
  label: words,
  when: when.default({}),
  template: text,
  link: text.optional(),
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
    name: words,
    group: z.enum(['code', 'monitoring', 'cloud', 'payments', 'projects', 'customers', 'messages', 'home']).optional(),
    docs: page.optional(),
    place: z.int().optional(),
    popular: z.int().optional(),
    setup: z.strictObject({ where: words, choose: words.optional(), test: words.optional() }).optional(),
    signature: signature.optional(),
    secret: z
      .strictObject({
        way: z.enum(['theirs', 'chosen', 'public', 'brought']),
        where: words,
        called: words,
        check: words.optional(),
        note: words.optional(),
      })
      .optional(),
    when: when
      .refine(
        (read) =>
          [read].flat().every(({ headers = {}, fields = {}, text: part }) => {
            return part !== undefined || Object.values({ ...headers, ...fields }).some(isProof);
          }),
        'This matches calls of any service. Add a header or a field that its calls have.',
      )
      .optional(),
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

/** A message's templates and expressions, by their path in it. */
const textsOf = ({ template, link, facts, subject = {} }: Message): [path: string[], source: string][] => [
  [['template'], template],
  ...(link === undefined ? [] : [[['link'], link] satisfies [string[], string]]),
  ...(facts === undefined ? [] : [[['facts'], facts] satisfies [string[], string]]),
  ...Object.entries(subject).map(([name, rule]): [string[], string] => [['subject', name], rule]),
];

/** A sender's name among the names and ids that are taken. */
export const nameKey = (name: string) => `name ${name.toLowerCase()}`;

/**
 * Reads one `sender.yaml`.
 * @param taken the names and ids of other senders, to which this sender's are added
 * @throws Mistake
 */
export const readSender = (source: string, file: string, taken = new Set<string>()): Sender => {
  const complete = sender.superRefine(({ name, group, docs, tables = {}, messages = [] }, { addIssue }) => {
    const report = (path: (string | number)[], mistake: string, line?: number) =>
      addIssue({ code: 'custom', path, message: mistake, params: { line } });
    const take = (path: (string | number)[], one: string) => {
      if (taken.has(one)) report(path, 'This is taken by another sender or message.');
      taken.add(one);
    };
    take(['name'], nameKey(name));
    const unused = new Set(Object.keys(tables));
    for (const [index, each] of messages.entries()) {
      take(['messages', index, 'id'], `id ${each.id}`);
      for (const [path, expression] of textsOf(each)) {
        const { mistakes, used } = mistakesIn(expression, tables, path[0] === 'subject');
        for (const { message: mistake, line } of mistakes) report(['messages', index, ...path], mistake, line);
        for (const table of used) unused.delete(table);
      }
    }
    for (const table of unused) report(['tables', table], 'No expression uses this table.');
    if (messages.length > 0 && group === undefined) report(['group'], 'Add the group, see docs/senders.md.');
    if (messages.length > 0 && docs === undefined) report(['docs'], 'Add the address of the page about its calls.');
  });
  const read = readYaml(complete, source, file);
  const long = source.split('\n').findIndex((line) => line.length > MAX_LINE) + 1;
  if (long > 0) throw new Mistake(`${file}:${long}: A line has at most ${MAX_LINE} characters. Break it inside a tag.`);
  return read;
};

/** The expression of a link that is a single tag and uses none of the template's variables. */
const linkRule = (link = ''): string | undefined =>
  /^\{\{\s*((?:(?!\}\}|\$(?!headers\b)\w+\b(?!\()).)+?)\s*\}\}$/s.exec(link)?.[1];

/** A message with the texts that the renderer loads. */
const compiled = (message: Message, tables: Tables = {}): Message => {
  const { template, link, facts, subject } = message;
  const rule = linkRule(link);
  const rules = Object.entries({ ...(rule && { link: rule }), ...subject });
  return {
    ...message,
    template: compileText(template, tables),
    ...(link && { link: compileText(link, tables) }),
    ...(facts && { facts: compileText(facts, tables) }),
    ...(subject && { subject: Object.fromEntries(rules.map(([name, rule]) => [name, compileText(rule, tables)])) }),
  };
};

/** Senders whose calls are in `test/templates/fixtures`, by event. */
const CALLED_BY_EVENT = new Set(['github', 'gitlab']);

/** The content of a `calls.json` for messages with these ids. */
const calls = (ids: readonly string[], isComplete: boolean) =>
  z
    .array(
      z.strictObject({
        id: z.enum(ids).optional(),
        headers: z.record(text, z.string()),
        body: z.union([text, z.looseObject({}), z.array(z.unknown())]),
        message: z.array(z.string()).min(1),
      }),
    )
    .superRefine((read, { addIssue }) => {
      const missing = ids.filter((id) => !read.some((call) => call.id === id));
      for (const id of isComplete ? missing : []) addIssue({ code: 'custom', message: `No call has the id ${id}.` });
    });

/** Reads a sender's folder. @throws Mistake */
const readFolder = (shelf: string, slug: string, taken: Set<string>): Sender => {
  const at = (file: string) => `integrations/senders/${slug}/${file}`;
  const content = (file: string) => {
    if (!existsSync(path.join(shelf, slug, file))) throw new Mistake(`${at(file)} is missing.`);
    return readFileSync(path.join(shelf, slug, file), 'utf8');
  };
  if (!SLUG.test(slug)) throw new Mistake(`${at('')}: Use lower-case letters, digits and hyphens for the folder.`);
  const read = readSender(content('sender.yaml'), at('sender.yaml'), taken);
  const ids = read.messages?.map(({ id }) => id);
  if (ids) readJson(calls(ids, !CALLED_BY_EVENT.has(slug)), content('calls.json'), at('calls.json'));
  return read;
};

/** Every described sender by slug, in the order in which calls are recognised. */
const readShelf = (shelf: string): [slug: string, sender: Sender][] => {
  const taken = new Set<string>();
  return readdirSync(shelf)
    .toSorted()
    .map((slug): [string, Sender] => [slug, readFolder(shelf, slug, taken)])
    .toSorted(([, one], [, other]) => (one.place ?? LAST) - (other.place ?? LAST));
};

/** The folder with a file of messages for each sender. Only the file of a call's sender is read. */
export const MESSAGES = 'lambdas/templates/ready-made/messages';

/** The generated files of the shelf of senders, by their path in the project. */
export const senderIndices = (shelf: string): Record<string, string> => {
  const senders = readShelf(shelf);
  const having = (file: string) =>
    senders.flatMap(([slug, { name, popular = LAST }]) => {
      const whole = path.join(shelf, slug, file);
      return existsSync(whole) ? [{ slug, name, popular, content: readFileSync(whole, 'utf8') }] : [];
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
    .map(([slug, { name, group, docs }]) => ({ slug, name, group, docs }));
  return {
    'lambdas/contract/senders.gen.ts': `/** Short names of the senders whose signature is described in \`integrations/senders\`. */
export const describedSenders = ${rows(proving.map(([slug]) => slug))} as const;
`,
    'lambdas/contract/sender-samples.gen.ts': `/** A sample call of each popular sender. */
export const senderSamples = ${rows(samples.map(({ slug, content }) => readJson(z.looseObject({}), content, `integrations/senders/${slug}/sample.json`)))} as const;
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
