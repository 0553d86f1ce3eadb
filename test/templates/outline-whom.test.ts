import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linesOf, rows } from '../support/outlines.ts';

/*
 * The people, objects, time and changes of a call. The sender gives them only by a short id, in a list or next to the
 * object.
 */

describe('an object without a name', () => {
  rows([
    [
      'is told by its short id',
      { event: 'taskUpdated', task_id: '1vj37mc', webhook_id: '7fa3ec74-69a8-4530-a251-8a13730bd204' },
      ['Task updated', 'Task ID: 1vj37mc'],
    ],
    [
      'is told by the ids of what it concerns, where nothing else is known',
      { EventType: 'RightToErasureRequest', EventPayload: { UserId: 1, GameIds: [1234, 2345] } },
      ['Right to erasure request', 'User ID: 1', 'Game IDs: 1234, 2345'],
    ],
    [
      'is not told by ids for machines, nor by those of the call',
      {
        event: 'check.completed',
        check_id: 'd1f5b9d8-2d5e-4a4f-9b8c-0c4c4fd6f2b1',
        event_id: 7,
        token_id: 'aB3dE5fG7h',
      },
      ['Check completed'],
    ],
    [
      'is not called by the product that sent the call',
      {
        payload: { publish_id: 'pubid-1df0b272-910b-43f7-9271-7345036aa739', user_id: 'user-001' },
        metadata: { event_type: 'v1.UserAcknowledgement', product: 'beams' },
      },
      ['User acknowledgement', 'User ID: user-001'],
    ],
    [
      'is called by the number that its sender shows',
      {
        channelOrderId: '******-1527',
        channelOrderDisplayId: '1527',
        pickupTime: '2030-02-20T16:40:42.000000Z',
        items: [{ name: 'Soup' }],
        account: '5be9c971c6489f0029******',
      },
      ['Order #1527', 'Pickup time: 20 Feb 2030, 16:40 UTC', 'Item: Soup'],
    ],
    [
      'that is booked is no invoice',
      { bookingId: 't1', customerName: 'Ada', invoiceNumber: 'INV-001', status: 'Pending' },
      ['Booking pending: Ada', 'Invoice number: INV-001'],
    ],
    [
      'is what its fields begin with',
      {
        email: 'ada@example.com',
        leave_type: 'sick',
        leave_start: '2026-01-05',
        leave_end: '2026-01-07',
        status: 'approved',
      },
      ['Sick leave approved: ada@example.com', 'Leave start: 5 Jan 2026', 'Leave end: 7 Jan 2026'],
    ],
    [
      'is not called by the browser that sent a form',
      { device: 'iPad Safari', city: 'Lyon', status: 'paid' },
      ['Paid', 'Device: iPad Safari', 'City: Lyon'],
    ],
    [
      'stands in the context of its state',
      {
        status: 'Activated',
        context: { name: 'High load', condition: { threshold: '10' } },
        properties: { key1: 'value1' },
      },
      ['High load activated', 'Threshold: 10', 'Key1: value1'],
    ],
  ]);
});

describe('the change', () => {
  rows([
    [
      'is what differs between the old and the new state',
      {
        event_type: 'FLAG_UPDATED',
        data: {
          changed_by: 'ada@example.com',
          previous_state: { enabled: false, feature: { name: 'butter_bar' } },
          new_state: { enabled: true, feature: { name: 'butter_bar' } },
        },
      },
      ['Flag updated by ada@example.com: butter_bar', 'Enabled: no → yes'],
    ],
    [
      'is told by its name where its value cannot be read',
      {
        event: 'taskUpdated',
        history_items: [
          { field: 'content', user: { username: 'John' }, before: null, after: '{"ops":[{"insert":"A"}]}' },
        ],
      },
      ['Task updated by John', 'Changed: content'],
    ],
  ]);
});

describe('a day', () => {
  rows([
    [
      'that somebody waits for is told',
      { name: 'Ada', onboardingDate: '2030-09-20', createdDate: '2030-01-02' },
      ['Ada', 'Onboarding date: 20 Sep 2030'],
    ],
    [
      'that somebody wishes is told as it was written',
      { name: 'Ada', preferredDateTime: '2030-11-12 10:00 AM' },
      ['Ada', 'Preferred date: 2030-11-12 10:00 AM'],
    ],
  ]);
});

describe('an amount', () => {
  rows([
    [
      'has as many decimals as its sender says',
      { event: 'order.paid', order: { amount: 400 }, decimalDigits: 2 },
      ['Order paid', 'Amount: 4.00'],
    ],
    [
      'has the currency that is named as it is',
      { type: 'exchange', amount: '0.003', currency: 'BTC', amount_to: '29.50', currency_to: 'USD' },
      ['Exchange', 'Amount: 0.003 BTC', 'Amount to: 29.50 USD'],
    ],
  ]);
});

describe('an event', () => {
  rows([
    [
      'is named by a field with a hyphen too',
      { 'event-type': 'labels-failed', order_status: 'On Hold' },
      ['Label failed (on hold)'],
    ],
    ['has no version of its interface', { type: 'v2-beta.canvas.created' }, ['Canvas created']],
    ['has no company before it', { type: 'com.acme.order.item.shipped' }, ['Order item shipped']],
    [
      'without a thing is of the mail of a campaign',
      { event_type: 'opened', campaign_id: 'c1', contact: { email_address: 'ada@example.com' } },
      ['Email opened: ada@example.com'],
    ],
  ]);
});

describe('JSON with a missing comma', () => {
  rows([
    [
      'is read',
      '{"type": "product.updated", "data": {"product": {"name": "Tea"}}\n "author": {"name": "Ada"}}',
      ['Product Tea updated', 'Author: Ada'],
    ],
  ]);
});

describe('wrapped payloads', () => {
  const inBase64 = (text: string) => Buffer.from(text).toString('base64');
  rows([
    [
      'is XML in base64, in lines',
      {
        signature: 'x',
        bt_payload: `${inBase64('<notification><timestamp>2021-08-25T17:37:58Z</timestamp><kind>subscription_trial_ended</kind><subject><subscription><id>abcd</id></subscription></subject></notification>').replace(/.{20}/g, '$&\n')}\n${''}`,
      },
      ['Subscription trial ended'],
    ],
    [
      'is XML in base64 under a name of its own',
      {
        operation_xml: inBase64(
          '<response><status>success</status><order_id>17</order_id><action>pay</action></response>',
        ),
      },
      ['Response paid', 'Status: success', 'Order: 17'],
    ],
    [
      'is no state that the receiver had asked for',
      { event: 'floor.changed', client_state: 'aGF2ZSB' },
      ['Floor changed'],
    ],
    [
      'is JSON in base64',
      { data: inBase64('{ "event": "order.paid", "name": "Tea" }'), signature: 'x' },
      ['Order Tea paid'],
    ],
    [
      'is an item that is called by its price',
      {
        event_type: 'subscription.created',
        data: {
          currency_code: 'USD',
          collection_mode: 'automatic',
          items: [
            { quantity: 10, price: { description: 'Monthly (per seat)' } },
            { quantity: 1, price: { description: 'Monthly (addon)' } },
          ],
        },
      },
      ['Subscription created', '2 items: 10 × Monthly (per seat), Monthly (addon)'],
    ],
    [
      'is an amount that is said in words beside',
      { event: 'order.paid', order: { totalAmount: 100, currency: 'EUR', formattedAmount: '€1.00' } },
      ['Order paid', 'Amount: €1.00'],
    ],
    [
      'is a call by telephone in fields without seams',
      {
        callername: 'ADA',
        callernum: '+1555',
        callercity: 'BAKERSFIELD',
        destinationnum: '2012032051',
        duration: '247',
      },
      [
        'Caller: ADA',
        'Caller number: +1555',
        'Caller city: BAKERSFIELD',
        'Destination number: 2012032051',
        'Duration: 4 min 7 s',
      ],
    ],
    [
      'is a detail beside the sentence that became the headline',
      {
        message: 'New package (Debian) installed.',
        description: 'Agent test-1\nPackage rsync 3.2.7',
        severity: 'info',
      },
      ['New package (Debian) installed.', 'Agent test-1', 'Package rsync 3.2.7', 'Severity: info'],
    ],
    [
      'is what is over, and no longer critical',
      { incidentId: '12', severity: 'Critical', messageTitle: 'Manually resolved: logs' },
      ['Incident: Manually resolved: logs', 'Severity: Critical'],
    ],
  ]);
});

describe('a duration', () => {
  rows([
    [
      'is told in minutes of a meeting',
      { event: 'meeting.ended', object: { topic: 'Class with Sam', start_time: '2030-10-16T10:00:00Z', duration: 28 } },
      ['Meeting ended: Class with Sam', 'Start time: 16 Oct 2030, 10:00 UTC', 'Duration: 28 min'],
    ],
    [
      'is told as it was sent where nobody knows its unit',
      { event: 'backup.finished', object: { name: 'Nightly', duration: 28 } },
      ['Backup Nightly finished', 'Duration: 28'],
    ],
  ]);
});

describe('an email', () => {
  rows([
    [
      'is told without the signature of who wrote it',
      { subject: 'Order', text: 'Where is my parcel?\nIt is late.\n-- \nAda\nAnalytical Ltd' },
      ['Order', 'Where is my parcel?', 'It is late.'],
    ],
  ]);
});

/*
 * These tests generate calls with two people. Only the field names, such as `blocker` and `blocked`, distinguish the
 * actor from the affected person. The order of the fields does not matter.
 */
describe('two people of one action', () => {
  const deed = fc.constantFrom(
    ['blocked', 'blocker', 'blocked'],
    ['followed', 'follower', 'followed'],
    ['unfollowed', 'unfollower', 'unfollowed'],
    ['invited', 'inviter', 'invitee'],
    ['invited', 'inviter', 'invited'],
    ['referred', 'referrer', 'referee'],
    ['referred', 'referrer', 'referred'],
    ['banned', 'banner', 'banned'],
    ['removed', 'remover', 'removed'],
    ['promoted', 'promoter', 'promoted'],
    ['nominated', 'nominator', 'nominee'],
    ['mentored', 'mentor', 'mentee'],
    ['trained', 'trainer', 'trainee'],
    ['employed', 'employer', 'employee'],
    ['interviewed', 'interviewer', 'interviewee'],
    ['reported', 'reporter', 'reported'],
    ['kicked', 'kicker', 'kicked'],
    ['muted', 'muter', 'muted'],
    ['licensed', 'licensor', 'licensee'],
    ['appointed', 'appointer', 'appointee'],
    ['suspended', 'suspender', 'suspended'],
    ['tagged', 'tagger', 'tagged'],
    ['blocked', 'blocked_by', 'blocked'],
    ['invited', 'invited_by', 'invitee'],
  );
  const names = fc.uniqueArray(fc.constantFrom('Ann', 'Bob', 'Zoë Ünal', 'Mary Ann Lee', 'Ravi', 'Chen Wei'), {
    minLength: 2,
    maxLength: 2,
  });
  const writing = fc.constantFrom(
    (role: string, name: string) => ({ [role]: { name } }),
    (role: string, name: string) => ({ [role]: { id: 7, first_name: name, email: 'x@example.org' } }),
    (role: string, name: string) => ({ [`${role}_name`]: name }),
    (role: string, name: string) => ({ [`${role}_user`]: { name } }),
    (role: string, name: string) => ({ [`${role}User`]: { display_name: name } }),
  );
  const around = fc.constantFrom(
    (fields: object) => fields,
    (fields: object) => ({ data: fields }),
    (fields: object) => ({ payload: { id: 'x1', ...fields } }),
  );
  const inOrder = (isTurned: boolean, first: object, second: object) =>
    isTurned ? { ...second, ...first } : { ...first, ...second };

  it('are never swapped', () => {
    fc.assert(
      fc.property(
        deed,
        names,
        writing,
        around,
        fc.boolean(),
        ([verb = '', doer = '', whom = ''], [ann = '', bob = ''], write, put, isTurned) => {
          const people = inOrder(isTurned, write(doer, ann), write(whom, bob));
          const [title = '', ...rest] = linesOf({ event: `user.${verb}`, ...put(people) });
          expect(title, JSON.stringify(people)).not.toMatch(new RegExp(`${ann} ${verb}|by ${bob}`));
          expect([title, ...rest].join('\n')).toContain(bob);
        },
      ),
      { numRuns: 300, seed: 40 },
    );
  });

  it('do not appear in the headline of another action', () => {
    fc.assert(
      fc.property(
        deed,
        names,
        writing,
        around,
        fc.constantFrom('referral.created', 'call.ended', 'report.updated', 'chat.closed'),
        ([, doer = '', whom = ''], [ann = '', bob = ''], write, put, event) => {
          const [title = '', ...rest] = linesOf({ event, ...put({ ...write(doer, ann), ...write(whom, bob) }) });
          expect(title).not.toMatch(new RegExp(`${ann}|${bob}`));
          expect(rest.join('\n')).toContain(ann);
          expect(rest.join('\n')).toContain(bob);
        },
      ),
      { numRuns: 300, seed: 40 },
    );
  });
});
