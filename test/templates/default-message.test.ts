import { describe, expect, it } from 'vitest';
import { defaultMessage } from '../../lambdas/templates/default-message.ts';

const lines = (payload: unknown, rest: object = {}) =>
  defaultMessage({ body: JSON.stringify(payload), contentType: 'application/json', ...rest }).split('\n');

describe('the default message', () => {
  it('is a title, then the fields, nested by indentation', () => {
    const payload = {
      event: 'order.paid',
      total: 12.5,
      customer_name: 'Ada',
      address: { city: 'Berlin', zip: null, geo: { lat: 52.5 } },
    };
    expect(lines(payload, { webhookName: 'Shop' })).toEqual([
      'Shop: order.paid',
      'total: 12.5',
      'customer_name: Ada',
      'address:',
      '  city: Berlin',
      '  geo:',
      '    lat: 52.5',
    ]);
  });

  it('takes its title from a header, an envelope, or says only that a call came', () => {
    expect(lines({ a: 1 }, { headers: { 'X-Acme-Event': 'deploy' } })[0]).toBe('deploy');
    expect(lines({ context: { type: 'incident.detected' } })[0]).toBe('incident.detected');
    expect(lines({ a: 1 })[0]).toBe('New call');
    expect(lines({ a: 1 }, { webhookName: 'Shop' })[0]).toBe('Shop');
  });

  it('lists items, a few of many', () => {
    expect(
      lines({
        tags: ['a', 'b'],
        items: [
          { name: 'x', n: 1 },
          { name: 'y', n: 2 },
        ],
      }),
    ).toEqual(['New call', 'tags: a, b', 'items:', '  - name: x', '    n: 1', '  - name: y', '    n: 2']);
    expect(lines({ n: [1, 2, 3, 4, 5, 6, 7] })).toEqual(['New call', 'n: 1, 2, 3, 4, 5 (2 more)']);
  });

  it('shortens what is long and leaves out what only machines read', () => {
    const payload = {
      text: `${'word '.repeat(100)}`,
      sha: 'a'.repeat(40),
      avatar_url: 'https://x.test/1.png',
      node_id: 'x',
      id: 7,
      html_url: 'https://x.test/7',
      issues_url: 'https://api.x.test/issues',
    };
    const shown = lines(payload, { webhookName: 'X' });
    expect(shown.find((line) => line.startsWith('text: '))?.length).toBeLessThan(180);
    expect(shown).toEqual(expect.arrayContaining(['sha: aaaaaaaaaa…', 'id: 7', 'html_url: https://x.test/7']));
    expect(shown.join('\n')).not.toMatch(/avatar|node_id|issues_url/);
  });

  it('never repeats a secret', () => {
    const payload = {
      access_token: 's3cret',
      password: 's3cret',
      'api-key': 's3cret',
      client_secret: 's3cret',
      signature: 's3cret',
      Token: 's3cret',
      name: 'ok',
    };
    expect(lines(payload).join('\n')).not.toContain('s3cret');
  });

  it('summarises objects where thirty lines do not do', () => {
    const person = (name: string) => ({
      name,
      address: { city: 'Berlin', street: 'A', number: 1, floor: 2 },
      phones: ['1'],
    });
    const payload = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`field${n}`, person(`person ${n}`)]));
    const shown = lines(payload);
    expect(shown.length).toBeLessThanOrEqual(30);
    expect(shown).toContain('field11: person 11');
  });

  it('counts what does not fit at all', () => {
    const shown = lines(Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`k${n}`, n])));
    expect(shown).toHaveLength(30);
    expect(shown[29]).toBe('… (72 more)');
  });

  it.each([
    ['plain text', 'text/plain', 'hello\nworld', ['New call', 'hello', 'world']],
    ['a form', 'application/x-www-form-urlencoded', 'a=1&b=x+y', ['New call', 'a: 1', 'b: x y']],
    [
      'XML',
      'application/xml',
      '<?xml version="1.0"?><r><a>1 &amp; 2</a><b x="y"><c>3</c><c>4</c></b><d/></r>',
      ['New call', 'a: 1 & 2', 'c: 3, 4'],
    ],
    [
      'XML with entities of its own',
      'text/xml',
      '<!DOCTYPE r [<!ENTITY e SYSTEM "file:///etc/passwd">]><r><a>&e;</a></r>',
      ['New call', 'a: &e;'],
    ],
    [
      'an upload',
      'multipart/form-data; boundary=Xy',
      '--Xy\r\nContent-Disposition: form-data; name="title"\r\n\r\nReport\r\n--Xy\r\nContent-Disposition: form-data; name="f"; filename="a.txt"\r\n\r\nabc\r\n--Xy--',
      ['Report', 'f: a.txt (3 bytes)'],
    ],
    [
      'a mail',
      'message/rfc822',
      'Subject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe?=\r\nFrom: a@example.test\r\nContent-Transfer-Encoding: base64\r\n\r\naGVsbG8=',
      ['Grüße', 'From: a@example.test', 'text: hello'],
    ],
    ['a list', 'application/json', '[1,[2],{"name":"x"}]', ['3 items', '- 1', '- 2', '- name: x']],
    [
      'JSON inside JSON',
      'application/json',
      '{"Message":"{\\"AlarmName\\":\\"CPU\\"}"}',
      ['New call', 'Message:', '  AlarmName: CPU'],
    ],
    ['numbers too large for any', 'application/json', '{"n":1e999}', ['New call', 'n: Infinity']],
    ['a bare number', 'application/json', '42', ['New call', '42']],
    ['nothing', '', '', ['New call', '(no content)']],
    ['an empty object', 'application/json', '{}', ['New call', '(no content)']],
  ])('reads %s', (_, contentType, body, expected) => {
    expect(defaultMessage({ body, contentType }).split('\n')).toEqual(expected);
  });

  it('shows the query of a call without a body, and says when there is nothing to show', () => {
    expect(defaultMessage({ body: '', method: 'GET', query: 'status=down&host=a' }).split('\n')).toEqual([
      'New call',
      'status: down',
      'host: a',
    ]);
    expect(defaultMessage({ body: '', method: 'HEAD' })).toBe('New call\n(HEAD without content)');
    expect(defaultMessage({ body: '', undecodable: true, contentType: 'image/png' })).toBe(
      'New call\n(binary content, image/png)',
    );
  });
});
