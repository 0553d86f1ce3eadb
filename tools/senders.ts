import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';

const text = z.string().min(1);

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

const signature = z.strictObject({
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
});

const sender = z.strictObject({
  name: text,
  signature: signature.refine(({ standard, at }) => (standard === undefined) !== (at === undefined), {
    message: 'Describe either standard or at.',
  }),
  secret: z.strictObject({
    way: z.enum(['theirs', 'chosen', 'public', 'brought']),
    where: text,
    called: text,
    check: text.optional(),
    note: text.optional(),
  }),
});

/** The content of a `sender.yaml`. */
type Sender = z.infer<typeof sender>;

/** Reads one `sender.yaml`. A mistake is thrown with its file and line. */
export const readSender = (source: string, file: string): Sender => {
  const lines = new LineCounter();
  const document = parseDocument(source, { lineCounter: lines });
  const [broken] = document.errors;
  if (broken) throw new Error(`${file}:${lines.linePos(broken.pos[0]).line}: ${broken.message.split('\n')[0]}`);
  const read = sender.safeParse(document.toJS());
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const keys = [...(issue?.path ?? []), ...(issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [])];
  throw new Error(`${file}:${lines.linePos(offsetOf(document, keys)).line}: ${keys.join('.')}: ${issue?.message}`);
};

/** The offset of a value, or of its surroundings if it is missing. */
const offsetOf = (document: ReturnType<typeof parseDocument>, keys: readonly PropertyKey[]): number => {
  for (let length = keys.length; length > 0; length -= 1) {
    const node = document.getIn(keys.slice(0, length), true) as { range?: [number, number, number] } | undefined;
    if (node?.range) return node.range[0];
  }
  return document.contents?.range?.[0] ?? 0;
};

/** The generated modules of the shelf of senders, by their path from the shelf. */
export const senderIndices = (shelf: string): Record<string, string> => {
  const slugs = readdirSync(shelf).toSorted();
  const senders = slugs.map((slug) => {
    const file = path.join(slug, 'sender.yaml');
    return [slug, readSender(readFileSync(path.join(shelf, file), 'utf8'), `integrations/senders/${file}`)] as const;
  });
  const signatures = Object.fromEntries(senders.map(([slug, { name, signature }]) => [slug, { name, ...signature }]));
  const guides = Object.fromEntries(senders.map(([slug, { secret }]) => [slug, secret]));
  return {
    '../../lambdas/contract/senders.gen.ts': `/** Short names of the senders that have a folder in \`integrations/senders\`. */
export const describedSenders = ${JSON.stringify(slugs, null, 2)} as const;
`,
    '../../lambdas/verification/senders/signatures.gen.ts': `import type { Signature } from './shapes.ts';

/** The signature of each described sender. */
export const signatures = ${JSON.stringify(signatures, null, 2)} as const satisfies Record<string, Signature>;
`,
    '../../frontend/src/features/verification/guides.gen.ts': `/** The place of each described sender’s secret. */
export const senderGuides = ${JSON.stringify(guides, null, 2)} as const;
`,
  };
};
