import { describe, expect, it } from 'vitest';
import { octetsOf, textOfBody } from '../../lambdas/templates/charsets.ts';
import { outlineOf } from '../../lambdas/templates/outline/outline-of.ts';
import { render } from '../../lambdas/templates/render.ts';
import { defaultMessage } from '../support/outlines.ts';

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
    expect(lines(fields)).toHaveLength(8);
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
    ['nothing', '', '', ['Shop was called', 'The call has no other content.']],
    [
      'an empty object',
      'application/json',
      '{}',
      ['Shop was called', 'The call contains nothing that a person can read.'],
    ],
    [
      'JSON of which nothing is whole',
      'application/json',
      '{"a": [1',
      ['Shop was called', 'The call contains JSON that is not well-formed, so it cannot be read.'],
    ],
    [
      'JSON that was cut off',
      'application/json',
      '{"event": "order.paid", "order": {"number": 7, "note": "Leave it at the d',
      ['Order #7 paid', '(The rest of the call’s JSON is cut off or not well-formed.)'],
    ],
    [
      'JSON that breaks within a text',
      'application/json',
      '{"job": "backup", "status": "failed", "path": "C:\\ux", "host": "db1"}',
      ['Job backup failed', '(The rest of the call’s JSON is cut off or not well-formed.)'],
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
      'Shop was called\nA HEAD call with no other content.',
    );
    expect(defaultMessage({ body: '', undecodable: true, contentType: 'image/png' })).toBe(
      'A call came in\nThe call contains a binary file (image/png).',
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

describe('JSON with commas before its closing brackets', () => {
  const told = (body: string) =>
    defaultMessage({ body, contentType: 'application/json', headers: {}, webhookName: 'Shop' }).split('\n');

  it('is read', () =>
    expect(told('{"form": "Contact", "answers": [{"question": "Plan, or ,] none?", "answer": "Team",},],\n}')).toEqual(
      lines({ form: 'Contact', answers: [{ question: 'Plan, or ,] none?', answer: 'Team' }] }),
    ));

  it('is read in part if it has other errors', () =>
    expect(told('{"event": "order.paid", "list": [1,], "total": }').at(-1)).toMatch(/not well-formed/));

  it.each(['{"a":1,,}', '{"a":"unfinished,}'])('does not read anything into %s', (body) =>
    expect(told(body)[0]).toBe('Shop was called'),
  );
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

describe('an action next to several objects', () => {
  it('reports what happened to an email whose subject begins like its sender’s address', () =>
    expect(
      lines({
        event: 'MessageHeld',
        payload: { message: { to: 'b@example.com', from: 'test@example.com', subject: 'Test mail of November' } },
      })[0],
    ).toBe('Message held: Test mail of November'));
});
