import { describe, expect, it } from 'vitest';
import { defaultMessage } from '../../lambdas/templates/default-message.ts';
import { linesOf, rows } from '../support/outlines.ts';

/* Events of senders without a ready-made template, and their messages. */

describe('the event', () => {
  rows([
    [
      'is a code beside a type',
      { webhook_type: 'TRANSFER', webhook_code: 'RECURRING_CANCELLED', environment: 'production' },
      ['Transfer recurring cancelled', 'Environment: production'],
    ],
    [
      'is a code that names the type again',
      { webhook_type: 'ISSUES', webhook_code: 'ISSUE_RESOLVED', institution_name: 'Example Bank' },
      ['Issue Example Bank resolved'],
    ],
    [
      'is a scope with a path',
      { scope: 'store/order/statusUpdated', data: { type: 'order', id: 173331 }, producer: 'stores/abc' },
      ['Order status updated', 'Order ID: 173331'],
    ],
    [
      'is of an activity',
      {
        type: 'gift_card.activity.created',
        data: { object: { gift_card_activity: { amount: '10.00', currency: 'EUR' } } },
      },
      ['Gift card activity created', 'Amount: 10.00 EUR'],
    ],
    [
      'is an action beside a word that is a thing and a verb',
      { event: 'build', action: 'completed', build: { number: 12, status: 'failure' } },
      ['Build #12 failed'],
    ],
    ['is still to come', { event: 'item.pending_disconnect' }, ['Item disconnect pending']],
    [
      'is in what was set up',
      { hook: { event: 'file.uploaded', target: 'https://x.example' }, data: { original_filename: 'cat.jpg' } },
      ['File cat.jpg uploaded'],
    ],
    [
      'is no path',
      { event: '/restapi/v1.0/account/1/instant', body: { type: 'SMS', status: 'Received', subject: 'Open today?' } },
      ['SMS received: Open today?'],
    ],
    [
      'is in a header with a type',
      { build_slug: 'b', branch: 'main' },
      ['Build finished', 'Branch: main'],
      { 'ci-event-type': 'build/finished' },
    ],
    [
      'is an update of what stands beside it',
      { events: [{ eventType: 'UPDATE', eventCategory: 'CONTACT' }] },
      ['Contact updated'],
    ],
  ]);
});

describe('the result', () => {
  rows([
    [
      'is not the state of something around it',
      { event: 'document.recipient_completed', payload: { title: 'Lease.pdf', status: 'PENDING' } },
      ['Document recipient completed: Lease.pdf'],
    ],
    [
      'is not pending once it is over',
      { event: 'document.rejected', payload: { title: 'Lease.pdf', status: 'PENDING' } },
      ['Document Lease.pdf rejected'],
    ],
    [
      'stands behind what somebody did',
      { event: 'task.changed', by: { name: 'Ada' }, data: { name: 'Paint', status: { name: 'In progress' } } },
      ['Task Paint changed by Ada (in progress)'],
    ],
    [
      'is told where the event says only that it changed',
      { type: 'StatusChange', status: 'down', previous_status: 'up', monitor: { name: 'Blog' } },
      ['Blog is down', 'Status: up → down'],
    ],
    ['is yes or no', { name: 'Shop', type: 'website', is_ok: false }, ['Website Shop is down']],
    [
      'is not told of a value of before that has no counterpart now',
      { event: 'card.moved', card: { title: 'Paint', list: 'Ready' }, previous: { name: 'Backlog', owner: 'Ada' } },
      ['Card Paint moved', 'List: Ready'],
    ],
    [
      'is called a type',
      { monitorName: 'Shop', alertType: 'Down', alertDetails: 'Timeout' },
      ['Monitor Shop is down', 'Alert details: Timeout'],
    ],
    ['is told of a build', { app_name: 'Shop app', build_status: 'succeeded' }, ['Build Shop app succeeded']],
    [
      'is news of an incident that it is open',
      { incident_id: '1', policy_name: 'Disk', current_state: 'open' },
      ['Incident Disk is open'],
    ],
  ]);
});

describe('the actor', () => {
  rows([
    [
      'is not who made it',
      { event: 'ticket.closed', ticket: { title: 'Printer jam', creator: { name: 'Main Account' } } },
      ['Ticket Printer jam closed', 'Creator: Main Account'],
    ],
    [
      'is who is named by the verb',
      {
        event: 'ticket.closed',
        ticket: { title: 'Printer jam', creator: { name: 'Main Account' }, closed_by: { name: 'Ada' } },
      },
      ['Ticket Printer jam closed by Ada'],
    ],
    [
      'has not given a post its name',
      { event: 'post.created', post: { name: 'Sam', username: 'sam', topic_title: 'Welcome to the forum' } },
      ['Post created by sam: Welcome to the forum'],
    ],
  ]);
});

describe('the object', () => {
  rows([
    [
      'is called by its address',
      { event: 'check.down', check: { url: 'https://shop.example/pay', status: 502 } },
      ['Check shop.example/pay is down', 'Status: 502', 'https://shop.example/pay'],
    ],
    [
      'is what an event names in a list',
      { event: 'attachment_created', attachments: [{ fileName: 'a.jpg' }], attachedTo: { title: 'Plans' } },
      ['Attachment created: a.jpg', 'Attached to: Plans'],
    ],
    [
      'is what it says in a few words',
      { event_name: 'item:completed', event_data: { content: 'Buy milk' } },
      ['Item completed: Buy milk'],
    ],
    [
      'was something else before',
      { post: { current: { title: 'Hello', status: 'published' }, previous: { status: 'draft' } } },
      ['Post: Hello', 'Status: draft → published'],
    ],
    [
      'is what its address says',
      { url: 'https://api.example.test/v2/invoices/1', reference: '2025 / 001', status: 'Draft', contact_name: 'Acme' },
      ['Invoice: Acme (draft)', 'Reference: 2025 / 001'],
    ],
    [
      'is told of in capitals',
      { MONITORNAME: 'Blog', STATUS: 'DOWN', INCIDENT_REASON: 'Timeout', MONITORTYPE: 'URL' },
      ['Monitor Blog is down', 'Incident reason: Timeout', 'Monitor type: URL'],
    ],
    ['is named alone', { service: { name: 'checkout' } }, ['Service: checkout']],
    [
      'is what happened to it, where the event is told beside it',
      {
        event: { type: 'ticket-created' },
        ticket: { subject: 'Where is my order?', last_message: 'It has not arrived yet.' },
      },
      ['Ticket created: Where is my order?', 'It has not arrived yet.'],
    ],
    [
      'is a recording whose status changed',
      { event: 'recording.statusUpdate', recording: { status: 'RECORDING' }, meeting: { title: 'Standup' } },
      ['Recording updated: Standup (recording)'],
    ],
    [
      'is the device that measured',
      { end_device_ids: { device_id: 'greenhouse-1' }, uplink_message: { decoded_payload: { temperature: 21.5 } } },
      ['Uplink message: greenhouse-1', 'Temperature: 21.5'],
    ],
    [
      'is one of a list of one',
      { employees: [{ action: 'Updated', department: 'Sales' }] },
      ['Employee updated', 'Department: Sales'],
    ],
    [
      'is a mail with a subject',
      { object_type: 'email', metric: 'opened', data: { subject: 'Spring sale' } },
      ['Email opened: Spring sale'],
    ],
    ['is a number', { event: 'temperature', data: '25.34' }, ['Temperature: 25.34']],
    [
      'is a payment',
      { amount: 50000, currency: 'IDR', payment_method: 'BANK_TRANSFER', status: 'PAID', merchant_name: 'Shop' },
      ['Payment paid', 'Amount: 50000 IDR', 'Payment method: bank transfer', 'Merchant: Shop'],
    ],
    [
      'is an app of a cluster',
      { app: { metadata: { name: 'guestbook' }, status: { health: { status: 'Degraded' } } } },
      ['App: guestbook', 'Health status: Degraded'],
    ],
    ['has nothing but an id', { id: 'tr_d0b0E3EA3v' }, ['Shop was called', 'ID: tr_d0b0E3EA3v']],
  ]);

  it('is the XML element that contains everything', () => {
    const body =
      '<payment_failed_notification><payment><note>Card expired</note></payment></payment_failed_notification>';
    expect(defaultMessage({ body, contentType: 'application/xml', webhookName: 'Shop' })).toMatch(/^Payment failed/);
  });
});

describe('an amount', () => {
  rows([
    [
      'in its smallest unit',
      { event: 'employee.updated', employee: { name: 'Ada', salary_subunit: 1234500, currency: 'EUR' } },
      ['Employee Ada updated', 'Salary: 12345.00 EUR'],
    ],
    [
      'beside what only payments have',
      { event: 'payment.captured', payment: { amount: 10000, currency: 'INR', amount_refunded: 0 } },
      ['Payment captured', 'Amount: 10000 INR'],
    ],
    [
      'of a currency without cents',
      { event: 'payment.captured', payment: { amount: 10000, currency: 'JPY', amount_refunded: 0 } },
      ['Payment captured', 'Amount: 10000 JPY'],
    ],
    [
      'whose unit nobody knows',
      { event: 'payment.captured', payment: { amount: 2000, currency: 'CHF' } },
      ['Payment captured', 'Amount: 2000 CHF'],
    ],
    [
      'with its currency further out',
      { event: 'order.paid', currency: 'USD', order: { name: 'A1', total: 12.5 } },
      ['Order A1 paid', 'Total: 12.50 USD'],
    ],
    [
      'of the one request',
      {
        event: 'invoice.cancelled',
        invoice: {
          title: 'Party',
          payment_requests: [{ computed_amount_money: { amount: 10000, currency: 'USD' }, due_date: '2030-01-24' }],
        },
      },
      ['Invoice Party cancelled', 'Computed amount: 10000 USD', 'Due date: 24 Jan 2030'],
    ],
  ]);
});

describe('omitted values', () => {
  it('a PIN', () =>
    expect(linesOf({ event: 'login.challenge', user: 'ada', pin: '9911' }).join()).not.toContain('9911'));

  rows([
    [
      'the address of the machine itself, and the same twice',
      { event: 'service.restarted', service: 'Httpd', address: '127.0.0.1', zone: 'b4', rack: 'B4' },
      ['Service Httpd restarted', 'Zone: b4'],
    ],
    [
      'the beginning of time',
      { event: 'item.sold', item: { name: 'Lamp', expires_at: '1970-01-01T00:00:00Z' } },
      ['Item Lamp sold'],
    ],
    ['the name of a type', { event: 'file.added', file: { name: 'a.pdf', owner: 'string' } }, ['File a.pdf added']],
    [
      'calendars and numbers for machines',
      { event: 'shift.published', shift: { name: 'Late', rule: 'BEGIN:VEVENT END:VEVENT', block: '0xdf34a3' } },
      ['Shift Late published'],
    ],
  ]);

  it('a search term is omitted', () => {
    expect(linesOf({ event: 'parcel.shipped', tracking_number: 'JD014600003828392838' })).toContain(
      'Tracking number: JD014600003828392838',
    );
  });

  it('a country of a person is omitted', () => {
    expect(
      linesOf({
        event: 'charge.succeeded',
        charge: { amount: '20.00', currency: 'chf', card: { country: 'CH', zip: '8000' } },
      }),
    ).toContain('Card country: CH');
  });

  it('the available answers are omitted', () => {
    const fields = [
      { label: 'Colour', value: ['x1'], options: [{ id: 'x1', text: 'Blue' }] },
      { label: 'Size', value: 'L' },
    ];
    expect(linesOf({ eventType: 'FORM_RESPONSE', data: { formName: 'Survey', fields } })).toContain('Colour: Blue');
  });
});
