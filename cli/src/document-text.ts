import { Failure } from './command.ts';

/** A position in a document: the names and indexes that lead to it from the root. */
export type Place = readonly PropertyKey[];

const yaml = () => import('yaml');

const isYaml = (file: string): boolean => /\.ya?ml$/i.test(file);

/** Parses `!file name` to `{ file: 'name' }`. */
const fileTag = { tag: '!file', resolve: (file: string) => ({ file }) };

/** Parses YAML. The library is as large as the rest of the CLI, so it is loaded only when needed. */
const parseYaml = async (text: string) => {
  const { LineCounter, parseDocument } = await yaml();
  const lines = new LineCounter();
  const document = parseDocument(text, { customTags: [fileTag], lineCounter: lines, stringKeys: true });
  return { document, lines };
};

/**
 * Parses a `.yaml` or `.yml` file as YAML 1.2, and any other file as JSON.
 * @throws Failure with the position of a mistake
 */
export const parseDocumentText = async (text: string, file: string): Promise<unknown> => {
  if (!isYaml(file)) {
    try {
      return JSON.parse(text);
    } catch (error) {
      throw new Failure(
        `${file} is not valid JSON: ${(error as Error).message}`,
        'For an example, run: tellhook export',
      );
    }
  }
  const { document, lines } = await parseYaml(text);
  // Warnings count as errors, because an unknown tag causes only a warning.
  const [wrong] = [...document.errors, ...document.warnings];
  if (wrong) {
    const { line, col } = lines.linePos(wrong.pos[0]);
    const [words] = wrong.message.split(/ at line \d+/);
    throw new Failure(
      `${file}:${line}:${col} is not valid YAML: ${words}`,
      'For an example, run: tellhook export --yaml',
    );
  }
  try {
    return document.toJS();
  } catch (error) {
    // The library also rejects nested aliases that would expand to an enormous size.
    throw new Failure(
      `${file} is not valid YAML: ${(error as Error).message}`,
      'For an example, run: tellhook export --yaml',
    );
  }
};

/**
 * Returns a function that finds the line of a path, or of its nearest ancestor in the document. Lines are counted from
 * 1. JSON is parsed as YAML.
 */
export const linesOf = async (text: string): Promise<(place: Place) => number> => {
  const { isNode } = await yaml();
  const { document, lines } = await parseYaml(text);
  return (place) => {
    for (let depth = place.length; depth > 0; depth -= 1) {
      const node = document.getIn(place.slice(0, depth), true);
      if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
    }
    return 1;
  };
};

export const toYaml = async (value: unknown): Promise<string> => (await yaml()).stringify(value, { lineWidth: 0 });
