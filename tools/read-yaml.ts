import { LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';

/** Reads a YAML file of a shelf. A mistake is thrown with its file and line. */
export const readYaml = <Schema extends z.ZodType>(schema: Schema, source: string, file: string): z.infer<Schema> => {
  const lines = new LineCounter();
  const document = parseDocument(source, {
    lineCounter: lines,
    uniqueKeys: (one, other) => String(one) === String(other),
  });
  const [broken] = document.errors;
  if (broken) throw new Error(`${file}:${lines.linePos(broken.pos[0]).line}: ${broken.message.split('\n')[0]}`);
  const read = schema.safeParse(document.toJS());
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
