import {
  isAlias,
  isMap,
  isNode,
  isScalar,
  LineCounter,
  parseDocument,
  type Scalar,
  type SchemaOptions,
  visit,
} from 'yaml';
import { z } from 'zod';

/** A mistake in a file of a shelf. Its message has the file and the line. */
export class Mistake extends Error {}

/** Lets a tool end with the message of a mistake, without its stack. */
export const printMistakes = () =>
  process.on('uncaughtException', (error) => {
    console.error(error instanceof Mistake ? error.message : error);
    process.exit(1);
  });

/** The address of a public page. */
export const page = z
  .url({ protocol: /^https$/, hostname: z.regexes.domain, error: 'Write the https:// address of a public page.' })
  .regex(/^[^\s@]+$/, 'Write the address without an account.');

/** Reads a YAML file of a shelf. @throws Mistake for everything that isn’t part of the schema */
export const readYaml = <Schema extends z.ZodType>(
  schema: Schema,
  source: string,
  file: string,
  options: SchemaOptions = {},
): z.infer<Schema> => {
  const lines = new LineCounter();
  const at = (offset: number, message: string, further = 0) =>
    `${file}:${lines.linePos(offset).line + further}: ${message}`;
  const document = parseDocument(source, {
    ...options,
    lineCounter: lines,
    prettyErrors: false,
    stringKeys: true,
  });
  const [broken] = [...document.errors, ...document.warnings];
  if (broken) throw new Mistake(at(broken.pos[0], broken.message));
  visit(document, {
    Node: (key, node) => {
      const offset = node.range?.[0] ?? 0;
      if (isAlias(node) || node.anchor || node.tag)
        throw new Mistake(at(offset, 'Write the value without an anchor, alias or tag.'));
      // Zod skips this key, because it would change the object's prototype.
      if (key === 'key' && isScalar(node) && node.value === '__proto__')
        throw new Mistake(at(offset, 'A key can’t be __proto__.'));
    },
  });
  const read = schema.safeParse(document.toJS());
  if (read.success) return read.data;
  const found = read.error.issues.map(deepest).map((issue) => {
    const keys = [...issue.path, ...(issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [])];
    const { offset, isBlock } = placeOf(document, keys);
    const line = issue.code === 'custom' ? (issue.params?.line ?? 0) : 0;
    return at(offset, [keys.join('.'), issue.message].filter(Boolean).join(': '), isBlock ? line : 0);
  });
  throw new Mistake(found.join('\n'));
};

/** Reads a JSON file of a shelf. @throws Mistake */
export const readJson = <Schema extends z.ZodType>(schema: Schema, source: string, file: string): z.infer<Schema> => {
  let broken = '';
  try {
    const read = schema.safeParse(JSON.parse(source));
    if (read.success) return read.data;
  } catch (error) {
    broken = (error as Error).message;
  }
  readYaml(schema, source, file, { schema: 'json' });
  // YAML knows the line of most mistakes, but it allows comments and a comma at the end.
  throw new Mistake(`${file}:${/\(line (\d+)/.exec(broken)?.[1] ?? 1}: ${broken}`);
};

/** The most specific issue of the alternatives that a value doesn’t match. */
const deepest = (issue: z.core.$ZodIssue): z.core.$ZodIssue => {
  if (issue.code !== 'invalid_union') return issue;
  const found = issue.errors.flat().map((each) => deepest({ ...each, path: [...issue.path, ...each.path] }));
  return found.toSorted((one, other) => other.path.length - one.path.length)[0] ?? issue;
};

/** The offset of a value's key, or of its surroundings if it is missing. */
const placeOf = (document: ReturnType<typeof parseDocument>, keys: readonly PropertyKey[]) => {
  for (let length = keys.length; length > 0; length -= 1) {
    const node = document.getIn(keys.slice(0, length), true);
    const around = document.getIn(keys.slice(0, length - 1), true);
    if (!isNode(node)) continue;
    const named = isMap<Scalar>(around) && around.items.find(({ key }) => key.value === keys[length - 1]);
    const { range } = named ? named.key : node;
    return { offset: range?.[0] ?? 0, isBlock: isScalar(node) && node.type === 'BLOCK_LITERAL' };
  }
  return { offset: document.contents?.range?.[0] ?? 0, isBlock: false };
};
