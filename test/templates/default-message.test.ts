import { describe, expect, it } from 'vitest';
import { octetsOf, textOfBody } from '../../lambdas/templates/charsets.ts';
import { defaultMessage } from '../../lambdas/templates/default-message.ts';
import { outlineOf } from '../../lambdas/templates/outline/outline-of.ts';
import { render } from '../../lambdas/templates/render.ts';

const tell = (payload: unknown, rest: object = {}) =>
  defaultMessage({ body: JSON.stringify(payload), contentType: 'application/json', webhookName: 'Shop', ...rest });
const lines = (payload: unknown, rest: object = {}) => tell(payload, rest).split('\n');

describe('the default message', () => {
  it('names the event, the object, a few key facts and the link', () => {
    const payload = {
      id: 'evt_1a2b3c4d5e6f7g',
      event: 'order.paid',
      created_at: '2026-11-20T12:00:00Z',
      data: {
        order_number: 1042,
        total_price: '42.50',
        currency: 'EUR',
        customer: { id: 7, first_name: 'Ada', last_name: 'Lovelace' },
        items: [{ name: 'Tea', quantity: 2 }, { name: 'Cup' }],
        test: false,
        note: '',
        admin_url: 'https://shop.example/admin/orders/1042',
        self: 'https://api.shop.example/orders/1042.json',
      },
    };
    expect(lines(payload)).toEqual([
      'Order #1042 paid',
      'Total price: 42.50 EUR',
      'Customer: Ada Lovelace',
      '2 items: 2 × Tea, Cup',
      'https://shop.example/admin/orders/1042',
    ]);
  });

  it('names the person and the place, and quotes new text', () => {
    const issue = {
      number: 7,
      title: 'Totals are off by a cent',
      body: 'Since Monday.\r\n\r\nSee **cart**.',
      state: 'open',
    };
    const payload = { action: 'opened', issue, repository: { full_name: 'acme/web' }, sender: { login: 'ada' } };
    expect(lines(payload, { headers: { 'X-Forge-Event': 'issues' } })).toEqual([
      'acme/web: issue #7 opened by ada: Totals are off by a cent',
      'Since Monday.',
      '',
      'See cart.',
    ]);
    const closed = { ...payload, action: 'deleted' };
    expect(tell(closed, { headers: { 'X-Forge-Event': 'issues' } })).not.toContain('Since Monday');
  });

  it('has the state in the headline, and names the failed one of several', () => {
    expect(
      lines({
        type: 'check.completed',
        check: { name: 'nightly', status: 'completed', conclusion: 'failure', duration_ms: 125_000 },
        hosts: [
          { host: 'db1', status: 'failed' },
          { host: 'db2', status: 'ok' },
          { host: 'db3', status: 'failed' },
        ],
      }),
    ).toEqual(['Check nightly failed', '2 of 3 hosts failed: db1, db3', 'Duration: 2 min 5 s']);
  });

  it('tells changes from old to new', () => {
    const payload = {
      event: 'ticket.updated',
      ticket: { subject: 'No sound', status: 'solved' },
      changes: { status: { old: 'open', new: 'solved' }, assignee: ['Ada', 'Bob'] },
    };
    expect(lines(payload)).toEqual(['Ticket No sound solved', 'Status: open → solved', 'Assignee: Ada → Bob']);
  });

  it.each([
    ['a shell', { payload: { event: { type: 'user.created', data: { name: 'Ada' } } } }, 'User Ada created'],
    [
      'records',
      { Records: [{ eventName: 'ObjectCreated', file_name: 'a b.pdf' }, {}] },
      'Object a b.pdf created and 1 more',
    ],
    ['a state alone', { host: 'db1', status: 'down' }, 'db1 is down'],
    ['JSON inside of a text', { Message: '{"AlarmName":"CPU high","NewStateValue":"ALARM"}' }, 'CPU high (alarm)'],
    ['a command', { type: 'delete_user', user: { name: 'Ada' } }, 'User Ada deleted'],
  ])('finds its headline in %s', (_, payload, title) => expect(lines(payload)[0]).toBe(title));

  it('falls back to the first sentence as headline, and then to the webhook’s name', () => {
    expect(lines({ message: 'Disk is almost full', host: 'db1', percent: 93 })).toEqual([
      'db1',
      'Disk is almost full',
      'Percent: 93 %',
    ]);
    expect(lines({ message: 'Disk is almost full', used: 93 })).toEqual(['Disk is almost full', 'Used: 93']);
    expect(lines({ a: 1, b: 'two' })).toEqual(['A: 1', 'B: two']);
    expect(tell({ a: 1 }, { webhookName: undefined })).toBe('A: 1');
  });

  it('omits ids, hashes, paths, zero, false and the call’s own times', () => {
    const payload = {
      event: 'backup.finished',
      id: 12345,
      uuid: '4e8c2ab1-7d7b-4a3f-9c1d-1f2e3d4c5b6a',
      commit_sha: 'a'.repeat(40),
      object_ref: 'cus_9s6XKzkNRiz8i3',
      path: '/var/backups/db.tar',
      file: '/var/backups/db.tar',
      errors: 0,
      encrypted: false,
      updated_at: '2026-11-20T12:00:00Z',
      timestamp: 1_795_000_000,
      size_bytes: 5_368_709_120,
      expires_at: 1_795_000_000,
    };
    expect(lines(payload)).toEqual(['Backup finished', 'Size: 5.4 GB', 'Expires: 18 Nov 2026, 11:06 UTC']);
  });

  it('stays short for any body', () => {
    const fields = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`field_${n}`, `value ${n}`]));
    expect(lines(fields)).toHaveLength(9);
    expect(lines(fields).at(-1)).toBe('Not shown: 92 more fields');
    const long = { event: 'note.created', text: 'line\n'.repeat(500), ...fields };
    expect(lines(long).length).toBeLessThanOrEqual(12);
    expect(outlineOf({ body: JSON.stringify({ text: 'word '.repeat(2000), a: 1 }) }).text?.length).toBeLessThanOrEqual(
      1001,
    );
  });

  it('is also data: severity, headline, link, text, facts, key', () => {
    const body = JSON.stringify({
      id: 'inc-7',
      title: 'Checkout is down',
      severity: 'critical',
      url: 'https://status.example/i/7',
    });
    expect(outlineOf({ body })).toEqual({
      severity: 'critical',
      title: 'Checkout is down (critical)',
      link: 'https://status.example/i/7',
      facts: [],
      actions: [],
      key: 'inc-7',
    });
  });
});

describe('the link of a default message', () => {
  it.each([
    [
      { url: 'https://api.example.com/v1/orders/7', html_url: 'https://example.com/orders/7' },
      'https://example.com/orders/7',
    ],
    [{ url: 'https://example.com/api/orders/7', link: 'https://example.com/orders/7' }, 'https://example.com/orders/7'],
    [
      { order_url: 'https://example.com/orders/7.json', page: 'https://example.com/orders/7' },
      'https://example.com/orders/7',
    ],
    [{ avatar_url: 'https://example.com/a', picture: 'https://example.com/p.png' }, undefined],
    [{ issues_url: 'https://example.com/issues{/number}' }, undefined],
    [{ reset: 'https://example.com/r?token=abcdef' }, undefined],
    [
      { _links: { html: { href: 'https://example.com/7' }, self: { href: 'https://example.com/api/7' } } },
      'https://example.com/7',
    ],
  ])('opens a page for people: %j', (fields, link) => {
    const last = lines({ event: 'order.paid', name: 'Tea', ...fields }).at(-1);
    expect(last?.startsWith('http') ? last : undefined).toBe(link);
  });
});

describe('numbers that JavaScript cannot hold', () => {
  it('are printed as they were sent', () => {
    const body =
      '{"name":"Tea","big":12345678901234567890,"huge":1e999,"safe":9007199254740991,"text":"say \\"1: 12345678901234567890,\\""}';
    const print = (template: string) => render({ template, body });
    expect(print('{{big}} {{huge}} {{safe}}')).toEqual({ message: '12345678901234567890 1e999 9007199254740991' });
    expect(print('{{ "order " & big }}')).toEqual({ message: 'order 12345678901234567890' });
    expect(print('{{text}}')).toEqual({ message: 'say "1: 12345678901234567890,"' });
    expect(print('{{ $number(big) > 1 }}')).toEqual({ message: 'true' });
    expect(defaultMessage({ body: '{"name":"Tea","amount":1e999}' })).toContain('1e999');
    expect(render({ template: '{{ n + 1 }}', body: '{"n":10000000000000000000}' })).toEqual({
      message: '10000000000000000000',
    });
  });
});

describe('bodies that are not JSON', () => {
  const of = (body: string, contentType: string) =>
    defaultMessage({ body, contentType, webhookName: 'Shop' }).split('\n');

  it.each([
    ['plain text', 'text/plain', 'hello\nworld', ['hello', 'world']],
    ['a form', 'application/x-www-form-urlencoded', 'name=Ada&plan=x+y', ['Ada', 'Plan: x y']],
    [
      'JSON that curl calls a form',
      'application/x-www-form-urlencoded',
      '{"status":"build finished","note":"a&b=c"}',
      ['Build finished', 'Note: a&b=c'],
    ],
    ['a form that only begins like JSON', 'application/x-www-form-urlencoded', '[name=Ada', ['Name: Ada']],
    [
      'XML with attributes and repeated names',
      'application/xml',
      '<?xml version="1.0"?><order status="paid" xmlns:a="b"><customer>Ada &amp; Bob</customer><item sku="1"><name>Tea</name></item><item><name>Cup</name></item></order>',
      ['Order paid', 'Customer: Ada & Bob', '2 items: Tea, Cup'],
    ],
    [
      'XML with entities of its own',
      'text/xml',
      '<!DOCTYPE r [<!ENTITY e SYSTEM "file:///etc/passwd">]><r><a>&e;</a></r>',
      ['A: &e;'],
    ],
    [
      'an upload',
      'multipart/form-data; boundary=Xy',
      '--Xy\r\nContent-Disposition: form-data; name="title"\r\n\r\nReport\r\n--Xy\r\nContent-Disposition: form-data; name="f"; filename="a.txt"\r\n\r\nabc\r\n--Xy--',
      ['Report', 'F: a.txt (3 bytes)'],
    ],
    [
      'a mail',
      'message/rfc822',
      'Subject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe?=\r\nFrom: a@example.test\r\nContent-Transfer-Encoding: base64\r\n\r\naGVsbG8gdGhlcmU=',
      ['Grüße', 'hello there', 'From: a@example.test'],
    ],
    [
      'a mail of several parts',
      'message/rfc822',
      'Subject: Offer\r\nFrom: a@example.test\r\nContent-Type: multipart/mixed; boundary="o"\r\n\r\n--o\r\nContent-Type: multipart/alternative; boundary=i\r\n\r\n--i\r\nContent-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nGr=FC=DFe an alle\r\n--i\r\nContent-Type: text/html\r\n\r\n<p>no</p>\r\n--i--\r\n--o\r\nContent-Type: application/pdf; name="offer.pdf"\r\nContent-Disposition: attachment\r\n\r\nxx\r\n--o--',
      ['Offer', 'Grüße an alle', 'From: a@example.test', 'Attachments: offer.pdf'],
    ],
    [
      'a mail of HTML',
      'message/rfc822',
      'Subject: Offer\r\nFrom: a@example.test\r\nContent-Type: text/html\r\n\r\n<html><head><style>p{}</style></head><body><p>Hello <b>you</b></p><p>See <a href="https://x.test/1">here</a></p></body></html>',
      ['Offer', 'Hello you', '', 'See here (https://x.test/1)', 'From: a@example.test'],
    ],
    [
      'a raw mail in an upload',
      'multipart/form-data; boundary=Xy',
      '--Xy\r\nContent-Disposition: form-data; name="email"\r\n\r\nFrom: a@example.test\r\nSubject: Hi\r\n\r\nhello there\r\n--Xy\r\nContent-Disposition: form-data; name="SPF"\r\n\r\npass\r\n--Xy--',
      ['Hi', 'hello there', 'From: a@example.test'],
    ],
    [
      'an upload with another boundary than its header says',
      'multipart/form-data; boundary=Xy',
      '--Zz\r\nContent-Disposition: form-data; name="subject"\r\n\r\nHello\r\n--Zz--',
      ['Hello'],
    ],
    [
      'XML with remarks',
      'application/xml',
      '<job><name>backup</name><exit_code type="integer">1</exit_code></job>',
      ['Job backup failed', 'Exit code: 1'],
    ],
    ['a list', 'application/json', '["one", 2]', ['Shop was called', '- one', '- 2']],
    ['a bare number', 'application/json', '42', ['Shop was called', '42']],
    [
      'a form whose names are places',
      'application/x-www-form-urlencoded',
      'type=subscribe&data%5Bemail%5D=ada%40example.test&data%5Bmerges%5D%5BCITY%5D=London',
      ['ada@example.test subscribed', 'City: London'],
    ],
    ['nothing', '', '', ['Shop was called', 'It sent nothing else.']],
    ['an empty object', 'application/json', '{}', ['Shop was called', 'It sent nothing that a person could read.']],
    [
      'JSON of which nothing is whole',
      'application/json',
      '{"a": [1',
      ['Shop was called', 'It sent JSON that is not well-formed, so it cannot be read.'],
    ],
    [
      'JSON that was cut off',
      'application/json',
      '{"event": "order.paid", "order": {"number": 7, "note": "Leave it at the d',
      ['Order #7 paid', '(The rest of the JSON that it sent is cut off or not well-formed.)'],
    ],
    [
      'JSON that breaks within a text',
      'application/json',
      '{"job": "backup", "status": "failed", "path": "C:\\ux", "host": "db1"}',
      ['Job backup failed', '(The rest of the JSON that it sent is cut off or not well-formed.)'],
    ],
    [
      'an upload in another writing, by its bytes',
      'multipart/form-data; boundary=Xy',
      '--Xy\r\nContent-Disposition: form-data; name="f"; filename="a.txt"\r\n\r\nはい\r\n--Xy--',
      ['F: a.txt (6 bytes)'],
    ],
    [
      'an upload whose header names another delimiter than its beginning',
      'multipart/form-data; boundary=Xy',
      '--Xz\r\nContent-Disposition: form-data; name="title"\r\n\r\nReport\r\n--Xy--\r\n',
      ['Report'],
    ],
  ])('are read: %s', (_, contentType, body, expected) => expect(of(body, contentType)).toEqual(expected));

  it('shows a call’s query without a body', () => {
    expect(defaultMessage({ body: '', method: 'GET', query: 'status=down&host=a1', webhookName: 'Shop' })).toBe(
      'a1 is down',
    );
    expect(defaultMessage({ body: '', method: 'HEAD', webhookName: 'Shop' })).toBe(
      'Shop was called\nA HEAD call that sent nothing else.',
    );
    expect(defaultMessage({ body: '', undecodable: true, contentType: 'image/png' })).toBe(
      'A call came in\nIt sent a file that is no text (image/png).',
    );
  });

  it.each([
    ['text/plain; charset=ISO-8859-1', Buffer.from('Gr\u00fc\u00dfe', 'latin1'), 'Grüße'],
    ['text/plain; charset="windows-1252"', Buffer.from([0x80, 0x20, 0x93, 0x41, 0x94]), '€ “A”'],
    ['application/json; charset=utf-16le', Buffer.from('"ä"', 'utf16le'), '"ä"'],
    ['text/plain', Buffer.from('\ufeffä', 'utf16le'), 'ä'],
    [
      'application/xml',
      Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>\u00fc</a>', 'latin1'),
      '<?xml version="1.0" encoding="ISO-8859-1"?><a>ü</a>',
    ],
    ['text/plain', Buffer.from('ü'), 'ü'],
    ['image/png', Buffer.from([0x89, 0x50, 0xff, 0x00]), undefined],
    ['application/octet-stream', Buffer.from([0xff, 0x00]), undefined],
  ])('are decoded in their declared charset: %s', (contentType, bytes, text) => {
    expect(textOfBody(bytes, contentType)).toBe(text);
  });

  it('decodes an email with several charsets', () => {
    const mail = Buffer.from(
      'Subject: Gr\u00fc\u00dfe\r\nFrom: a@example.test\r\nContent-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: 8bit\r\n\r\nsch\u00f6ne W\u00f6rter',
      'latin1',
    );
    const told = defaultMessage({ body: '', undecodable: true, octets: octetsOf(mail), contentType: 'message/rfc822' });
    expect(told.split('\n')).toEqual(['Grüße', 'schöne Wörter', 'From: a@example.test']);
  });
});

describe('a payload that is already a chat message', () => {
  it.each([
    [
      'a text',
      { text: 'Backup *done*\n<https://x.example/1|report> &amp; more :tada:' },
      ['Backup done', 'report (https://x.example/1) & more 🎉'],
    ],
    [
      'attachments',
      {
        text: 'Build failed',
        attachments: [
          { color: 'danger', title: 'acme/web', text: '_main_', fields: [{ title: 'By', value: '<@U123ABC|mona>' }] },
        ],
      },
      ['Build failed', 'acme/web', 'main', 'By: @mona'],
    ],
    [
      'blocks',
      {
        text: 'for notices',
        blocks: [
          { type: 'header', text: { type: 'plain_text', text: 'Deploy' } },
          { type: 'section', fields: [{ type: 'mrkdwn', text: '*Env*\nprod' }] },
          {
            type: 'actions',
            elements: [{ type: 'button', text: { type: 'plain_text', text: 'Open' }, url: 'https://x.example/2' }],
          },
        ],
      },
      ['Deploy', 'Env: prod', 'Open: https://x.example/2'],
    ],
    [
      'content and embeds',
      {
        content: 'Hi **all**',
        embeds: [
          {
            title: 'v2',
            url: 'https://x.example/3',
            description: '[notes](https://x.example/n)',
            fields: [{ name: 'Env', value: 'prod' }],
          },
        ],
      },
      ['Hi all', 'v2', 'notes (https://x.example/n)', 'Env: prod', 'https://x.example/3'],
    ],
    [
      'a connector card',
      {
        '@type': 'MessageCard',
        '@context': 'http://schema.org/extensions',
        title: 'Build failed',
        sections: [{ activityTitle: 'acme/web', facts: [{ name: 'Branch', value: 'main' }] }],
        potentialAction: [
          { '@type': 'OpenUri', name: 'Open', targets: [{ os: 'default', uri: 'https://x.example/4' }] },
        ],
      },
      ['Build failed', 'acme/web', 'Branch: main', 'Open: https://x.example/4'],
    ],
    [
      'an Adaptive Card',
      {
        type: 'message',
        attachments: [
          {
            contentType: 'application/vnd.microsoft.card.adaptive',
            content: {
              type: 'AdaptiveCard',
              body: [
                { type: 'TextBlock', text: '**Disk** full' },
                { type: 'Container', items: [{ type: 'FactSet', facts: [{ title: 'Host', value: 'db1' }] }] },
              ],
            },
          },
        ],
      },
      ['Disk full', 'Host: db1'],
    ],
    [
      'a card of Google Chat',
      {
        cardsV2: [
          {
            card: {
              header: { title: 'Order' },
              sections: [{ widgets: [{ decoratedText: { topLabel: 'Total', text: '5 EUR' } }] }],
            },
          },
        ],
      },
      ['Order', 'Total: 5 EUR'],
    ],
  ])('is kept in full: %s', (_, payload, expected) => expect(lines(payload)).toEqual(expected));

  it('is not recognised if its fields have other types', () => {
    expect(lines({ text: 'Paid', order: 7, event: 'order.paid' })[0]).toBe('Order paid');
  });
});

describe('markup in values', () => {
  it.each([
    [
      '<p>Hello <b>you</b><!-- hidden --></p><ul><li>one</li></ul><img alt="a cat" src="x">',
      'Hello you\n\n- one\na cat',
    ],
    [
      'See [the docs](https://x.example/d) and ![a cat](c.png) in `a_b_c`',
      'See the docs (https://x.example/d) and a cat in a_b_c',
    ],
    ['# Title of it\n* one\n- [x] two **bold**', 'Title of it\n- one\n- done: two bold'],
    [
      'h1. Head\n{code:java}\nint *a*;\n{code}\n[site|https://x.example] by [~ada]',
      'Head\nint *a*;\nsite (https://x.example) by @ada',
    ],
    ['## Why\n<!-- tell us -->\nIt is <b>late</b>.\n- one<br>two', 'Why\nIt is late.\n- one\ntwo'],
    ['5 < 6 & a*b*c snake_case_name 2 > 1', '5 < 6 & a*b*c snake_case_name 2 > 1'],
  ])('becomes words: %s', (description, text) => {
    expect(outlineOf({ body: JSON.stringify({ event: 'note.created', description }) }).text).toBe(text);
  });

  it('stays unchanged in a plain-text body', () => {
    expect(defaultMessage({ body: '# Report\n* one *two*', contentType: 'text/plain' })).toBe('# Report\n* one *two*');
  });
});

describe('an invisible character', () => {
  it('is removed: controls, direction marks, line breaks in names', () => {
    expect(tell({ event: 'file.created', name: 'invoice\u202egpj.exe\r\nPaid: yes\u0007' })).toBe(
      'File created: invoicegpj.exe Paid: yes',
    );
    expect(tell({ event: 'user.created', name: 'Ada', 'pl\nan\u202e': 'x\u0000y' })).toBe(
      'User Ada created\nPl an: xy',
    );
  });
});

describe('calls of unlisted tools', () => {
  it.each([
    [
      'a subscription with whole amounts, whose unit nobody tells',
      {
        event_type: 'subscription.activated',
        data: { status: 'active', items: [{ name: 'Seat', quantity: 10 }], total: 3000, currency: 'USD' },
      },
      ['Subscription activated', 'Total: 3000 USD', 'Item: 10 × Seat'],
    ],
    [
      'an order with amounts in words',
      {
        meta: { event_name: 'order_created' },
        data: { attributes: { order_number: 12, total: 1199, total_formatted: '$11.99', currency: 'USD' } },
      },
      ['Order #12 created', 'Total: $11.99'],
    ],
    [
      'a payment that does not say its unit',
      { type: 'payment.refunded', payment: { amount: 4200, currency: 'eur' } },
      ['Payment refunded', 'Amount: 4200 eur'],
    ],
    [
      'a form',
      { name: 'Grace Hopper', email: 'grace@example.com', message: 'Hi,\nI would like a demo.', consent: true },
      ['Message from Grace Hopper', 'Hi,', 'I would like a demo.', 'Email: grace@example.com'],
    ],
    [
      'a job',
      { job: 'db-backup', exit_code: 1, duration_seconds: 75.2, host: 'db1', stderr: 'connection refused' },
      ['Job db-backup failed', 'Exit code: 1', 'Duration: 1 min 15 s', 'Host: db1', 'Stderr: connection refused'],
    ],
    [
      'a state of an application',
      {
        app: 'guestbook',
        status: 'OutOfSync',
        message: 'one or more objects failed to apply',
        revision: 'abc1234def5678abc1234',
      },
      ['guestbook (out of sync)', 'one or more objects failed to apply'],
    ],
    [
      'a list of changes',
      [{ subscriptionType: 'contact.propertyChange', objectId: 123, reason: 'NOT_READY' }, {}],
      ['Contact property changed and 1 more', 'Reason: not ready'],
    ],
    [
      'several messages, read one below the other',
      {
        events: [
          { hostname: 'db1', message: 'disk is nearly full', severity: 'Info' },
          { hostname: 'db2', message: 'swap is in use', severity: 'Info' },
        ],
        saved_search: { name: 'Disks' },
      },
      ['Disks: 2 messages', '- db1: disk is nearly full', '- db2: swap is in use'],
    ],
    [
      'several events, each by its headline',
      [
        { type: 'user.created', user: { name: 'Ada' } },
        { type: 'user.deleted', user: { name: 'Bob' } },
      ],
      ['User Ada created and 1 more', '- User Bob deleted'],
    ],
    [
      'the conversation of a ticket',
      {
        ticket: { subject: 'No sound', replies: [{ author: 'Ada', body: 'It is quiet here.' }] },
        event: 'ticket.replied',
      },
      ['Ticket No sound replied', 'Ada: It is quiet here.'],
    ],
    [
      'an event that only a second field tells',
      { event: 'error_activity', eventType: 'CommentAdded', item: { title: 'Cart', user: 'Ada' } },
      ['Comment added by Ada: Cart'],
    ],
    [
      'an event that stands beside a subscription',
      {
        subscription: { type: 'channel.follow', status: 'enabled' },
        event: { user_name: 'ada', followed_at: '2026-01-02T03:04:05Z' },
      },
      ['Channel followed by ada'],
    ],
    [
      'a row of a table',
      { type: 'INSERT', table: 'orders', record: { id: 12, total: 42.5 }, old_record: null },
      ['Order added', 'Total: 42.5', 'Order ID: 12'],
    ],
    [
      'an activity about an entity',
      {
        actions: [
          { id: 11, entity_type: 'story', action: 'update', name: 'Cart', changes: { estimate: { new: 4, old: 2 } } },
        ],
      },
      ['Story Cart updated', 'Estimate: 2 → 4'],
    ],
    [
      'a state from one to another',
      { friendly_name: 'Front door', from_state: 'off', to_state: 'on' },
      ['Front door (on)', 'State: off → on'],
    ],
    [
      'a run inside of what has the name',
      { name: 'asgard', build: { number: 18, status: 'FAILURE', branch: 'main' } },
      ['Build #18 failed: asgard', 'Branch: main'],
    ],
    [
      'a yes or no as state',
      { name: 'Nightly', success: false, kind_of_run: 'full' },
      ['Nightly failed', 'Kind of run: full'],
    ],
    ['a text in languages', { sys: { version: 3 }, fields: { title: { 'en-US': 'How we work' } } }, ['How we work']],
    [
      'JSON that a queue carries in base64',
      { message: { data: btoa('{"event":"user.created","name":"Ada"}'), messageId: '2070443601311540' } },
      ['User Ada created'],
    ],
    [
      'a sentence that is the news already',
      { action: 'fixed', type: 'errorgroup', title: 'ada marked E#2 as fixed', user: { name: 'ada' } },
      ['ada marked E#2 as fixed'],
    ],
    [
      'codes and blanks that nobody can read, which are left out',
      {
        title: 'Crash',
        level: 40,
        status: 2,
        framework: 13,
        last_modified_by: 2147,
        spans: '$SPANS',
        environment: 'prod',
      },
      ['Crash', 'Environment: prod'],
    ],
    [
      'prose under a name that tells nothing',
      { hostname: 'web-1', status: 'PROBLEM', trigger: 'Agent on web-1 is unreachable for five minutes' },
      ['web-1 (problem)', 'Agent on web-1 is unreachable for five minutes'],
    ],
    [
      'a comment of one word',
      { event: 'comment.created', comment: { text: 'LGTM', user: { name: 'Ada' } } },
      ['Comment added by Ada', 'LGTM'],
    ],
    [
      'commits without a word',
      { repository: { name: 'web' }, user: 'ada', commits: [{ message: 'fix: cart' }] },
      ['web: push by ada', 'Commit: fix: cart'],
    ],
    [
      'a short duration without a unit, as it was sent',
      { event: 'meeting.ended', topic: 'Weekly sync', duration: 60 },
      ['Meeting Weekly sync ended', 'Duration: 60'],
    ],
    [
      'a clock as duration',
      { job: 'build', status: 'ok', duration: '00:02:54.15' },
      ['Job build is ok', 'Duration: 2 min 54 s'],
    ],
    [
      'an amount in an object of its own',
      { type: 'payment.created', amount_money: { amount: 1000, currency: 'USD' } },
      ['Payment created', 'Amount: 1000 USD'],
    ],
    [
      'a verb of two words',
      { topic: 'contact.signed_up', item: { email: 'ada@example.test' } },
      ['Contact ada@example.test signed up'],
    ],
    [
      'an event with what came of it in its middle',
      { event: 'ErrorAssignedToUser', error: { title: 'Script Error', user: { name: 'Ada' } } },
      ['Script Error assigned to user', 'User: Ada'],
    ],
    [
      'a name that begins with words, and no id',
      { name: 'web-frontend-7d9f8c6b5-x2x9z', status: 'failed' },
      ['web-frontend-7d9f8c6b5-x2x9z failed'],
    ],
    [
      'who did it, not what it was done to',
      { action: 'AddTags', alert: { username: 'ada@example.test', tags: ['a'] } },
      ['Tag added by ada@example.test: a', 'Tags: a'],
    ],
    ['what somebody wrote in a chat', { username: 'ada', message: 'hello world' }, ['Message from ada', 'hello world']],
    [
      'the one message of a conversation, of several lines',
      {
        kind: 'Conversation',
        items: [{ body: 'name: Ada\nI am fine' }],
        visitor: { fullName: 'Ada', country: 'India' },
      },
      ['Conversation: Ada', 'name: Ada', 'I am fine'],
    ],
    [
      'old and new values as .NET names them',
      { AlarmName: 'CPU high', OldStateValue: 'OK', NewStateValue: 'ALARM' },
      ['CPU high (alarm)', 'State value: OK → ALARM'],
    ],
    [
      'labels of a metric, as facts',
      { name: 'cpu', tags: { host: 'web-1', core: 'cpu0' }, usage_percent: 93 },
      ['cpu', 'Host: web-1', 'Core: cpu0', 'Usage: 93 %'],
    ],
    [
      'what is left where there is nothing else',
      { id: 'seven', created_at: '2026-01-02T03:04:05Z' },
      ['Shop was called', 'ID: seven', 'Created: 2 Jan 2026, 03:04 UTC'],
    ],
  ])('become readable messages: %s', (_, payload, expected) => expect(lines(payload)).toEqual(expected));
});
