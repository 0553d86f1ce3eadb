import { isDeepStrictEqual } from 'node:util';
import type { ChangeWire } from '#contract/audit';
import { type AuditedRoute, isAudited } from '#contract/audited-routes';
import { type RouteName, routes } from '#contract/routes';
import type { ChangeStore } from '../accounts/audit-log.ts';
import type { Clock } from '../platform/clock.ts';
import { newChangeId, parseInvocationId } from '../platform/ids.ts';
import { log } from '../platform/log.ts';
import { type Call, Reply } from './handler.ts';

/** A route's handler with its types erased. */
export type AnyHandler = (call: Call<RouteName>) => Promise<unknown>;

export interface AuditPorts {
  changes: Pick<ChangeStore, 'insert'>;
  clock: Clock;
}

type Fields = Record<string, unknown>;

/** The object that a request changes. For a PUT, `wire` is its previous state, as the API returns it. */
interface Subject {
  object: ChangeWire['object'];
  id?: unknown;
  name?: unknown;
  wire?: Fields | undefined;
}

const fieldsIn = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

const bodyOf = (result: unknown): unknown => (result instanceof Reply ? result.body : result);

/**
 * Reads an object through another route for the same caller. Returns an empty object if that fails, because the change
 * then fails too.
 */
const ask = async (handlers: Map<RouteName, AnyHandler>, name: RouteName, call: Call<RouteName>, id?: unknown) => {
  // A restricted key can change objects that it can read only in part, so its limits do not apply here.
  const caller = { ...call.caller, scopes: undefined, reach: undefined };
  const asked = { ...call, caller, params: { id }, query: {}, request: undefined } as unknown as Call<RouteName>;
  const result = await handlers
    .get(name)?.(asked)
    .catch(() => undefined);
  return fieldsIn(bodyOf(result));
};

const readersOf: Record<string, { object: Subject['object']; reader: RouteName }> = {
  webhook: { object: 'webhook', reader: 'getWebhook' },
  targets: { object: 'target', reader: 'getTarget' },
  sample: { object: 'sample', reader: 'getSample' },
};

/** Objects that only their list shows, by the name of the list and the beginning of the path. */
const listsOf: Record<string, { object: Subject['object']; reader: RouteName }> = {
  keys: { object: 'key', reader: 'listKeys' },
  passkeys: { object: 'passkey', reader: 'listPasskeys' },
};

/** Returns the object in the path. It must run before the change, because a deleted object no longer has a name. */
const subjectOf = async (
  route: AuditedRoute,
  call: Call<RouteName>,
  handlers: Map<RouteName, AnyHandler>,
): Promise<Subject> => {
  const id = (call.params as { id?: unknown } | undefined)?.id;
  const { path, method } = routes[route];
  const begin = path.split('/')[1] ?? '';
  const { object, reader } = readersOf[begin] ?? {};
  if (object && reader && id !== undefined) {
    const found = await ask(handlers, reader, call, id);
    const wire = route === 'setVerification' ? await ask(handlers, 'getVerification', call, id) : found;
    return { object, id, name: found.name, ...(method === 'PUT' && { wire }) };
  }
  if (begin === 'team' && id !== undefined) {
    const { members, invitations } = await ask(handlers, 'getTeam', call);
    const all = [members, invitations].flat() as ({ id: unknown; email: string; role: string } | undefined)[];
    const found = all.find((each) => each?.id === id);
    return { object: 'member', id, name: found?.email, ...(method === 'PUT' && { wire: { role: found?.role } }) };
  }
  const list = listsOf[begin];
  if (list && id !== undefined) {
    const all = (await ask(handlers, list.reader, call))[begin] as { id: string; name: string }[] | undefined;
    const name = all?.find((each) => each.id === id)?.name;
    return { object: list.object, id, name, ...(method === 'PUT' && { wire: { name } }) };
  }
  const { webhookId } = parseInvocationId(String(id).split('-')[0] ?? '') ?? {};
  if (webhookId === undefined) return { object: 'account' };
  return { object: 'call', id, name: (await ask(handlers, 'getWebhook', call, webhookId)).name };
};

/** Functions that derive a newly created object from the response and the request. */
const created: Partial<Record<AuditedRoute, (body: Fields, request: Fields) => Subject>> = {
  createWebhook: (body, request) => ({
    object: 'webhook',
    id: body.webhook_id,
    name: fieldsIn(request.webhook).name,
  }),
  cloneWebhook: (body, request) => ({ object: 'webhook', id: body.webhook_id, name: request.name }),
  createTarget: ({ id, name }) => ({ object: 'target', id, name }),
  keepSample: ({ id, name }) => ({ object: 'sample', id, name }),
  inviteMember: ({ id, email }) => ({ object: 'member', id, name: email }),
  createKey: ({ id, name }) => ({ object: 'key', id, name }),
  addPasskey: ({ id, name }) => ({ object: 'passkey', id, name }),
  // The id in the path is the code that the command-line tool shows. It must not be logged.
  answerKeyRequest: (_, request) => ({ object: 'key', name: fieldsIn(request.key).name }),
  takeKey: ({ key }) => ({ object: 'key', id: fieldsIn(key).id, name: fieldsIn(key).name }),
};

/** Request fields that are not settings of the changed object. */
const IGNORED = new Set(['id', 'route', 'created_at', 'email', 'current_password', 'retire_after_hours']);

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/**
 * Returns the names of the request fields whose values differ from the stored ones. Nested fields are named
 * `object.field`.
 */
const changedFields = (request: unknown, before: Fields = {}): string[] => {
  const sent = fieldsIn(JSON.parse(JSON.stringify(request ?? {})));
  const stored = fieldsIn(JSON.parse(JSON.stringify(before)));
  const differing = Object.keys(sent).filter((name) => !isDeepStrictEqual(sent[name], stored[name]));
  return differing
    .filter((name) => !IGNORED.has(name) && !(isEmptyList(sent[name]) && stored[name] === undefined))
    .flatMap((name) => {
      const inner = fieldsIn(sent[name]);
      const old = fieldsIn(stored[name]);
      const names = Object.keys(inner).filter((each) => !isDeepStrictEqual(inner[each], old[each]));
      return Object.keys(inner).length > 0 && Object.keys(old).length > 0
        ? names.map((each) => `${name}.${each}`)
        : [name];
    });
};

const MAX_FIELDS = 100;
const MAX_TEXT = 255;

const text = (value: unknown): string | undefined =>
  value === undefined || value === null ? undefined : String(value).slice(0, MAX_TEXT);

const byWhom = ({ userId, member, keyId, keyName }: Call<RouteName>['caller']) => {
  if (member) return { by: 'member' as const, member_email: member.email };
  if (userId === 0) return { by: 'public' as const };
  if (keyId === undefined) return { by: 'session' as const };
  return { by: 'key' as const, key_id: keyId, ...(keyName !== undefined && { key_name: keyName }) };
};

/**
 * Wraps a route's handler: a successful change is also written to the account's audit log. The entry is written after
 * the change, so failed changes have no entry. If it cannot be written, the change still succeeds, and the entry is in
 * the operator's log (decision 0090). Routes that are not audited keep their handler unchanged.
 */
export const audited = (
  route: RouteName,
  handlers: Map<RouteName, AnyHandler>,
  handler: AnyHandler,
  { changes, clock }: AuditPorts,
): AnyHandler => {
  if (!isAudited(route)) return handler;
  return async (call) => {
    const before = await subjectOf(route, call, handlers);
    const result = await handler(call);
    const { account, memberEmail: email, detail } = result instanceof Reply ? result.extras : {};
    const userId = account ?? call.caller.userId;
    const caller =
      email === undefined ? call.caller : { ...call.caller, member: { userId: call.caller.userId, email } };
    // This public request changed no account; for example, the requested key is not approved yet.
    if (!userId) return result;
    const request = fieldsIn(call.request);
    const { object, id, name } =
      email === undefined
        ? (created[route]?.(fieldsIn(bodyOf(result)), request) ?? before)
        : { object: 'member' as const, id: call.caller.userId, name: email };
    const at = clock();
    const objectId = text(id);
    // A renamed object is listed by its new name.
    const objectName = text((before.wire && request.name) ?? name);
    const entry = {
      id: newChangeId(at),
      userId,
      at,
      action: route,
      object,
      ...(objectId !== undefined && { object_id: objectId }),
      ...(objectName !== undefined && { object_name: objectName }),
      ...(detail !== undefined && { detail }),
      ...byWhom(caller),
      ip: call.caller.ip.slice(0, MAX_TEXT),
      fields: routes[route].method === 'PUT' ? changedFields(request, before.wire).slice(0, MAX_FIELDS) : [],
    };
    await changes.insert(entry).catch((error: unknown) => {
      const { action, fields } = entry;
      log.error('change not audited', { userId, action, reason: `${objectId} ${fields.join(' ')}` }, error);
    });
    return result;
  };
};
