import { describe, expect, it } from 'vitest';
import { defaultMessage } from '../../lambdas/templates/default-message.ts';
import { linesOf, type Row } from '../support/outlines.ts';

describe('an amount without a unit', () => {
  it.each<Row>([
    [
      'people',
      { event: 'campaign.sent', campaign: { name: 'Spring' }, audience_size: 5120 },
      ['Campaign Spring sent', 'Audience size: 5120'],
    ],
    [
      'a file',
      { event: 'file.added', file: { name: 'a.pdf', file_size: 5120 } },
      ['File a.pdf added', 'File size: 5.1 KB'],
    ],
    [
      'a long duration is left out',
      { event: 'job.started', job: { name: 'backup', averageDuration: 2354 } },
      ['Job backup started'],
    ],
    [
      'hours of work',
      { event: 'project.created', project: { name: 'Site', estimated_hours: 40 } },
      ['Project Site created', 'Estimated: 40 h'],
    ],
    [
      'digits that only a computer sees',
      { event: 'poll.closed', score: 0.7099999785423279 },
      ['Poll closed', 'Score: 0.71'],
    ],
    [
      'a number of an account',
      { event: 'task.claimed', task: { name: 'Paint', instance: 6296903092273152 } },
      ['Task Paint claimed'],
    ],
    [
      'a moment in milliseconds',
      { event: 'task.created', task: { name: 'Call', complete_till: 1748975340000 } },
      ['Task Call created', 'Complete till: 3 Jun 2025, 18:29 UTC'],
    ],
  ])('is shown unchanged: %s', (_, payload, expected) => expect(linesOf(payload)).toEqual(expected));
});

describe('unrelated values', () => {
  it.each<Row>([
    [
      'a requester and a state of the ticket',
      {
        desk_webhook: { ticket_id: '11', ticket_subject: 'Printer', ticket_status: 'Resolved', requester_name: 'Bob' },
      },
      ['Ticket Printer resolved', 'Requester: Bob'],
    ],
    [
      'a payer and a payment',
      { event: 'payment.failed', data: { name: 'Ada Byron', email: 'ada@example.test' } },
      ['Payment failed: Ada Byron', 'Email: ada@example.test'],
    ],
    [
      'what several words are about',
      { event: 'file_request_status_change', data: { file_name: 'a.pdf' } },
      ['File request status changed: a.pdf'],
    ],
    [
      'a hook and what it was set up for',
      { event: 'form.response.created', hook: { name: 'My hook' }, body: { user: { full_name: 'Ada Byron' } } },
      ['Form response created by Ada Byron'],
    ],
    [
      'what is not decided yet',
      { event_type: 'approve-pending-pc', task_name: 'Paint the fence', author: 'ada' },
      ['Task Paint the fence: approve pending pc', 'Author: ada'],
    ],
    [
      'from one number to another',
      { event: 'call.ended', from_number: '+15550100', to_number: '+15550199' },
      ['Call ended', 'From number: +15550100', 'To number: +15550199'],
    ],
    [
      'a reason and a message',
      { email: 'ada@example.test', reason: 'Manual unsubscribe' },
      ['ada@example.test', 'Manual unsubscribe'],
    ],
    [
      'a payment of somebody and its state',
      { status: 'successful', amount: 12, customer: { name: 'Ada Byron' } },
      ['Customer: Ada Byron', 'Status: successful', 'Amount: 12'],
    ],
    [
      'a mail to somebody',
      { method: 'email_sent', prospect: { first_name: 'Ada', last_name: 'Byron', email: 'a@example.test' } },
      ['Email sent: Ada Byron', 'Email: a@example.test'],
    ],
    [
      'an event that is no verb, and a state',
      { type: 'booking.no_show', data: { subject: 'Demo', status: 'scheduled' } },
      ['Booking no show: Demo (scheduled)'],
    ],
    [
      'a number and whose it is',
      { invoice_number: 'INV123', name: 'Ada Byron', email: 'a@example.test' },
      ['INV123: Ada Byron', 'Email: a@example.test'],
    ],
    [
      'a mention and the state of the conversation',
      { type: 'mention', conversation: { subject: 'Robots', status: 'assigned' } },
      ['Mention: Robots (assigned)'],
    ],
    [
      'a state that is no news',
      { name: 'Ada Byron', email: 'ada@example.test', status: 'open' },
      ['Ada Byron', 'Email: ada@example.test'],
    ],
    [
      'a particle and its verb',
      { event: 'SIGN_UP', user: { name: 'Ada', email: 'ada@example.test' } },
      ['Ada signed up'],
    ],
    [
      'the state where somebody lives',
      {
        event: 'payer.updated',
        payer: { firstName: 'Ada', lastName: 'Byron', city: 'Sydney', country: 'AU', state: 'NSW' },
      },
      ['Payer Ada Byron updated', 'City: Sydney', 'Country: AU'],
    ],
  ])('is not joined: %s', (_, payload, expected) => expect(linesOf(payload)).toEqual(expected));
});

describe('the key fact', () => {
  it.each<Row>([
    [
      'who, two levels deep',
      {
        action: 'reject_candidate',
        payload: { application: { status: 'rejected', candidate: { first_name: 'Hector', last_name: 'Porter' } } },
      },
      ['Candidate Hector Porter rejected'],
    ],
    [
      'who signed of a list',
      {
        signature_request: {
          title: 'NDA',
          signatures: [
            { signer_name: 'Jill', status_code: 'signed' },
            { signer_name: 'Jo', status_code: 'awaiting' },
          ],
        },
      },
      ['Signature request: NDA', '2 signatures: Jill (signed), Jo (awaiting)'],
    ],
    [
      'the alert and not its site',
      {
        triggeredAlert: { boundary: 'lower', value: '3', unit: 'visitors' },
        siteDetails: { first_name: 'Ada', email: 'ada@example.test', site_name: 'Shop' },
      },
      ['Shop: triggered alert', 'Value: 3', 'Boundary: lower', 'Unit: visitors'],
    ],
    [
      'conditions and what broke them',
      {
        alert: { name: 'Too hot' },
        conditions: [{ type: 'above', threshold: 4 }],
        violations: { 'web-1': [{ metric: 'temperature', value: 46 }] },
      },
      ['Alert: Too hot', 'Condition: above 4', 'web-1: temperature 46'],
    ],
    [
      'a field of their own making',
      {
        event: 'lead.created',
        lead: { name: 'Ada', favourite: { name: 'Favourite colour', type: 'text', value: 'Blue' } },
      },
      ['Lead Ada created', 'Favourite colour: Blue'],
    ],
    [
      'what lay in a queue, in base64',
      { type: 'topic.published', message: { data: btoa('Disk is full on db1'), messageId: '1' } },
      ['Topic published: Disk is full on db1'],
    ],
    [
      'what several people said',
      {
        statuses: [
          { text: 'Good morning all', user: { name: 'Ada' } },
          { text: 'And good night', user: { name: 'Bob' } },
        ],
      },
      ['2 messages', '- Ada: Good morning all', '- Bob: And good night'],
    ],
    [
      'why, as an object',
      { event: 'candidate.rejected', candidate: { name: 'Hector' }, rejection_reason: { id: 14, name: 'Too junior' } },
      ['Candidate Hector rejected', 'Rejection reason: Too junior'],
    ],
    [
      'pairs',
      {
        event: 'incident.opened',
        incident: { name: 'Share read' },
        details: [
          ['User', 'guest'],
          ['Filename', 'plan.doc'],
        ],
      },
      ['Incident Share read opened', 'User: guest', 'Filename: plan.doc'],
    ],
    [
      'who failed, by name',
      {
        name: 'Updates',
        status: 'failed',
        hosts: { 'web-1': { ok: 0, failed: true }, 'web-2': { ok: 3, failed: false } },
      },
      ['Updates failed', '1 of 2 hosts failed: web-1'],
    ],
    [
      'answers kept by ids',
      { form_title: 'Contact', data: { '6cc0dcf4-0ca8-43e4-b31a-b3f3413f859a': { name: 'Plan', value: 'Team' } } },
      ['Contact', 'Plan: Team'],
    ],
    [
      'the parts of a name as one',
      { event: 'reply.received', lead_first_name: 'Ada', lead_last_name: 'Byron', subject_line: 'Hello there' },
      ['Reply received: Ada Byron', 'Subject line: Hello there'],
    ],
    [
      'what stands beside the thing',
      {
        status: 'signer-signed',
        data: { signer: { name: 'Sam', email: 's@example.test' }, contract: { title: 'NDA' } },
      },
      ['Signer Sam signed', 'Email: s@example.test', 'Contract: NDA'],
    ],
    [
      'where something goes, in a line',
      {
        event: 'order.paid',
        order: { number: 7, shipping_address: { line1: '1 Main St', city: 'Kyiv', zip: '01001', country: 'UA' } },
      },
      ['Order #7 paid', 'Shipping address: Kyiv, UA'],
    ],
  ])('is shown: %s', (_, payload, expected) => expect(linesOf(payload)).toEqual(expected));
});

describe('values for machines', () => {
  it.each<[string, unknown]>([
    [
      'campaign tags of an address',
      { event: 'lead.created', lead: { name: 'Ada', utm_source: 'x', utm_campaign: 'y' } },
    ],
    [
      'clocks of a sender',
      { event: 'lead.created', lead: { name: 'Ada', time_zone: 'Europe/Paris', mime_type: 'a/b' } },
    ],
    [
      'names that a program made',
      { event: 'lead.created', lead: { name: 'Ada', 'custom.cf_cJd1lRfCdIWTgJGLQ84lQZ': 'x' } },
    ],
    ['ids without a seam', { event: 'lead.created', lead: { name: 'Ada', leadid: 12, buildid: 15 } }],
    ['versions of the call', { event: 'lead.created', version: '1.0.0', lead: { name: 'Ada' } }],
  ])('is left out: %s', (_, payload) => expect(linesOf(payload)).toEqual(['Lead Ada created']));
});

describe('answers, durations and changes', () => {
  it.each<Row>([
    [
      'whole amounts beside decimal ones are no cents',
      { action: 'payment.failed', plan: { name: 'Gold', renewal_price: '19.99' }, subtotal: 19, currency: 'usd' },
      ['Payment Gold failed', 'Subtotal: 19 USD', 'Renewal price: 19.99 USD'],
    ],
    [
      'a coupon is a part of the price',
      { event: 'order.paid', order: { number: 7 }, coupon: { type: 'percentage', amount: 20 } },
      ['Order #7 paid', 'Coupon: 20 %'],
    ],
    [
      'how long the entry was, and not all of its task',
      {
        timeInterval: { start: '2025-06-16T07:05:00Z', end: '2025-06-16T18:53:00Z', duration: 'PT11H48M' },
        type: 'REGULAR',
        task: { name: 'Paint', duration: 'PT35H24M41S' },
      },
      ['Task: Paint', 'Start: 16 Jun 2025, 07:05 UTC', 'End: 16 Jun 2025, 18:53 UTC', 'Duration: 11 h 48 min'],
    ],
    [
      'nobody knows that the contact answered',
      { direction: 'inbound', status: 'answered', contact: { first_name: 'Ada', last_name: 'Byron' } },
      ['Contact: Ada Byron', 'Direction: inbound', 'Status: answered'],
    ],
    [
      'questions under the title of their form',
      {
        metadata: { formTitle: 'Feedback' },
        entries: [
          { question: 'Kind', answer: 'Praise' },
          { question: 'How likely are you to recommend us?', answer: 0 },
        ],
      },
      ['Feedback', 'Kind: Praise', 'How likely are you to recommend us?: 0'],
    ],
    [
      'an update under its bare name',
      { type: 'update', contact: { first_name: 'Ada', last_name: 'Byron', fields: ['||Red||Blue||'] } },
      ['Contact Ada Byron updated', 'Fields: Red, Blue'],
    ],
    [
      'an event whose name has a dot',
      { 'event.name': 'task.update', taskName: 'Meetings', time: 15, date: '2024-09-02' },
      ['Task Meetings updated', 'Time: 15', 'Date: 2 Sep 2024'],
    ],
    [
      'what was and what is',
      { name: 'Status page', current: 'up', previous: 'down' },
      ['Status page changed', 'Content: down → up'],
    ],
    [
      'what a service says by the name of a field',
      { message: { chat: { first_name: 'Ada' }, write_access_allowed: { web_app_name: 'shop' } } },
      ['Write access allowed: Ada', 'Web app: shop'],
    ],
    [
      'a clock without a zone, and no XML',
      { Name: 'Picnic', DateStart: '2024-01-31T05:00:00', SettingsXml: '<S xmlns:x="http://a.test"><A>1</A></S>' },
      ['Picnic', 'Date start: 31 Jan 2024, 05:00'],
    ],
    [
      'to whom it was sent',
      { event_type: 'SMS_SENT', sms: { type: 'SMS', recipient: '61400000000', message_ref: 'June news' } },
      ['SMS sent', 'Recipient: 61400000000', 'Message ref: June news'],
    ],
    [
      'who it was, by the mail they signed in with',
      { event: 'log.written', name: 'Sample job', authenticationInfo: { principalEmail: 'ada@example.test' } },
      ['Log Sample job written', 'By: ada@example.test'],
    ],
    [
      'a service, and not the machine that it runs on',
      { monit: { server: { id: 1 }, platform: { name: 'Linux', release: '4.15' }, service: { name: 'shop' } } },
      ['Monit', 'Service: shop'],
    ],
    [
      'an appointment and its day',
      {
        id: 7,
        firstName: 'Ada',
        lastName: 'Byron',
        email: 'a@b.test',
        date: '2023-12-05',
        time: '02:00 PM',
        appointmentTypeID: 2,
        status: 'canceled',
      },
      ['Appointment cancelled: Ada Byron', 'Email: a@b.test', 'Date: 5 Dec 2023', 'Time: 02:00 PM'],
    ],
  ])('is shown: %s', (_, payload, expected) => expect(linesOf(payload)).toEqual(expected));
});

it('names an uploaded file as its sender does, and counts its bytes instead of its encoded characters', () => {
  const body = [
    '--b',
    'Content-Disposition: form-data; name="Report"; filename="a;b %22c%22 \\"d\\".txt"',
    'Content-Transfer-Encoding: base64',
    '',
    'aGVsbG8=',
    '--b--',
    '',
  ].join('\r\n');
  expect(defaultMessage({ body, contentType: 'multipart/form-data; boundary=b', webhookName: 'Shop' })).toBe(
    'Report: a;b "c" "d".txt (5 bytes)',
  );
});

describe('abbreviated names', () => {
  it.each<Row>([
    [
      'are read in full',
      { event: 'parcel.packed', parcel: { name: 'Blue box', qty: 12, pack_desc: 'two layers', dept: 'Sales' } },
      ['Parcel Blue box packed', 'Quantity: 12', 'Pack description: two layers', 'Department: Sales'],
    ],
    [
      'are left out where they are of machines',
      { event: 'call.ended', call: { name: 'Support line', ts_epoch: 1520363423000, sender_lid: '4711@lid' } },
      ['Call Support line ended'],
    ],
    [
      'once where the raw value is beside the read one',
      { event: 'order.placed', order: { number: 'A-17', lane: 'north', raw_lane: 'N0RTH' } },
      ['Order A-17 placed', 'Lane: north'],
    ],
  ])('%s', (_, payload, expected) => expect(linesOf(payload)).toEqual(expected));
});

describe('an action next to several objects', () => {
  const issue = { number: 3, title: 'Broken cart', state: 'open' };
  const around = { repository: { full_name: 'acme/web' }, sender: { login: 'ada' } };
  it.each<Row>([
    [
      'a comment that was deleted, and not the issue',
      { action: 'deleted', issue, comment: { id: 5, body: 'Never mind', user: { login: 'ada' } }, ...around },
      ['acme/web: comment deleted by ada: Broken cart'],
    ],
    [
      'a review that was dismissed, and not the request',
      {
        action: 'dismissed',
        pull_request: issue,
        review: { id: 5, body: 'Fine by me', user: { login: 'bob' } },
        ...around,
      },
      ['acme/web: review dismissed by ada: Broken cart'],
    ],
    [
      'the issue where nothing is said about it',
      { action: 'deleted', issue, ...around },
      ['acme/web: issue #3 deleted by ada: Broken cart'],
    ],
  ])('belongs to what is said about another: %s', (_, payload, expected) => expect(linesOf(payload)).toEqual(expected));

  it('reports what happened to an email whose subject begins like its sender’s address', () =>
    expect(
      linesOf({
        event: 'MessageHeld',
        payload: { message: { to: 'b@example.com', from: 'test@example.com', subject: 'Test mail of November' } },
      })[0],
    ).toBe('Message held: Test mail of November'));
});

describe('an email event', () => {
  it.each<Row>([
    [
      'by whom it was for, and not by its tag',
      { event: 'hard_bounce', email: 'ada@example.com', tag: 'spring', reason: 'There is no such mailbox.' },
      ['Email hard bounced: ada@example.com', 'There is no such mailbox.', 'Tag: spring'],
    ],
    [
      'by its subject, and not as done by its sender',
      { event: 'click', msg: { subject: 'Spring is here', email: 'ada@example.com', sender: 'shop@example.com' } },
      ['Email clicked: Spring is here', 'Email: ada@example.com', 'Sender: shop@example.com'],
    ],
    [
      'in a shell within a shell',
      {
        mta: { message_event: { type: 'bounce', rcpt_to: 'ada@example.com', error_code: '550', queue: 'fast' } },
        customer: { id: '12' },
      },
      ['Email bounced: ada@example.com', 'Error code: 550', 'Queue: fast'],
    ],
    [
      'and nothing that has an address beside it',
      { event: 'delivered', email: 'ada@example.com', parcel_count: 2 },
      ['ada@example.com delivered', 'Parcel count: 2'],
    ],
  ])('is shown %s', (_, payload, expected) => expect(linesOf(payload)).toEqual(expected));
});
