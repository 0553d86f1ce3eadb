import { isNoise } from './noise.ts';
import { isEmpty, isScalar, scalar } from './scalars.ts';

const MAX_ITEMS = 5;
const MAX_LABEL = 80;
const MAX_FACTS = 3;

/** What a person would call an object by, the best first. */
const LABELS = [
  'full_name',
  'path_with_namespace',
  'display_name',
  'displayName',
  'title',
  'name',
  'summary',
  'subject',
  'login',
  'username',
  'message',
  'text',
  'label',
  'email',
  'emailAddress',
  'filename',
  'alertname',
  'key',
  'slug',
];

/** An object or list in a few words: `acme/web`, `3 (build, test, deploy)`. */
export function summaryOf(value: object): string {
  if (!Array.isArray(value)) return labelOf(value as Record<string, unknown>);
  const labels = value.slice(0, MAX_ITEMS).map((item) => {
    if (isScalar(item)) return scalar(item, MAX_LABEL);
    return Array.isArray(item) ? `${item.length} values` : (nameOf(item as Record<string, unknown>) ?? '');
  });
  const names = [...new Set(labels.filter((label) => label !== ''))];
  const items = `${value.length} ${value.length === 1 ? 'item' : 'items'}`;
  if (names.length === 0) return items;
  const more = value.length > MAX_ITEMS ? ', …' : '';
  return value.length === 1 ? (names[0] as string) : `${value.length} (${names.join(', ')}${more})`;
}

/** An object by its name, else by its first facts. */
export function labelOf(value: Record<string, unknown>): string {
  const name = nameOf(value);
  if (name !== undefined) return name;
  const facts: string[] = [];
  for (const [key, fact] of Object.entries(value)) {
    if (facts.length === MAX_FACTS) break;
    if (isScalar(fact) && !isEmpty(fact) && !isNoise(key, fact, value)) facts.push(`${key} ${scalar(fact, MAX_LABEL)}`);
  }
  if (facts.length > 0) return facts.join(', ');
  // Nothing but objects inside: the name of the first that has one.
  for (const [key, inner] of Object.entries(value)) {
    const label = isScalar(inner) || Array.isArray(inner) ? undefined : nameOf(inner as Record<string, unknown>);
    if (label !== undefined) return `${key} ${label}`;
  }
  const keys = Object.keys(value).length;
  return `${keys} ${keys === 1 ? 'field' : 'fields'}`;
}

function nameOf(value: Record<string, unknown>): string | undefined {
  for (const name of LABELS) {
    const label = Object.hasOwn(value, name) ? value[name] : undefined;
    if (isScalar(label) && !isEmpty(label)) return scalar(label, MAX_LABEL);
  }
  const number = value.number ?? value.iid;
  return typeof number === 'number' ? `#${number}` : undefined;
}
