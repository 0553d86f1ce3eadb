/** Items of a list that are looked at, and how deep. */
const MAX_ITEMS = 20;
const MAX_DEPTH = 8;
const MAX_PATHS = 2000;

export interface PathInfo {
  /** As it is written in a template: `user.login`, `` headers.`x-key` ``. A list's fields follow its name directly. */
  path: string;
  type: 'text' | 'number' | 'yes/no' | 'empty' | 'object' | 'list';
  /** The beginning of the value, or how many items a list has. */
  sample: string;
}

/** All paths of a payload, each once, in the order of the payload. */
export function collectPaths(payload: unknown): PathInfo[] {
  const found = new Map<string, PathInfo>();
  visit(payload, '', 0, found);
  return [...found.values()];
}

function visit(value: unknown, path: string, depth: number, found: Map<string, PathInfo>): void {
  if (Array.isArray(value)) {
    for (const item of value.slice(0, MAX_ITEMS)) visit(item, path, depth, found);
    return;
  }
  if (typeof value !== 'object' || value === null || depth >= MAX_DEPTH) return;
  for (const [name, inner] of Object.entries(value)) {
    if (found.size >= MAX_PATHS) return;
    const full = path === '' ? quoted(name) : `${path}.${quoted(name)}`;
    if (!found.has(full)) found.set(full, { path: full, ...describe(inner) });
    visit(inner, full, depth + 1, found);
  }
}

/** The fields of a value by name; those of a list are its items' fields. */
export function fieldsOf(value: unknown): PathInfo[] {
  const found = new Map<string, PathInfo>();
  for (const item of Array.isArray(value) ? value.slice(0, MAX_ITEMS) : [value]) {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) continue;
    for (const [name, inner] of Object.entries(item)) {
      if (!found.has(name)) found.set(name, { path: quoted(name), ...describe(inner) });
    }
  }
  return [...found.values()];
}

/** The value at a path of names; a list on the way stands for its first items. */
export function valueAt(value: unknown, names: string[]): unknown {
  let values = [value];
  for (const name of names) {
    const items = values.flatMap((item) => (Array.isArray(item) ? item.slice(0, MAX_ITEMS) : [item]));
    values = items.flatMap((item) =>
      typeof item === 'object' && item !== null && Object.hasOwn(item, name)
        ? [(item as Record<string, unknown>)[name]]
        : [],
    );
  }
  return values.length === 1 ? values[0] : values.flat();
}

const quoted = (name: string) => (/^[A-Za-z_][\w]*$/.test(name) && !/^(and|or|in)$/.test(name) ? name : `\`${name}\``);

function describe(value: unknown): Pick<PathInfo, 'type' | 'sample'> {
  if (value === null || value === undefined) return { type: 'empty', sample: 'null' };
  if (Array.isArray(value)) return { type: 'list', sample: `${value.length} ${value.length === 1 ? 'item' : 'items'}` };
  if (typeof value === 'object') return { type: 'object', sample: '' };
  const text = String(value);
  const sample = text.length > 60 ? `${text.slice(0, 60)}…` : text;
  return { type: typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'yes/no' : 'text', sample };
}
