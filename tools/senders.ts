import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';

const sender = z.strictObject({
  secret: z.strictObject({
    way: z.enum(['theirs', 'chosen', 'public', 'brought']),
    where: z.string().min(1),
    called: z.string().min(1),
    check: z.string().min(1).optional(),
    note: z.string().min(1).optional(),
  }),
});

/** What a `sender.yaml` says. */
type Sender = z.infer<typeof sender>;

/** Reads one `sender.yaml`. A mistake is thrown with its file and line. */
export const readSender = (text: string, file: string): Sender => {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const [broken] = document.errors;
  if (broken) throw new Error(`${file}:${lines.linePos(broken.pos[0]).line}: ${broken.message.split('\n')[0]}`);
  const read = sender.safeParse(document.toJS());
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const keys = [...(issue?.path ?? []), ...(issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [])];
  throw new Error(`${file}:${lines.linePos(offsetOf(document, keys)).line}: ${keys.join('.')}: ${issue?.message}`);
};

/** Where the value stands, or what is around it if it is missing. */
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
  const guides = Object.fromEntries(senders.map(([slug, { secret }]) => [slug, secret]));
  return {
    '../../lambdas/contract/senders.gen.ts': `/** Short names of the senders that have a folder in \`integrations/senders\`. */
export const describedSenders = ${JSON.stringify(slugs, null, 2)} as const;
`,
    '../../frontend/src/features/verification/guides.gen.ts': `/** Where the secret of each described sender is. */
export const senderGuides = ${JSON.stringify(guides, null, 2)} as const;
`,
  };
};
