import { describe, expect, it } from 'vitest';
import { defaultMessage } from '../../lambdas/templates/default-message.ts';
import { linesOf, rows } from '../support/outlines.ts';

/* Bodies of senders without a ready-made template, with their subject in different places. */

describe('the object', () => {
  rows([
    [
      'is the one whose number stands beside it',
      {
        action: 'reopened',
        number: 7,
        pull_request: { number: 7, title: 'Round once', user: { login: 'ada' } },
        sender: { login: 'bob' },
      },
      ['Pull request #7 reopened by bob: Round once'],
    ],
    [
      'is not what programs link it with',
      {
        eventKey: 'repo:comment:added',
        actor: { name: 'Ada' },
        comment: { properties: { repositoryId: 1 }, id: 1, text: 'Nice' },
      },
      ['Repo comment added by Ada', 'Nice'],
    ],
    [
      'has the name of what it is, not of what it is in',
      {
        source: {
          item_type: 'file',
          item_id: '89',
          item_name: 'plan.docx',
          parent: { type: 'folder', name: 'All Files' },
        },
      },
      ['File: plan.docx', 'Parent: All Files'],
    ],
    [
      'is what the event names, and nothing in it',
      {
        action: 'application_updated',
        payload: {
          application: {
            status: 'active',
            source: { name: 'Jobs page' },
            credited_to: { email: 'rec@example.test', name: 'Rec Ruiter' },
            current_stage: { name: 'Review' },
            candidate: { first_name: 'Hank', last_name: 'Diablo' },
          },
        },
      },
      ['Application updated: Hank Diablo', 'Current stage: Review', 'Source: Jobs page', 'Credited to: Rec Ruiter'],
    ],
    [
      'is embedded',
      {
        type: 'payment-link.paid',
        _embedded: {
          entity: { status: 'paid', amount: { value: '10.00', currency: 'EUR' }, description: 'Test link' },
        },
        _links: { documentation: { href: 'https://docs.example.test/events' } },
      },
      ['Payment link paid: Test link', 'Amount: 10.00 EUR'],
    ],
    [
      'is not the occasion it is for',
      {
        _type: 'ticket',
        name: 'Watto',
        email: 'w@example.test',
        state_name: 'complete',
        event: { title: 'Awesomeconf', start_date: '2026-06-26' },
      },
      ['Ticket completed: Watto', 'Email: w@example.test', 'Event: Awesomeconf'],
    ],
    [
      'is not the language it is in, nor who resolved it',
      {
        event: 'stringComment.created',
        comment: {
          text: 'More details, please',
          targetLanguage: { name: 'Spanish', editorCode: 'es' },
          user: { username: 'ada', fullName: 'Ada Byron' },
          commentResolver: { username: 'bob', fullName: 'Bob Roe' },
        },
      },
      [
        'String comment added by Ada Byron',
        'More details, please',
        'Target language: Spanish',
        'Comment resolver: Bob Roe',
      ],
    ],
    [
      'is not told by a number as long as that of a card',
      { event: 'card.added', card: { number: '4536410136126170', brand: 'visa' } },
      ['Card added', 'Brand: visa'],
    ],
  ]);
});

describe('several objects', () => {
  rows([
    [
      'begin with the one that somebody has to see to',
      {
        data: [
          {
            deviceId: 'abcdef123456',
            events: [
              { type: 'location', latitude: '37.75' },
              { type: 'message', content: 'Hello from space!' },
              { type: 'sos', event: 'alarm' },
            ],
          },
        ],
      },
      ['Alarm and 2 more', '- Location', '- Hello from space!'],
    ],
    [
      'are all named, as many as six',
      {
        Events: [
          'OrderUpdated',
          'ResourceUpdated',
          'MessageAdded',
          'CustomerAdded',
          'CustomerUpdated',
          'PaymentUpdated',
        ].map((name) => ({ Discriminator: name, Value: { Id: 'bfee2c44-1f84-4326-a862-5289598f6e2d' } })),
      },
      [
        'Order updated and 5 more',
        '- Resource updated',
        '- Message added',
        '- Customer added',
        '- Customer updated',
        '- Payment updated',
      ],
    ],
  ]);
});

describe('an event', () => {
  rows([
    [
      'says on what it is called',
      { event: 'onTaskCommentDelete', data: { ID: 999 } },
      ['Task comment deleted', 'Comment ID: 999'],
    ],
    [
      'is a sentence of three words',
      { eventName: 'Opportunity is Updated', eventData: { name: 'Plane', expected_value: 50000 } },
      ['Opportunity Plane updated', 'Expected value: 50000'],
    ],
    [
      'is short for a pull request',
      {
        eventKey: 'pr:declined',
        actor: { displayName: 'Ada' },
        pullRequest: { title: 'my-new-pr', state: 'DECLINED' },
      },
      ['Pull request declined by Ada: my-new-pr'],
    ],
    [
      'says twice the same',
      { type: 'unsubscribe', data: { action: 'unsub', reason: 'manual', email: 'jane@example.test' } },
      ['jane@example.test unsubscribed', 'Reason: manual'],
    ],
  ]);
});

describe('a measured value', () => {
  rows([
    [
      'has its unit',
      {
        event: 'uplink',
        payload: [
          { name: 'Temperature', unit: 'c', value: 22.11 },
          { name: 'RSSI', unit: 'dbm', value: -51 },
          { name: 'Grade', unit: 'c', value: 7 },
          { name: 'Load average 15 min', value: 122 },
        ],
      },
      ['Uplink', 'Temperature: 22.11 °C', 'RSSI: -51 dBm', 'Grade: 7', 'Load average 15 min: 122'],
    ],
    [
      'stands in an object of its own',
      { event: 'uplink', info: { voltage: { timestamp: 1648481184.757, value: 3.04, unit: 'V' } } },
      ['Uplink', 'Voltage: 3.04 V'],
    ],
  ]);
});

describe('the answers of a form', () => {
  rows([
    [
      'is a telephone number by its type',
      {
        eventType: 'form-submission',
        items: [
          { fieldName: 'Name', fieldType: 'TEXT', value: 'Ivan' },
          { fieldName: 'Celular', fieldType: 'MOBILE', value: '380737893456' },
        ],
      },
      ['Form submission', 'Name: Ivan', 'Celular: 380737893456'],
    ],
  ]);
});

describe('a payment without an event', () => {
  rows([
    [
      'is known by its checkout',
      { Amount: 0.01, Status: 'Completed', TransactionId: 3165397, CheckoutId: 'ac5b' },
      ['Payment completed', 'Amount: 0.01', 'Checkout ID: ac5b'],
    ],
    [
      'is a transaction',
      { transaction_id: '91191', amount: '31.66', status: 'failed' },
      ['Transaction failed', 'Amount: 31.66', 'Transaction ID: 91191'],
    ],
  ]);
});

describe('a paragraph', () => {
  rows([
    [
      'leaves out the lines of a form that say nothing',
      {
        summary: 'New issue detected',
        description: 'A new issue was detected.\nPath: \nMethod: \nDiscovered by: \nRisk: Medium',
      },
      ['New issue detected', 'A new issue was detected.', 'Risk: Medium'],
    ],
    [
      'keeps a heading',
      { summary: 'Nightly run', description: 'Errors:\nThe disk of web-1 is full' },
      ['Nightly run', 'Errors:', 'The disk of web-1 is full'],
    ],
  ]);
});

describe('JSON with commas before its closing brackets', () => {
  const told = (body: string) =>
    defaultMessage({ body, contentType: 'application/json', headers: {}, webhookName: 'Shop' }).split('\n');

  it('is read', () =>
    expect(told('{"form": "Contact", "answers": [{"question": "Plan, or ,] none?", "answer": "Team",},],\n}')).toEqual(
      linesOf({ form: 'Contact', answers: [{ question: 'Plan, or ,] none?', answer: 'Team' }] }),
    ));

  it('is read in part if it has other errors', () =>
    expect(told('{"event": "order.paid", "list": [1,], "total": }').at(-1)).toMatch(/not well-formed/));

  it.each(['{"a":1,,}', '{"a":"unfinished,}'])('does not read anything into %s', (body) =>
    expect(told(body)[0]).toBe('Shop was called'),
  );
});

describe('a call by a program', () => {
  rows([
    [
      'is told beside an object that holds only its type',
      {
        type: 'video.asset.errored',
        object: { type: 'asset', id: '1' },
        data: { status: 'errored', errors: { messages: ['The input file is not a video'] } },
      },
      ['Video asset failed', 'Messages: The input file is not a video'],
    ],
    [
      'is a category',
      { Category: 'DeploymentFailed', Username: 'system', Message: 'Deploy failed for Web App 1.2.3', Space: 'Main' },
      ['Deploy failed for Web App 1.2.3', 'Space: Main'],
    ],
    [
      'is the quality of a project, and not of its branch',
      {
        status: 'SUCCESS',
        project: { name: 'Web' },
        branch: { name: 'main', type: 'LONG' },
        qualityGate: { name: 'Sonar way', status: 'ERROR' },
      },
      ['Web: quality gate failed: Sonar way', 'Branch: main'],
    ],
    [
      'is that a command ended with an error',
      { cmd: '/usr/local/bin/sync.sh', exit: 1, stderr: 'rsync: connection refused', host: 'nas' },
      ['nas failed', 'Exit: 1', 'Stderr: rsync: connection refused'],
    ],
    [
      'is not done by a day',
      { eventType: 'ABSENCE_REQUEST_ACCEPTED', employee: 'anna@example.test', from: '2026-07-01', to: '2026-07-12' },
      ['Absence request accepted', 'Employee: anna@example.test'],
    ],
    [
      'is who, and not what they are',
      {
        action: 'candidate_moved',
        data: { firstname: 'Lakita', lastname: 'Marrero', headline: 'Manager', stage: 'Interview' },
      },
      ['Candidate Lakita Marrero moved', 'Stage: Interview'],
    ],
    [
      'is what was noted down',
      { metadata: { action: 'created', model: 'time_entry' }, payload: { description: 'Write docs', billable: false } },
      ['Time entry created: Write docs'],
    ],
    [
      'is who gave, beside an address',
      { type: 'Donation', from_name: 'Ada', email: 'ada@example.test', message: 'Good luck with it!' },
      ['Donation: Ada', 'Good luck with it!', 'Email: ada@example.test'],
    ],
    [
      'is a sale',
      { sale_id: 'FO8TXN', product_name: 'Icon Pack', price: '1500', currency: 'usd', email: 'b@example.test' },
      ['Sale: Icon Pack', 'Price: 1500 usd', 'Email: b@example.test', 'Sale: FO8TXN'],
    ],
    [
      'is how the state of a parcel is called',
      {
        shipments: [
          {
            id: '7',
            status: { status: 'DELIVERED', description: 'JESSICA' },
            origin: { address: { locality: 'Bonn' } },
          },
        ],
      },
      ['Shipment delivered', 'Locality: Bonn', 'Shipment ID: 7'],
    ],
    [
      'is a message that did not arrive',
      { href: 'https://rest.example.test/messages/m1', status: 'delivery_failed', statusReason: 'unknown subscriber' },
      ['Message delivery failed', 'unknown subscriber'],
    ],
    [
      'is said once',
      {
        action: 'incoming_chat',
        chat: {
          subject: 'Refund',
          teaser: 'Refund-of-order-4711 please',
          body_preview: 'Refund-of-order-4711 please now',
        },
      },
      ['Incoming chat: Refund', 'Body preview: Refund-of-order-4711 please now'],
    ],
  ]);
});

describe('an email event', () => {
  rows([
    [
      'is told by the channel it took',
      { event_type: 'delivered', channel: 'email', recipient: 'ada@example.test' },
      ['Email delivered: ada@example.test'],
    ],
    [
      'is told with the reason, by the id that only mails have',
      {
        event: 'blocked',
        email: 'ada@example.test',
        'message-id': '<1@smtp.example.test>',
        subject: 'Hello',
        reason: 'blocked: due to unsubscribed user',
      },
      ['Email blocked: Hello', 'blocked: due to unsubscribed user', 'Email: ada@example.test'],
    ],
    [
      'is not done by an address that a program made',
      {
        eventType: 'accepted',
        messageId: '7bb4@s.example.test',
        recipient: 'ada@example.test',
        payload: {
          event: 'accepted',
          sender: 'b=6mpt=a6d8@s.example.test',
          message: { headers: { subject: 'Invoice' } },
        },
      },
      ['Email accepted: Invoice', 'Sender: b=6mpt=a6d8@s.example.test', 'Recipient: ada@example.test'],
    ],
  ]);
});

describe('numbers and pushes', () => {
  rows([
    [
      'an uptime in parts of a hundred is no time',
      { event: 'check.up', check: { name: 'Shop', uptime: 99.954 } },
      ['Check Shop is up', 'Uptime: 99.954'],
    ],
    [
      'a push is one by the references that it changed',
      { repository: { name: 'Unicorn' }, refChanges: [{ refId: 'refs/heads/main', type: 'UPDATE' }], size: 1 },
      ['Unicorn: push', 'Branch: main'],
    ],
  ]);
});

describe('the person affected', () => {
  rows([
    [
      'did not do it',
      {
        event: 'report.created',
        object: {
          category: 'spam',
          comment: 'Ads everywhere',
          account: { username: 'ann' },
          target_account: { username: 'spammer' },
        },
      },
      ['Report created: ann', 'Ads everywhere', 'Target account: spammer', 'Category: spam'],
    ],
  ]);
});

describe('a finished message', () => {
  rows([
    [
      'is not called by the data for programs beside it',
      { title: 'Washing machine', message: 'Laundry is done', data: { tag: 'washer' } },
      ['Washing machine', 'Laundry is done', 'Tag: washer'],
    ],
    [
      'stands in the rule that was broken',
      {
        rule: { level: 10, description: 'sshd: brute force trying to get access.' },
        data: { dstuser: 'root' },
      },
      ['sshd: brute force trying to get access.', 'Dstuser: root'],
    ],
  ]);
});
