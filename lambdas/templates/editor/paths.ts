import { MASK, withoutSecretValues } from '#contract/secret-values';
import { isSecretField } from '#contract/secret-words';
import { KEYWORDS } from '../tokens.ts';

/** Maximum length of a value that is searched for secrets, in UTF-16 units. */
const LOOKED_AT = 2000;
/** Maximum number of a list's items that are checked. */
const MAX_ITEMS = 20;

interface PathInfo {
  /** The path in template syntax, such as `login` or `` `x-key` ``. */
  path: string;
  type: 'text' | 'number' | 'yes/no' | 'empty' | 'object' | 'list';
  /** The beginning of the value, or the number of items in a list. */
  sample: string;
}

/** Returns the fields of an object, or of a list's items. */
export function fieldsOf(value: unknown): PathInfo[] {
  const found = new Map<string, PathInfo>();
  for (const item of Array.isArray(value) ? value.slice(0, MAX_ITEMS) : [value]) {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) continue;
    for (const [name, inner] of Object.entries(item)) {
      if (!found.has(name)) found.set(name, { path: quoted(name), ...describe(inner, name) });
    }
  }
  return [...found.values()];
}

/** Returns the value at a path of names. In a list, the first items are searched. */
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

/** Writes a field's name in a path. Special names are put in backquotes. */
export const quoted = (name: string) => (/^[A-Za-z_]\w*$/.test(name) && !KEYWORDS.has(name) ? name : `\`${name}\``);

function describe(value: unknown, name: string): Pick<PathInfo, 'type' | 'sample'> {
  if (value === null || value === undefined) return { type: 'empty', sample: 'null' };
  if (Array.isArray(value)) return { type: 'list', sample: `${value.length} ${value.length === 1 ? 'item' : 'items'}` };
  if (typeof value === 'object') return { type: 'object', sample: '' };
  const text = isSecretField(name, value) ? MASK : withoutSecretValues(String(value).slice(0, LOOKED_AT));
  const sample = text.length > 60 ? `${text.slice(0, 60)}…` : text;
  return { type: typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'yes/no' : 'text', sample };
}
