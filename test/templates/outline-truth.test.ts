import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultMessage } from '../../lambdas/templates/default-message.ts';
import { outlineOf } from '../../lambdas/templates/outline/outline-of.ts';
import { withoutTemplate } from '../../lambdas/templates/without-template.ts';
import { linesOf, rows } from '../support/outlines.ts';

/* A message must not claim anything false. If the meaning is unknown, it says less. */

describe('money', () => {
  const paid = (fields: object) => ({ event: 'order.paid', order: { name: 'A1', ...fields } });
  rows([
    [
      'of a currency with thousandths',
      paid({ amount_cents: 12500, currency: 'KWD' }),
      ['Order A1 paid', 'Amount: 12.500 KWD'],
    ],
    [
      'of a currency without parts',
      paid({ amount_in_cents: 5000, currency: 'jpy' }),
      ['Order A1 paid', 'Amount: 5000 JPY'],
    ],
    ['that no state has issued', paid({ amount_cents: 1463, currency: 'BTC' }), ['Order A1 paid']],
    [
      'that no state has issued, in small letters',
      paid({ amount: 2500, currency: 'usdt' }),
      ['Order A1 paid', 'Amount: 2500 usdt'],
    ],
    [
      'that no state has issued, with its decimals',
      paid({ amount: '0.05', currency: 'BTC' }),
      ['Order A1 paid', 'Amount: 0.05 BTC'],
    ],
    [
      'is called by what it is of, not by its unit',
      paid({ total_btc: { cents: 1463, currency_iso: 'BTC' }, total_native: { cents: 1999, currency_iso: 'CAD' } }),
      ['Order A1 paid', 'Total native: 19.99 CAD'],
    ],
    [
      'is not counted in cents because of a field beside it',
      {
        event: 'refund.created',
        data: {
          refund_amount: 5800,
          currency: 'NGN',
          transaction: { amount: 6000, currency: 'NGN', gateway_response: '' },
        },
      },
      ['Refund created', 'Refund amount: 5800 NGN', 'Transaction amount: 6000 NGN'],
    ],
    [
      'of an unknown unit beside one in cents',
      paid({ amount_cents: 5000, fee: 12, currency: 'EUR' }),
      ['Order A1 paid', 'Amount: 50.00 EUR'],
    ],
    [
      'in the currency of its own name, not in that of another amount',
      paid({ amount: '39.60', currency: 'EUR', mb_amount: '25.46', mb_currency: 'GBP' }),
      ['Order A1 paid', 'Amount: 39.60 EUR', 'Mb amount: 25.46 GBP'],
    ],
    [
      'in the currency of its own name, in another spelling',
      paid({ currency: 'EUR', settledAmount: 9.5, settledCurrency: 'USD' }),
      ['Order A1 paid', 'Settled amount: 9.50 USD'],
    ],
    ['that is none', paid({ tax_amount: '0.00', currency: 'USD' }), ['Order A1 paid']],
    [
      'in cents of nobody knows what',
      paid({ changes: { fee_cents: [100, 200] } }),
      ['Order A1 paid', 'Fee: 100 cents → 200 cents'],
    ],
  ]);
});

/** Generated calls. For any field names, an amount is the sent number unless the call states its unit. */
describe('money in its own unit', () => {
  rows([
    [
      'in whole units and billionths',
      { event: 'order.paid', order: { name: 'A1', price: { units: '12', nanos: 500000000, currencyCode: 'USD' } } },
      ['Order A1 paid', 'Price: 12.50 USD'],
    ],
    [
      'in millionths of the currency beside it',
      { event: 'campaign.ended', campaign: { name: 'Spring', cost_micros: 1200000, currency: 'USD' } },
      ['Campaign Spring ended', 'Cost micros: 1200000'],
    ],
    [
      'that is no money, beside decimals',
      { event: 'scale.read', scale: { name: 'Hall', value: 50, decimals: 2, unit: 'kg' } },
      ['Scale read: Hall', 'Value: 50', 'Decimals: 2', 'Unit: kg'],
    ],
  ]);
});

describe('money without a known unit', () => {
  const field = fc.constantFrom(
    'amount',
    'total',
    'price',
    'fee',
    'tax',
    'subtotal',
    'amount_paid',
    'amount_due',
    'amountTotal',
    'grand_total',
    'refund_amount',
    'net',
    'balance',
    'amount_captured',
  );
  const currency = fc.constantFrom('usd', 'eur', 'jpy', 'kwd', 'USD', 'EUR', 'INR', 'NGN', 'BTC', 'usdt');
  const noun = fc.constantFrom('order', 'donation', 'invoice', 'payment', 'subscription', 'refund', 'booking');
  const beside = fc.constantFrom({}, { amount_refunded: 0 }, { gateway_response: 'ok' }, { object: 'charge' });
  const shape = fc.constantFrom(
    (name: string, value: string, code: string, more: object) => ({ [name]: value, currency: code, ...more }),
    (name: string, value: string, code: string, more: object) => ({
      [name]: { amount: value, currency: code },
      ...more,
    }),
    (name: string, value: string, code: string, more: object) => ({
      [`${name}_money`]: { amount: value, currency_code: code },
      ...more,
    }),
  );
  const whole = fc.integer({ min: 101, max: 9_999_999 }).map(String);

  it('is never scaled', () =>
    fc.assert(
      fc.property(
        noun,
        field,
        currency,
        whole,
        beside,
        shape,
        fc.constantFrom('', '.00', '.50'),
        (of, name, code, value, more, put, decimals) => {
          const body = JSON.stringify({
            event: `${of}.created`,
            [of]: { id: 'x1', ...put(name, '@', code, more) },
          }).replace('"@"', value + decimals);
          const said = defaultMessage({ body, contentType: 'application/json', headers: {}, webhookName: 'Shop' });
          const numbers = said.match(/\d[\d.]*/g)?.map(Number) ?? [];
          expect(
            numbers.filter((each) => each > 1 && each !== Number(value + decimals)),
            said,
          ).toEqual([]);
        },
      ),
      { numRuns: 400, seed: 40 },
    ));

  it('is scaled if its field says so', () =>
    fc.assert(
      fc.property(
        noun,
        fc.constantFrom('amount', 'total', 'price', 'fee'),
        fc.constantFrom('_cents', '_in_cents', 'Cents', 'InCents', '_minor', '_minor_units', '_in_paise', '_pence'),
        whole,
        (of, name, unit, value) => {
          const said = linesOf({
            event: `${of}.created`,
            [of]: { id: 'x1', [name + unit]: Number(value), currency: 'EUR' },
          });
          expect(said.join('\n')).toContain(`: ${(Number(value) / 100).toFixed(2)} EUR`);
        },
      ),
    ));
});

describe('a state', () => {
  rows([
    [
      'of a payment is not that of its refund',
      { event: 'refund.created', payment: { status: 'captured', amount: '20.00', currency: 'EUR' } },
      ['Refund created', 'Payment status: captured', 'Payment amount: 20.00 EUR'],
    ],
    [
      'of a charge is not that of its dispute',
      { event: 'dispute.created', dispute: { charge: { status: 'succeeded' } } },
      ['Dispute created', 'Charge status: succeeded'],
    ],
    [
      'of a ticket is not that of a note',
      { type: 'note.added', ticket: { subject: 'Printer', status: 'solved' } },
      ['Note added: Printer', 'Ticket status: solved'],
    ],
    [
      'of what the event names is its own',
      { event: 'ticket.updated', issue: { title: 'Printer', status: 'solved' } },
      ['Ticket Printer solved'],
    ],
  ]);

  it('of a person is not the state of the event', () =>
    expect(linesOf({ event: 'email.sent', contact: { name: 'Ada Byron', status: 'blocked' } })).toEqual([
      'Email sent: Ada Byron',
    ]));

  it('of another object does not make the event a success', () =>
    expect(
      outlineOf({ body: JSON.stringify({ event: 'charge.failed', order: { status: 'completed' } }) }).severity,
    ).toBe('critical'));
});

describe('the event', () => {
  rows([
    [
      'is no note about an action',
      { type: 'Malware', data: { action: 'test malware delete', rule: 'Default policy', malware: 'EICAR' } },
      ['Malware EICAR', 'Rule: Default policy'],
    ],
    [
      'is not done to what comes of something',
      { event: 'PURCHASE_CHARGEBACK', data: { product: { name: 'Course' } } },
      ['Purchase chargeback: Course'],
    ],
    [
      'is what the one element is called, not what was tried in it',
      { failed_payment_notification: { transaction: { action: 'purchase', message: 'Your card was declined' } } },
      ['Payment failed: Your card was declined'],
    ],
    [
      'is the name of what came',
      { end_device_ids: { device_id: 'dev1' }, join_accept: { received_at: '2030-01-02T03:04:05Z' } },
      ['Join accept: dev1'],
    ],
    [
      'is not done to what stands beside a notification',
      { topic: 'notification/sent', customer: { email: 'a@example.test' }, product: { sku: 'aliens' } },
      ['Notification sent: a@example.test', 'SKU: aliens'],
    ],
    [
      'is not done by a word that is a thing as well',
      { event: 'build', data: { result: 'pass', branch: 'main', committer_name: 'Ada' } },
      ['Build passed', 'Branch: main', 'Committer: Ada'],
    ],
    [
      'is not done to who did it',
      { operation: 'created', target: 'push', subject: { name: 'ada', email: 'a@example.test' }, branch: 'main' },
      ['Push created by ada', 'Branch: main'],
    ],
    [
      'is the name with a dot',
      { name: 'sms.delivery', data: { to: '+4420', attempt_total: 4 } },
      ['SMS delivery', 'To: +4420'],
    ],
    [
      'is in one sentence about the whole call',
      {
        event: 'assigned',
        message: 'RuntimeError assigned to Ada by Bob Hill',
        actor: { name: 'Bob Hill' },
        fault: { klass: 'RuntimeError', action: 'caused_exception', component: 'pages' },
      },
      ['RuntimeError assigned to Ada by Bob Hill', 'Component: pages'],
    ],
    ['is written without a seam', { event: 'ONCRMDEALADD', data: { title: 'Boat' } }, ['Deal Boat added']],
    [
      'is named at the end of a field’s name',
      { type: 'event', data: { original_type: 'ignitionOff', driver: { name: 'Ada' } } },
      ['Ignition off: Ada'],
    ],
  ]);
});

describe('a name', () => {
  rows([
    [
      'is no key that opens something',
      { status: 'success', key: 'gtKFFx', amount: '10.00', txnid: '4ba4afe87f7e73468f2a', firstname: 'Ada' },
      ['Payment succeeded: Ada', 'Amount: 10.00'],
    ],
    [
      'is no label of a field that somebody added',
      { action: 'offer_approved', payload: { id: 1, custom_fields: { size: { name: 'Size', value: 'XL' } } } },
      ['Offer approved', 'Size: XL', 'Offer ID: 1'],
    ],
    [
      'is not whom it was sent to',
      { Event: 'LOCATION', ToUserName: 'our account', FromUserName: 'ada' },
      ['Location', 'To user: our account', 'From user: ada'],
    ],
    [
      'of a service is no constant',
      { event: 'tracker.updated', result: { status: 'in_transit', service: 'FEDEX_GROUND' } },
      ['Tracker in transit', 'Service: FEDEX_GROUND'],
    ],
    [
      'is found however its field is written',
      { jobName: 'nightly', result: 'FAILED', region: 'Paris' },
      ['Job nightly failed', 'Region: Paris'],
    ],
    [
      'is told although a part of a longer word',
      { event: 'alarm.raised', host: 'foo-bar', details: { operator_name: 'foo' } },
      ['Alarm foo-bar raised', 'Operator: foo'],
    ],
  ]);
});

describe('fields of little use', () => {
  it('are fields with a prefix that the sender puts before all names', () =>
    expect(
      linesOf({ LMI_MODE: 1, LMI_PAYMENT_AMOUNT: '1.00', LMI_PAYER_NAME: 'Ada', LMI_PAYMENT_DESC: 'Two tickets' }),
    ).toEqual(['Payment: Ada', 'Payment amount: 1.00', 'Payment description: Two tickets']));

  it('are variants of shown values', () =>
    expect(
      linesOf({
        event: 'order.paid',
        author: 'ada',
        author_full_name: 'Ada Byron',
        status_code: '200',
        error: 'E000',
        language_code: 'en',
      }),
    ).toEqual(['Order paid', 'Author: Ada Byron']));

  it('are addresses of the request', () =>
    expect(
      linesOf({
        event: 'error.seen',
        error: { request_url: 'https://shop.example/cook', error_url: 'https://e.example/1' },
      }).at(-1),
    ).toBe('https://e.example/1'));

  it('are addresses that trigger an action', () =>
    expect(linesOf({ event: 'invitee.created', cancel_url: 'https://cal.example/cancellations/1' })).toEqual([
      'Invitee created',
    ]));
});

describe('a call without an event', () => {
  rows([
    [
      'is one by telephone',
      { callSid: 'x', from: '+4420', to: '+4421', duration: 6, direction: 'OUTBOUND', status: 'COMPLETED' },
      ['Call completed', 'From: +4420', 'To: +4421', 'Duration: 6 s', 'Direction: OUTBOUND'],
    ],
    [
      'is of somebody, with what they are and where',
      { customer_name: 'Ada Byron', latitude: 52.123456, longitude: 113.352425 },
      ['Customer: Ada Byron', 'Latitude: 52.123456', 'Longitude: 113.352425'],
    ],
    [
      'is of a shipment, and not of who carries it',
      { tracking_number: 'PPY1', courier_name: 'Couriers Please', current_state: 'completed' },
      ['Shipment completed', 'Tracking number: PPY1', 'Courier: Couriers Please'],
    ],
    [
      'is of an order, however it was paid',
      { order_number: '1001', status: 'shipped', total: '12.00', currency: 'EUR', payment_method: 'card' },
      ['Order #1001 shipped', 'Total: 12.00 EUR', 'Payment method: card'],
    ],
    [
      'is of an order by what is in it',
      { id: 7, status: 'completed', total: '12.00', payment_method: 'card', line_items: [{ name: 'Tea' }] },
      ['Order completed', 'Total: 12.00', 'Line item: Tea', 'Payment method: card', 'Order ID: 7'],
    ],
    [
      'is an answer to a form',
      { formTitle: 'Feedback', response: [{ question: 'How was it?', answer: 'Good' }] },
      ['Form response: Feedback', 'How was it?: Good'],
    ],
    [
      'is of somebody whom nobody else can have created',
      { action: 'created', user: { login: 'ada', email: 'ada@example.test' } },
      ['User ada created', 'Email: ada@example.test'],
    ],
    [
      'is of what is played, not of what plays it',
      { event: 'media.play', Server: { title: 'Office' }, Metadata: { type: 'track', title: 'La femme d’argent' } },
      ['Media played: La femme d’argent', 'Server: Office'],
    ],
  ]);
});

describe('quoted text', () => {
  rows([
    [
      'is told where nothing else tells which it is',
      { transaction_status: 'pending', gross_amount: '10.00', currency: 'IDR', order_id: 'test-order-321' },
      ['Transaction pending', 'Gross amount: 10.00 IDR', 'Order: test-order-321'],
    ],
    [
      'is no sign without sense',
      { event: 'mail.sent', job_id: '1sn15Z-0007Le-GtVN', transaction_id: 'aB3dE5fG7h' },
      ['Mail sent'],
    ],
    [
      'is not said twice',
      { event: 'order.paid', order: { number: 1001, order_id: 1001, customer: { name: 'Ada' } } },
      ['Order #1001 paid', 'Customer: Ada'],
    ],
  ]);
});

describe('a duration without a unit', () => {
  rows([
    [
      'is not told when it is long: it may be in milliseconds',
      { event: 'job.finished', job: { name: 'Backup', duration: 2004.9 } },
      ['Job Backup finished'],
    ],
    [
      'is in seconds when it is short and has a fraction',
      { event: 'job.finished', job: { name: 'Backup', duration: 75.2 } },
      ['Job Backup finished', 'Duration: 1 min 15 s'],
    ],
  ]);
});

describe('a code', () => {
  rows([
    [
      'is no state',
      { employee_name: 'Ada Byron', status: 'A', city: 'Chicago' },
      ['Employee: Ada Byron', 'City: Chicago'],
    ],
    [
      'is the state that stands beside it in words',
      { event: 'track', tracking: { status_code: 'NY', status_description: 'Not yet in system' } },
      ['Track: Not yet in system'],
    ],
    [
      'is no moment',
      { event: 'user.seen', user: { login: 'ada', last_login: 1564096971, synced: 1564096971 } },
      ['User seen: ada'],
    ],
  ]);
});

describe('a message', () => {
  rows([
    [
      'is the one sentence that says all of it',
      {
        alert_type: 'ALERT_RECOVERY',
        check_name: 'API Check #1',
        message: 'API Check #1 has recovered',
        region: 'Paris',
      },
      ['API Check #1 has recovered', 'Region: Paris'],
    ],
    [
      'keeps its headline where the sentence says something else',
      { event: 'deploy.failed', deploy: { name: 'web', message: 'The disk of web is full' } },
      ['Deploy web failed', 'The disk of web is full'],
    ],
    [
      'is the error, not where it happened',
      { event: 'error', error: 'Library Error: Plex connection lost', server_name: 'Plex', library_name: 'Movies' },
      ['Library Error: Plex connection lost', 'Library: Movies'],
    ],
    [
      'begins with how much and how bad, wherever that was sent',
      { event: 'order.paid', order: { name: 'A1', carrier: 'Post', total: '9.50', currency: 'EUR', priority: 'high' } },
      ['Order A1 paid', 'Total: 9.50 EUR', 'Priority: high', 'Carrier: Post'],
    ],
    [
      'is not of the type of what an alert is about',
      { status: 'firing', alert: { name: 'High load', resource_type: 'notebook' } },
      ['Alert High load is firing'],
    ],
  ]);
});

describe('a call’s object', () => {
  rows([
    [
      'is the one object that is sent, not what is in it',
      { order: { status: 'completed', button: { name: 'Shop One' } } },
      ['Order completed: Shop One'],
    ],
    [
      'is what the event names first, where the rest has no name',
      { event: 'device.alert', device: { name: 'Freezer 2' }, alert: { value: -9.2, threshold: -15 } },
      ['Device alert: Freezer 2', 'Value: -9.2', 'Threshold: -15'],
    ],
    [
      'is not what a mail was sorted by',
      { event: 'clicked', MessageID: '1', MessageStream: 'out', Tag: 'welcome', Recipient: 'a@example.test' },
      ['Email clicked: a@example.test', 'Tag: welcome'],
    ],
    [
      'is told with a node and an image that have a name',
      { event: 'pull.failed', image: 'shop/web:1.2', node: 'worker-3', error: 'manifest unknown' },
      ['Pull failed', 'manifest unknown', 'Image: shop/web:1.2', 'Node: worker-3'],
    ],
    [
      'is what a page shows of its title',
      { action: 'post_published', post: { title: { rendered: 'Spring' }, slug: 'spring-2' } },
      ['Post Spring published'],
    ],
    [
      'is in a list of alerts, too',
      {
        status: 'firing',
        alerts: [{ labels: { severity: 'critical' }, annotations: { summary: 'Disk full on db1' } }],
      },
      ['Disk full on db1 (firing)', 'Severity: critical'],
    ],
    [
      'is no resource by the path of an interface',
      { event: 'device.moved', device: { name: 'enterprises/acme/devices/12' } },
      ['Device moved'],
    ],
    [
      'is the deal whose stage changed, with its number',
      { event: 'deal.stageChanged', payload: { title: 'Licence', number: 'DL-0001' } },
      ['Deal DL-0001 stage changed: Licence'],
    ],
    [
      'is in a shell of its own',
      {
        webhook_payload: {
          event: 'order.paid',
          data: { order_number: 'M-2025-1', total: 68.82 },
          webhook: { id: 'w' },
        },
      },
      ['Order M-2025-1 paid', 'Total: 68.82'],
    ],
    [
      'is a payment, wherever',
      { table_name: 'Table 5', total_amount: 78.5, payment_method: 'card' },
      ['Payment: Table 5', 'Total amount: 78.5', 'Payment method: card'],
    ],
    [
      'is told with how many there are of each severity, and not with a sign alone',
      { event: 'scan.completed', note: '...', data: { critical: 3, high: 12, medium: 18, low: 9 } },
      ['Scan completed', 'Critical: 3', 'High: 12', 'Medium: 18', 'Low: 9'],
    ],
    [
      'is told with the parts that it concerns',
      { status: 'firing', alert: { name: 'High load' }, affected_resources: [{ name: 'db-1' }] },
      ['Alert High load is firing', 'Affected resource: db-1'],
    ],
  ]);
});

it('forum markup is reduced to its words', () =>
  expect(
    linesOf({ event: 'post.added', post: { text: '[b]Ada:[/b] [url=https://x.example]see here[/url] [1]' } }),
  ).toEqual(['Post added', 'Ada: see here [1]']));

describe('a text about a person', () => {
  const who = fc.constantFrom(
    'customer',
    'requester',
    'contact',
    'author',
    'organization',
    'company',
    'user',
    'owner',
    'vendor',
    'assignee',
  );
  const field = fc.constantFrom('note', 'notes', 'bio', 'description', 'about', 'internal_note', 'details');
  const thing = fc.constantFrom(
    ['ticket', 'article'],
    ['ticket', 'comment'],
    ['issue', 'comment'],
    ['order', 'message'],
    ['conversation', 'message'],
  );
  const said = 'ordered coffee in the cafe last night';

  it('is never presented as something the person just said', () =>
    fc.assert(
      fc.property(
        who,
        field,
        thing,
        fc.boolean(),
        fc.boolean(),
        fc.boolean(),
        (person, text, [of = '', part = ''], isInside, isNamed, hasEvent) => {
          const somebody = { [person]: { ...(isNamed && { name: 'Ann' }), [text]: said } };
          const lines = linesOf({
            ...(hasEvent && { event: `${of}.updated` }),
            [of]: { title: 'Printer', ...(isInside && somebody) },
            ...(!isInside && somebody),
            [part]: { body: 'Hello, it is broken again' },
          }).join('\n');
          expect(lines).not.toContain(said);
          expect(lines).toContain('Hello, it is broken again');
        },
      ),
      { numRuns: 300, seed: 40 },
    ));
});

describe('a comment of Jira', () => {
  const told = (webhookEvent: string, updated: string, name?: string) =>
    withoutTemplate(
      {
        body: JSON.stringify({
          timestamp: 1,
          webhookEvent,
          ...(name && { issue_event_type_name: name }),
          issue: { key: 'WEB-7', fields: { summary: 'Total' } },
          comment: { body: 'Fixed', created: '2026-01-01T10:00:00.000+0000', updated, author: { displayName: 'Mona' } },
        }),
        contentType: 'application/json',
      },
      'Shop',
    ).text.split('\n')[0];
  it('is called edited if its times say so and no event says that it is new', () => {
    const [same, later] = ['2026-01-01T10:00:00.000+0000', '2026-01-02T10:00:00.000+0000'];
    expect(told('jira:issue_updated', later)).toContain('comment edited');
    expect(told('jira:issue_updated', same)).toContain('comment added');
    expect(told('comment_created', later)).toContain('comment added');
    expect(told('comment_updated', later)).toContain('comment edited');
    expect(told('jira:issue_updated', later, 'issue_commented')).toContain('comment added');
  });
});
