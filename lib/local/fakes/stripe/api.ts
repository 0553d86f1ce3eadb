import { type FakeAnswer, type FakeRequest, jsonAnswer } from '../fake.ts';
import { customerObject, missing, newId, refusal, sessionObject, subscriptionObject } from './objects.ts';
import { answerSetUp } from './set-up-api.ts';
import type { FakeSubscription, Session, StripeState } from './state.ts';

interface ApiContext {
  state: StripeState;
  secretKey: string;
  priceId: string;
  /** URL prefix of the pages for customers, without a trailing slash. */
  pagesUrl: string;
  /** Seconds since the epoch. */
  now: number;
  changed: (type: string, subscription: FakeSubscription, line: string) => void;
}

const SESSION_SECONDS = 86_400;

const sessionAnswer = (session: Session, { pagesUrl }: ApiContext): FakeAnswer =>
  jsonAnswer(200, sessionObject(session, `${pagesUrl}/pay/${session.id}`));

/** The part of Stripe's API that a subscription needs. */
const route = (request: FakeRequest, form: URLSearchParams, context: ApiContext): FakeAnswer => {
  const { state, priceId, now } = context;
  const [, , resource = '', id = '', verb = ''] = request.path.split('/');
  const what = `${request.method} ${resource}${id && '/:id'}${verb && `/${verb}`}`;
  switch (what) {
    case 'POST customers': {
      const customer = {
        id: newId('cus'),
        email: form.get('email') ?? '',
        metadata: metadataOf(form, 'metadata'),
        method: undefined,
        fails: false,
      };
      state.customers.push(customer);
      return jsonAnswer(200, customerObject(customer));
    }
    case 'GET customers/:id': {
      const customer = state.customers.find((it) => it.id === id);
      return customer ? jsonAnswer(200, customerObject(customer)) : missing('customer', id);
    }
    // In this path, `:id` is the `sessions` of `checkout/sessions`.
    case 'POST checkout/:id':
      return openSession(form, context);
    case 'POST billing_portal/:id':
      return openPortal(form, context);
    case 'GET subscriptions': {
      const found = state.subscriptions
        .filter(({ customer }) => customer === request.query.get('customer'))
        .filter(({ status }) => request.query.get('status') === 'all' || status !== 'canceled')
        .toReversed()
        .slice(0, Number(request.query.get('limit') ?? 10));
      return jsonAnswer(200, {
        object: 'list',
        data: found.map((it) => subscriptionObject(it, priceId)),
        has_more: false,
        url: '/v1/subscriptions',
      });
    }
    case 'GET subscriptions/:id':
    case 'POST subscriptions/:id':
    case 'DELETE subscriptions/:id': {
      const it = state.subscriptions.find((one) => one.id === id);
      if (!it) return missing('subscription', id);
      if (request.method === 'GET') return jsonAnswer(200, subscriptionObject(it, priceId));
      if (it.status === 'canceled')
        return request.method === 'DELETE'
          ? missing('subscription', id)
          : refusal(400, 'invalid_request_error', 'A canceled subscription can only update its metadata.');
      if (request.method === 'DELETE') {
        it.status = 'canceled';
        it.endedAt = now;
        context.changed('customer.subscription.deleted', it, 'Tellhook ended the subscription at once.');
      } else if (form.has('cancel_at_period_end')) {
        it.cancelAtPeriodEnd = form.get('cancel_at_period_end') === 'true';
        const line = it.cancelAtPeriodEnd ? 'Cancelled, for the end of the month.' : 'The cancellation was taken back.';
        context.changed('customer.subscription.updated', it, line);
      }
      return jsonAnswer(200, subscriptionObject(it, priceId));
    }
    default:
      return refusal(404, 'invalid_request_error', `Unrecognized request URL (${request.method}: ${request.path}).`);
  }
};

const openPortal = (form: URLSearchParams, { state, pagesUrl }: ApiContext): FakeAnswer => {
  const customer = form.get('customer') ?? '';
  if (!state.customers.some((it) => it.id === customer)) return missing('customer', customer);
  const wanted = form.get('configuration');
  const configuration = state.setUp?.find((it) => it.object === 'billing_portal.configuration' && it.id === wanted);
  if (wanted !== null && !configuration) return missing('configuration', wanted);
  const features = configuration?.features as { invoice_history?: { enabled?: string } } | undefined;
  const isRepair = form.get('flow_data[type]') === 'payment_method_update';
  const visit = {
    id: newId('bps'),
    customer,
    returnUrl: form.get('return_url') ?? '',
    // Without a configuration, Stripe uses the account's default one, which shows the invoices.
    ...(!isRepair && { showsInvoices: !configuration || features?.invoice_history?.enabled === 'true' }),
  };
  state.visits.push(visit);
  return jsonAnswer(200, {
    id: visit.id,
    object: 'billing_portal.session',
    customer,
    url: `${pagesUrl}/${isRepair ? 'repair' : 'portal'}/${visit.id}`,
  });
};

const metadataOf = (form: URLSearchParams, prefix: string): Record<string, string> =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) =>
      name.startsWith(`${prefix}[`) ? [[name.slice(prefix.length + 1, -1), value]] : [],
    ),
  );

const openSession = (form: URLSearchParams, context: ApiContext): FakeAnswer => {
  const { state, priceId, now } = context;
  const price = form.get('line_items[0][price]') ?? '';
  if (price !== priceId) return refusal(400, 'invalid_request_error', `No such price: '${price}'`, 'resource_missing');
  const customer = form.get('customer') ?? '';
  if (!state.customers.some((it) => it.id === customer)) return missing('customer', customer);
  const session: Session = {
    id: newId('cs_test'),
    customer,
    status: 'open',
    expiresAt: now + SESSION_SECONDS,
    successUrl: form.get('success_url') ?? '',
    cancelUrl: form.get('cancel_url') ?? '',
    metadata: metadataOf(form, 'subscription_data[metadata]'),
    subscription: undefined,
  };
  state.sessions.push(session);
  return sessionAnswer(session, context);
};

const existingSession = (request: FakeRequest, context: ApiContext): FakeAnswer | undefined => {
  const [, id = '', verb = ''] = /^\/v1\/checkout\/sessions\/([^/]+)(?:\/(\w+))?$/.exec(request.path) ?? [];
  if (id === '') return undefined;
  const session = context.state.sessions.find((it) => it.id === id);
  if (!session) return missing('checkout.session', id);
  if (verb === 'expire') {
    if (session.status !== 'open')
      return refusal(400, 'invalid_request_error', `This Session has a status of ${session.status}.`);
    session.status = 'expired';
  }
  return sessionAnswer(session, context);
};

/** Handles a request to the API. Checks the key, and returns the stored response if the request is a repetition. */
export const answerApi = (request: FakeRequest, context: ApiContext): FakeAnswer => {
  if (request.headers.authorization !== `Bearer ${context.secretKey}`)
    return refusal(401, 'invalid_request_error', 'Invalid API Key provided.');
  const key = request.headers['idempotency-key'];
  const known = key === undefined ? undefined : context.state.answers[key];
  const asked = `${request.method} ${request.path} ${request.body}`;
  if (known) {
    return known.request === asked
      ? jsonAnswer(known.status, JSON.parse(known.body), { 'idempotent-replayed': 'true' })
      : refusal(400, 'idempotency_error', 'Keys for idempotent requests can only be used with the same parameters.');
  }
  const form = new URLSearchParams(request.body);
  const answer =
    existingSession(request, context) ?? answerSetUp(request, form, context.state) ?? route(request, form, context);
  if (key !== undefined && answer.status < 500)
    context.state.answers[key] = { request: asked, status: answer.status, body: answer.body };
  return answer;
};
