import { decodeEntities } from './outline/entities.ts';

/** Reads structured text bodies in enough detail to show them, in linear time even for hostile input. */

const MAX_FIELDS = 200;
const MAX_NODES = 2000;
const MAX_DEPTH = 40;

interface Element {
  name: string;
  fields: Map<string, unknown[]>;
  text: string;
}

/**
 * Reads an XML document as nested fields: attributes and elements by name, and repeated names as lists. An element that
 * has neither becomes its text. Namespaces are removed. Only entities of XML and HTML are resolved, and nothing
 * external is loaded. Returns undefined if there is nothing to show.
 */
export function readMarkup(text: string): Record<string, unknown> | undefined {
  const root: Element = { name: '', fields: new Map(), text: '' };
  const open: Element[] = [root];
  let nodes = 0;
  let at = 0;
  while (nodes < MAX_NODES) {
    const tagStart = text.indexOf('<', at);
    const current = open.at(-1) as Element;
    if (tagStart === -1) break;
    current.text += decodeEntities(text.slice(at, tagStart));
    if (text.startsWith('<![CDATA[', tagStart)) {
      const end = text.indexOf(']]>', tagStart);
      if (end === -1) break;
      current.text += text.slice(tagStart + 9, end);
      at = end + 3;
      continue;
    }
    if (text.startsWith('<!--', tagStart)) {
      const end = text.indexOf('-->', tagStart);
      if (end === -1) break;
      at = end + 3;
      continue;
    }
    const tagEnd = text.indexOf('>', tagStart);
    if (tagEnd === -1) break;
    at = tagEnd + 1;
    const tag = text.slice(tagStart + 1, tagEnd);
    if (tag.startsWith('/')) {
      if (open.length > 1 && localName(tag.slice(1).trim()) === current.name) close(open);
      continue;
    }
    const name = /^[A-Za-z_][\w.:-]{0,200}/.exec(tag)?.[0];
    if (name === undefined) continue;
    nodes++;
    const element: Element = { name: localName(name), fields: attributesOf(tag.slice(name.length)), text: '' };
    if (open.length > MAX_DEPTH) continue;
    open.push(element);
    if (tag.endsWith('/')) close(open);
  }
  while (open.length > 1) close(open);
  return root.fields.size === 0 ? undefined : (contentOf(root) as Record<string, unknown>);
}

const localName = (name: string) => name.slice(name.lastIndexOf(':') + 1);

function close(open: Element[]): void {
  const element = open.pop() as Element;
  const value = contentOf(element);
  if (value !== undefined) add((open.at(-1) as Element).fields, element.name, value);
}

const add = (fields: Map<string, unknown[]>, name: string, value: unknown) => {
  const known = fields.get(name);
  if (known) known.push(value);
  else fields.set(name, [value]);
};

function contentOf({ name, fields, text }: Element): unknown {
  // Text outside the root element is ignored, because it can only be a part of declarations.
  const said = name === '' ? '' : text.trim();
  if (fields.size === 0) return said === '' ? undefined : said;
  // In `<id type="integer">7</id>`, the attribute only describes the text.
  if (said !== '' && [...fields.keys()].every((key) => /^(?:type|lang|nil|space)$/.test(key))) return said;
  if (said !== '') add(fields, 'text', said);
  return asObject(fields);
}

function attributesOf(tag: string): Map<string, unknown[]> {
  const fields = new Map<string, unknown[]>();
  for (const [, name = '', double, single] of tag
    .slice(0, 10_000)
    .matchAll(/([A-Za-z_][\w.:-]{0,100})\s{0,10}=\s{0,10}(?:"([^"]{0,4000})"|'([^']{0,4000})')/g)) {
    const value = decodeEntities(double ?? single ?? '').trim();
    if (value !== '' && !/^xmlns\b|^xsi:|schemaLocation$/.test(name) && fields.size < MAX_FIELDS)
      add(fields, localName(name), value);
  }
  return fields;
}

/**
 * Reads the fields of a multipart body. A file becomes its name and its size in bytes.
 * @param octets true if each character of the text is a byte
 */
export function readMultipart(text: string, contentType: string, octets = false): Record<string, unknown> | undefined {
  const boundary = /boundary="?([^";]{1,200})"?/i.exec(contentType)?.[1]?.trim();
  if (!boundary) return undefined;
  const given = text.toLowerCase().indexOf(`--${boundary.toLowerCase()}`);
  // `contentType` is in lower case, unlike the delimiter in the body, so search for it regardless of case.
  const named = given === -1 ? undefined : text.slice(given, given + boundary.length + 2);
  // If the header is wrong, use the delimiter at the start of the body.
  return (
    partsOf(text, named, octets) ??
    partsOf(text, /^--[^\s"]{1,200}(?=\r?\nContent-Disposition:)/i.exec(text)?.[0], octets)
  );
}

/** Removes the final delimiter if it differs from the one between the parts. */
function withoutLastDelimiter(content: string): string {
  const at = content.lastIndexOf('\n--');
  return at !== -1 && /^\n--\S{1,200}--\s{0,2}$/.test(content.slice(at, at + 210))
    ? content.slice(0, at).replace(/\r$/, '')
    : content;
}

function partsOf(text: string, delimiter: string | undefined, octets: boolean): Record<string, unknown> | undefined {
  if (delimiter === undefined) return undefined;
  const fields = new Map<string, unknown[]>();
  for (const part of text.split(delimiter, MAX_FIELDS).slice(1)) {
    const gap = /\r?\n\r?\n/.exec(part);
    if (!gap || part.startsWith('--')) continue;
    const head = part.slice(0, gap.index);
    const name = parameterOf(head, 'name');
    if (!name) continue;
    const file = parameterOf(head, 'filename');
    const content = withoutLastDelimiter(part.slice(gap.index + gap[0].length).replace(/\r?\n$/, ''));
    const size = /^content-transfer-encoding:\s{0,10}base64\b/im.test(head)
      ? bytesInBase64(content)
      : octets
        ? content.length
        : new TextEncoder().encode(content).length;
    const value = file === undefined ? content : `${file || 'file'} (${size} ${size === 1 ? 'byte' : 'bytes'})`;
    add(fields, name, value);
  }
  return asObject(fields);
}

/**
 * Reads a parameter of a part's header. In a quoted value, browsers write a quote as `%22`, and other clients escape it
 * with a backslash (https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data).
 */
function parameterOf(head: string, name: string): string | undefined {
  const [, quoted, bare] =
    new RegExp(`[; ]${name}\\*?=(?:"((?:\\\\"|[^"\\r\\n]){0,300})"|([^";\\r\\n]{0,300}))`, 'i').exec(head) ?? [];
  return quoted === undefined ? bare : quoted.replaceAll('\\"', '"').replaceAll(/%22/g, '"');
}

/** Returns the number of bytes that a text in base64 represents. */
const bytesInBase64 = (text: string): number => Math.floor((text.replaceAll(/[^A-Za-z0-9+/]/g, '').length * 3) / 4);

function asObject(fields: Map<string, unknown[]>): Record<string, unknown> | undefined {
  if (fields.size === 0) return undefined;
  return Object.fromEntries([...fields].map(([name, values]) => [name, values.length === 1 ? values[0] : values]));
}
