import { type FakeAnswer, type FakeRequest, jsonAnswer } from '../fake.ts';
import { missing, newId, refusal } from './objects.ts';
import type { SetUpThing, StripeState } from './state.ts';

/** The object type and id prefix of each path. */
const KINDS: Record<string, { object: string; prefix: string }> = {
  products: { object: 'product', prefix: 'prod' },
  prices: { object: 'price', prefix: 'price' },
  webhook_endpoints: { object: 'webhook_endpoint', prefix: 'we' },
  'billing_portal/configurations': { object: 'billing_portal.configuration', prefix: 'bpc' },
};

/** Converts a form to an object: `a[b]=1` becomes `{a: {b: '1'}}`, and `a[]=1` becomes a list. */
const fieldsOf = (form: URLSearchParams): Record<string, unknown> => {
  const fields: Record<string, unknown> = {};
  for (const [name, value] of form) {
    const [first = '', ...rest] = name.split(/\[|\]\[?/).slice(0, name.includes('[') ? -1 : undefined);
    let at = fields;
    const path = [first, ...rest];
    for (const step of path.slice(0, -1).filter((_, place) => path[place + 1] !== '')) {
      at[step] ??= {};
      at = at[step] as Record<string, unknown>;
    }
    if (path.at(-1) === '') at[path.at(-2) ?? ''] = form.getAll(name);
    else at[path.at(-1) ?? ''] = value;
  }
  return fields;
};

const priceFields = (fields: Record<string, unknown>) => ({
  ...fields,
  unit_amount: Number(fields.unit_amount),
  recurring: { interval_count: 1, ...(fields.recurring as object) },
});

const create = (kind: { object: string; prefix: string }, form: URLSearchParams, things: SetUpThing[]): FakeAnswer => {
  const { id, transfer_lookup_key: transfers, ...fields } = fieldsOf(form);
  const named = things.find((it) => it.id === id);
  if (named)
    return refusal(400, 'invalid_request_error', `Product already exists: ${named.id}`, 'resource_already_exists');
  const holder = things.find((it) => fields.lookup_key !== undefined && it.lookup_key === fields.lookup_key);
  if (holder && transfers !== 'true')
    return refusal(400, 'invalid_request_error', `A price already uses that lookup key: ${holder.id}`);
  if (holder) holder.lookup_key = null;
  const thing: SetUpThing = {
    active: true,
    metadata: {},
    ...(kind.object === 'price' ? priceFields(fields) : fields),
    ...(kind.object === 'webhook_endpoint' && { status: 'enabled' }),
    id: typeof id === 'string' ? id : newId(kind.prefix),
    object: kind.object,
  };
  things.push(thing);
  // As in Stripe, the secret is returned only once.
  return jsonAnswer(200, { ...thing, ...(kind.object === 'webhook_endpoint' && { secret: newId('whsec') }) });
};

const change = (thing: SetUpThing, form: URLSearchParams): FakeAnswer => {
  const { metadata, disabled, ...fields } = fieldsOf(form);
  Object.assign(thing, fields, { metadata: { ...(thing.metadata as object), ...(metadata as object) } });
  if (disabled !== undefined) thing.status = disabled === 'true' ? 'disabled' : 'enabled';
  return jsonAnswer(200, thing);
};

/** Handles the part of Stripe's API with which an operator sets up products. Returns undefined for other requests. */
export const answerSetUp = (
  request: FakeRequest,
  form: URLSearchParams,
  state: StripeState,
): FakeAnswer | undefined => {
  const [, path = '', id = ''] =
    /^\/v1\/(products|prices|webhook_endpoints|billing_portal\/configurations)(?:\/(\w+))?$/.exec(request.path) ?? [];
  const kind = KINDS[path];
  if (!kind) return undefined;
  state.setUp ??= [];
  const things = state.setUp;
  if (id === '') {
    if (request.method === 'POST') return create(kind, form, things);
    const wanted = request.query.getAll('lookup_keys[]');
    const found = things
      .filter(({ object }) => object === kind.object)
      .filter(({ lookup_key: key }) => wanted.length === 0 || wanted.includes(String(key)));
    return jsonAnswer(200, { object: 'list', data: found, has_more: false, url: `/v1/${path}` });
  }
  const thing = things.find((it) => it.id === id && it.object === kind.object);
  if (!thing) return missing(kind.object, id);
  if (request.method === 'POST') return change(thing, form);
  if (request.method === 'DELETE') things.splice(things.indexOf(thing), 1);
  return jsonAnswer(200, request.method === 'DELETE' ? { id, object: kind.object, deleted: true } : thing);
};
