import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outlineOf } from '../../lambdas/templates/outline/outline-of.ts';
import { withoutTemplate } from '../../lambdas/templates/without-template.ts';
import { defaultMessage, linesOf } from '../support/outlines.ts';

/* A message must not claim anything false. If the meaning is unknown, it says less. */

/** Generated calls. For any field names, an amount is the sent number unless the call states its unit. */
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

  it('is scaled in the same way among other numbers', () =>
    fc.assert(
      fc.property(noun, whole, whole, whole, (of, total, fee, tax) => {
        const fields = { total_amount_cents: Number(total), fee_cents: Number(fee), tax_cents: Number(tax) };
        const said = linesOf({ event: `${of}.created`, [of]: { id: 'x1', ...fields, amount_currency: 'EUR' } });
        for (const value of [total, fee])
          expect(said.join('\n')).toContain(`: ${(Number(value) / 100).toFixed(2)} EUR`);
        expect(said.join('\n')).not.toContain('cents');
      }),
    ));
});

describe('a deleted thing', () => {
  it.each([
    ['current', 'previous'],
    ['new', 'old'],
    ['after', 'before'],
    ['record', 'old_record'],
  ])('is named after its last state, next to an empty %s', (now, last) =>
    expect(
      linesOf({
        meta: { action: 'deleted', object: 'deal', host: 'crm.example.org' },
        [now]: null,
        [last]: { title: 'Boat' },
      })[0],
    ).toBe('Deal Boat deleted'),
  );
});

describe('the recovery of an alert', () => {
  it('keeps its link', () =>
    expect(
      linesOf({
        alert_type: 'ALERT_RECOVERY',
        check_name: 'API',
        link: 'https://app.example.org/checks/927a2982c1/sessions/478cacb1',
      }).at(-1),
    ).toBe('https://app.example.org/checks/927a2982c1/sessions/478cacb1'));
});

describe('a state', () => {
  it('of another object does not make the event a success', () =>
    expect(
      outlineOf({ body: JSON.stringify({ event: 'charge.failed', order: { status: 'completed' } }) }).severity,
    ).toBe('critical'));
});

describe('fields of little use', () => {
  it('are addresses of the request', () =>
    expect(
      linesOf({
        event: 'error.seen',
        error: { request_url: 'https://shop.example/cook', error_url: 'https://e.example/1' },
      }).at(-1),
    ).toBe('https://e.example/1'));
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
    expect(told('jira:issue_updated', later)).toContain('Mona edited a comment');
    expect(told('jira:issue_updated', same)).toContain('Mona commented');
    expect(told('comment_created', later)).toContain('Mona commented');
    expect(told('comment_updated', later)).toContain('Mona edited a comment');
    expect(told('jira:issue_updated', later, 'issue_commented')).toContain('Mona commented');
  });
});

describe('a value of one part is not told of another', () => {
  const lines = (body: object) => linesOf(body).join('\n');

  it.each(['ticket.priority_changed', 'dispute.evidence_required', 'person.groups_updated'])(
    'the id of %s',
    (event) => {
      const part = event.split(/[._]/)[1] as string;
      const told = lines({ event, data: { id: 'a36306fa-51a4-4c3c-9d53-0f2c3f3f6b11' } });
      expect(told).toContain('ID: a36306fa…');
      expect(told.toLowerCase()).not.toContain(`${part} id`);
    },
  );

  it.each(['buyer', 'guest', 'preferred_guest', 'sender', 'host'])('the state next to the name of a %s', (who) =>
    expect(lines({ [`${who}_name`]: 'Jo Snow', status: 'confirmed', nights: 3 })).not.toMatch(
      new RegExp(`^${who.replace('_', ' ')} confirmed`, 'i'),
    ),
  );

  it.each(['extracted_variables', 'answers', 'results'])('the state of a list of %s', (field) =>
    expect(linesOf({ status: 'completed', [field]: { status: false, summary: 'No goal was met' } })[0]).not.toMatch(
      /variable|answer|result/i,
    ),
  );

  it.each(['enrollment', 'membership', 'certificate', 'licence'])('the user of a new %s is not its maker', (noun) => {
    const user = { first_name: 'Ann', last_name: 'Lee', email: 'ann@example.com' };
    expect(lines({ resource: noun, action: 'created', payload: { id: 7, user } })).not.toContain('by Ann');
  });

  it('the times of a discount', () => {
    const told = lines({
      event: 'plan.created',
      data: { name: 'Ann', discount: { starts_at: '2026-01-02T10:00:00Z', ends_at: '2026-02-02T10:00:00Z' } },
    });
    expect(told).toMatch(/^Discount starts: /m);
    expect(told).not.toMatch(/^Starts: /m);
  });

  it('the title of some items', () => {
    const items = ['', 'Out of bounds', 'Out of bounds', 'Out of bounds'].map((title, at) => ({ title, score: at }));
    expect(lines({ name: 'nginx', vulnerabilities: items })).toContain('4 vulnerabilities: Out of bounds and others');
  });

  it('a colour is no state that was reached', () =>
    expect(lines({ event: 'candidacy_updated', candidacy: { rank: 14, stoplight_status: 'red' } })).toContain(
      'Candidacy updated',
    ));
});

it('a watched value is shown with its previous one', () =>
  expect(linesOf({ name: 'Prices', previous: '9 EUR a month', current: '12 EUR a month' })).toContain(
    'Changed: 9 EUR a month → 12 EUR a month',
  ));

describe('a neighbour is not taken for the thing', () => {
  it.each(['contract', 'quote', 'offer'])('the sender of a signed %s', (noun) =>
    expect(
      linesOf({ event: `${noun}.signed`, [noun]: { name: 'North', status: 'signed', sender_name: 'Ada Byron' } })[0],
    ).not.toContain('Ada'),
  );

  it.each(['targetUrl', 'target_url', 'webhook_url'])('the webhook that is described next to the data: %s', (field) =>
    expect(
      linesOf({
        ...{ name: 'My registration', resource: 'rooms', event: 'created', status: 'active', ownedBy: 'creator' },
        ...{ [field]: 'https://receiver.example/in', data: { id: 'r-1', type: 'group' } },
      }).join('\n'),
    ).not.toMatch(/registration|active|creator/),
  );

  it.each(['settlement', 'payout', 'base'])('the currency of another amount: %s', (kind) => {
    const said = linesOf({ status: 'failed', amount: 10, [`${kind}_amount`]: 356.42, [`${kind}_currency`]: 'AED' });
    expect(said.join('\n')).toContain('356.42 AED');
    expect(said.join('\n')).not.toMatch(/\b10 AED/);
  });

  it.each(['acquirer', 'gateway', 'processor'])(
    'the %s of a transaction, and the address that is called back',
    (who) => {
      const transaction = { [`${who}_name`]: 'northbank', postback_url: 'https://shop.example/in', amount: 12 };
      expect(linesOf({ event: 'transaction_changed', transaction }).join('\n')).not.toMatch(
        /northbank changed|shop\.example/,
      );
    },
  );

  it('a host instead of the service that is well', () =>
    expect(linesOf({ host: 'node-7', service: 'disk', state: 'ok' })[0]).toBe('disk on node-7 (ok)'));

  it('the outermost element of a document', () => {
    const body = '<xml><Event>subscribe</Event><FromUserName>ada</FromUserName></xml>';
    const said = defaultMessage({ body, contentType: 'application/xml', headers: {}, webhookName: 'Inbox' });
    expect(said).not.toMatch(/xml/i);
  });
});

describe('a message', () => {
  it.each(['I', 'in', 'inbound', 'incoming'])('that came in was not sent: %s', (direction) => {
    const said = linesOf({
      data: { type: 'sms', direction, contact_name: 'Ada', content: 'Hi', delivery_status: 'sent' },
    });
    expect(said[0]).toBe('SMS received: Ada');
    expect(said.join('\n')).not.toContain('sent');
  });

  it.each(['original', 'previous', 'old', 'parent'])('comes before the %s one', (earlier) => {
    const said = linesOf({
      from: '+1555',
      message: 'It is lit again.',
      [`${earlier}_message`]: 'Is the lamp out? Please look.',
    });
    expect(said[0]).toBe('It is lit again.');
  });

  it('of several parts is one message', () => {
    const message = [
      { contentType: 'text/plain', value: 'Look at this' },
      { contentType: 'image/png', value: 'A lamp' },
    ];
    expect(linesOf({ from: '+1555', to: '+1556', message }).join('\n')).not.toContain('2 messages');
  });
});

it('positions in a text are not told', () =>
  expect(linesOf({ title: 'Lamps', offsets: { medium: '89,89,5,5' } }).join('\n')).not.toContain('89'));
