import type { ChangeWire } from './audit.ts';
import { csvOfRows } from './csv.ts';

/** Public requests that prove to be the owner's when they succeed. */
const OF_OWNER = /^(?:login|register|startTrial)/;

/** Describes the author of a change. */
export const whoOf = ({
  by,
  action,
  key_name,
  member_email,
}: Pick<ChangeWire, 'by' | 'action' | 'key_name' | 'member_email'>): string => {
  if (by === 'member') return member_email ?? 'A member';
  if (by === 'key') return `API key ${key_name ?? ''}`.trim();
  if (action === 'planChanged') return 'Payment provider';
  return by === 'session' || OF_OWNER.test(action) ? 'You' : 'Not signed in';
};

/** Returns the changed object's name, or its ID if the object has no name. Empty for the whole account. */
export const objectOf = ({ object_name, object_id }: Pick<ChangeWire, 'object_name' | 'object_id'>): string =>
  object_name ?? object_id ?? '';

const columns = [
  'at',
  'what',
  'action',
  'object',
  'object_id',
  'object_name',
  'by',
  'key_id',
  'key_name',
  'member_email',
  'detail',
  'ip',
] as const;

/** Converts the audit log to CSV, with the API's field names as columns. */
export const auditCsv = (changes: readonly ChangeWire[]): string =>
  csvOfRows([
    [...columns, 'fields'],
    ...changes.map((change) => [...columns.map((name) => change[name]), change.fields.join(' ')]),
  ]);
