import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { choicesFor, choicesOf } from '../../lambdas/templates/editor/begin.ts';
import {
  type Choices,
  conditionOf,
  severityRule,
  templateOf,
  withDescription,
} from '../../lambdas/templates/editor/choices.ts';
import { outlineOf } from '../../lambdas/templates/outline/outline-of.ts';
import { renderCall } from '../../lambdas/templates/render-call.ts';
import { textOf } from '../../lambdas/templates/rich/tree.ts';

const factsOf = (body: unknown, headers?: Record<string, string>) => ({
  body: JSON.stringify(body),
  contentType: 'application/json',
  ...(headers && { headers }),
});
const told = (template: string | undefined, body: unknown, format: 'plain' | 'rich' = 'plain') => {
  const result = renderCall({ ...factsOf(body), template, webhookName: 'Shop', format });
  if ('error' in result) throw new Error(`${result.error.code} ${result.error.message}\n${template}`);
  return result;
};
const chosenFor = (body: object, headers?: Record<string, string>) =>
  choicesOf(outlineOf({ ...factsOf(body, headers), webhookName: 'Shop' }), body, headers);

const order = {
  event: 'order.paid',
  order: { number: 'A-4711', total: 19.5, currency: 'EUR', note: 'Ring *twice*', placed_at: '2026-09-12T12:00:00Z' },
  customer: { name: 'Ann Lee', email: 'ann@shop.example', password: 'hunter2hunter2' },
  url: 'https://shop.example.com/orders/4711',
};

describe('the choices for a call', () => {
  it('begin with the values of its default message, and offer all others but secrets', () => {
    const { lines, link, kind } = chosenFor(order);
    expect(link).toBe('url');
    expect(kind).toEqual([{ path: 'event', value: 'order.paid' }]);
    expect(lines.filter(({ isTold }) => isTold).map(({ said }) => said)).toContain('19.50 EUR');
    expect(lines.map(({ text }) => text)).toContain('{{ customer.email }}');
    expect(JSON.stringify(lines)).not.toContain('hunter2');
  });

  it('begin the headline with a word or a value, also if its first word was left out', () =>
    expect(chosenFor({ alert: { name: 'Disk of db-1' }, clear: 'normal' }).headline).toBe('{{ alert.name }}'));

  it('give the default message as long as nothing is changed, and follow the next call', () => {
    const job = { job: 'backup', status: 'failed', 'run number': 'db-1 *x*', url: 'https://jobs.example.com/7' };
    for (const body of [order, job]) {
      const template = withDescription('', '$exists($)', templateOf(chosenFor(body), true));
      const [given, made] = [told(undefined, body, 'rich').rich, told(template, body, 'rich').rich];
      expect(textOf(made?.title ?? []).toLowerCase()).toBe(textOf(given?.title ?? []).toLowerCase());
      expect([made?.link, made?.facts]).toEqual([given?.link, given?.facts]);
      expect(told(template, { ...body, url: 'https://jobs.example.com/8' }, 'rich').rich?.link).toMatch(/8$/);
      expect(
        told(templateOf(chosenFor(body), false), body)
          .message.split('\n')
          .at(-1),
      ).toBe(body.url);
    }
  });

  it('tell the kind by a header and an action, but never by a value that differs from call to call', () => {
    const kind = (body: object, headers?: Record<string, string>) => chosenFor(body, headers).kind;
    expect(kind({ action: 'opened', type: 'id 20261234' }, { 'x-shop-event': 'ticket' })).toEqual([
      { path: '$headers.`x-shop-event`', value: 'ticket' },
      { path: 'action', value: 'opened' },
    ]);
    expect(kind({ description: 'paid', id: 7 })).toEqual([]);
    expect(kind({ event: true, action: ' sent ' })).toEqual([]);
    expect(kind({ job: 'backup', sender: { type: 'User' } })).toEqual([]);
    expect(kind({ type: 'post.created', object_type: 'post' })).toEqual([{ path: 'type', value: 'post.created' }]);
  });

  it.each([
    [{ status: 'success', job: { name: 'backup' } }, { status: 'failed', job: { name: 'backup' } }, 'failed'],
    [{ event: 'capture', success: true, id: 'x-1' }, { event: 'capture', success: false, id: 'x-1' }, ''],
    [{ event: 'job', state: 'completed', conclusion: 'success' }, { event: 'job', conclusion: 'failure' }, 'failure'],
  ])('never keep the result of one call in the headline: %j', (body, next, result) => {
    const { headline } = chosenFor(body);
    const { message } = told(withDescription('', '$exists($)', headline), next);
    expect(message).not.toMatch(/succe|complete/i);
    expect(message).toContain(result);
  });

  it('offer readable values before ids, zeros, switches, repeated values and later items of a list', () => {
    const body = {
      title: 'News of A1',
      id: 7,
      zero: 0,
      on: true,
      code: 'A1',
      runs: [{ at: 'x1' }, { at: 'x2' }],
      place: 'Hall',
      due_date: '2026-03-04',
      endDay: 1772582400,
      same: 'Hall',
    };
    const lines = choicesOf({ title: 'News of A1', severity: 'info', facts: [], actions: [] }, body).lines;
    expect(lines.map(({ said }) => said)).toEqual(
      'Hall|4 Mar 2026|4 Mar 2026, 00:00 UTC|x1|News of A1|7|0|yes|A1|Hall|x2'.split('|'),
    );
  });

  it.each([
    ['text/xml', '<xml><Event>left</Event><Who>Ann Lee</Who></xml>', '$fields.Event', '$fields.Who'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="event"\r\n\r\nleft\r\n--x\r\nContent-Disposition: form-data; name="who"\r\n\r\nAnn Lee\r\n--x--',
      '$fields.event',
      '$fields.who',
    ],
    [
      'application/json',
      '{"payload":"{\\"event\\":\\"left\\",\\"who\\":\\"Ann Lee\\"}","n":1}',
      '',
      '$fields.payload.who',
    ],
    [
      'application/json',
      '{"event":"left","answers":[{"label":"Your name?","value":"Ann Lee","n":5}]}',
      'event',
      'answers[label = "Your name?"].value',
    ],
  ])('are the fields of %s: %s', (contentType, body, kind, who) => {
    const facts = { contentType, body, webhookName: 'Shop' };
    const choices = { ...choicesFor(facts, 'Shop'), headline: `Bye {{ ${who} }}` };
    expect(choices.kind[0]?.path ?? '').toBe(kind);
    const template = withDescription('', conditionOf(choices), templateOf({ ...choices, lines: [] }, false));
    expect(renderCall({ ...facts, template })).toMatchObject({ message: 'Bye Ann Lee' });
  });

  it('name the facts that no field gives', () => {
    const { lost, lines } = chosenFor({ event: 'file.added', file: { name: 'a', size_bytes: 51_200 } });
    expect(lost).toEqual(['Size']);
    expect(lines.find(({ text }) => text === '{{ file.size_bytes }}')?.label).toMatch(/bytes/i);
  });

  it('offer each value once, even if two facts are equal', () => {
    const { lines } = chosenFor({ event: 'file.moved', from_folder: 'Inbox', to_folder: 'Inbox', file: { name: 'a' } });
    expect(new Set(lines.map(({ text }) => text)).size).toBe(lines.length);
  });

  it('show a value in the form of the default message', () => {
    const body = {
      event: 'push',
      ref: 'refs/heads/main',
      amount_cents: 1250,
      took_ms: 125_000,
      state: 'NOT_READY',
      text: ' a ',
      due: '2026-03-04',
      booked_at: '2026-03-04 16:05:00',
      wallet: `0x${'ab12'.repeat(10)}`,
    };
    const all = { ...chosenFor(body), headline: '{{ event }}' };
    const template = withDescription(
      '',
      '$exists($)',
      templateOf({ ...all, lines: all.lines.map((line) => ({ ...line, isTold: true })) }, false),
    );
    expect(told(template, body).message.split('\n').toSorted()).toEqual(
      'push|Event: push|Branch: main|Amount: 12.50|Took: 2m 5s|State: not ready|Text: a|Due: 4 Mar 2026|Booked: 4 Mar 2026, 16:05|Wallet: 0xab12…ab12'
        .split('|')
        .toSorted(),
    );
  });
});

const value = fc.oneof(
  fc.string({ minLength: 1, maxLength: 30 }).filter((text) => text.trim() !== ''),
  fc.integer(),
  fc.constantFrom('**bold**', '[a](https://x.example)', '{{ x }}', '<b>', '# head', '- item', '@everyone', '`code`'),
);
const label = fc.oneof(
  fc.constantFrom('Total', 'a*b', 'a: b', '- x', '{{ y }}', '1. z', ''),
  fc.string({ maxLength: 12 }),
);
const chosen = fc
  .array(fc.record({ value, label, isTold: fc.boolean() }), { minLength: 1, maxLength: 12 })
  .map((all) => {
    const expressions = all.map((_, at) => `f${at}`);
    const body = Object.fromEntries(all.map((each, at) => [`f${at}`, each.value]));
    const lines = all.map((each, at) => ({ label: each.label, isTold: each.isTold, said: '', text: `{{ f${at} }}` }));
    const choices: Choices = { headline: 'News', lines, kind: [], kinds: [], lost: [], expressions };
    return { body, choices };
  });
const words = (text: string) => text.replace(/[\s\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]+/g, ' ').trim();
const labelled = (text: string) => words(text).replace(/[\s:]+$/, '');

describe('a template made from choices', () => {
  it('prints exactly the ticked values, in order, as plain text', () => {
    fc.assert(
      fc.property(chosen, ({ body, choices }) => {
        const lines = choices.lines.flatMap(({ label: name, isTold }, at) => {
          const said = String(body[`f${at}`]);
          return isTold ? [labelled(name) === '' ? said : `${labelled(name)}: ${said}`] : [];
        });
        const template = withDescription('', '$exists($)', templateOf(choices, false));
        expect(words(told(template, body).message)).toBe(words(['News', ...lines].join('\n')));
      }),
      { numRuns: 300 },
    );
  });

  it('prints the ticked values as rich facts without any markup', () => {
    fc.assert(
      fc.property(chosen, ({ body, choices }) => {
        const { rich } = told(templateOf(choices, true), body, 'rich');
        expect(textOf(rich?.title ?? [])).toBe('News');
        const expected = choices.lines.flatMap(({ label: name, isTold }, at) =>
          isTold && labelled(name) !== '' ? [[labelled(name), words(String(body[`f${at}`]))]] : [],
        );
        expect(rich?.facts?.map(({ label: name, runs }) => [words(name), words(textOf(runs))]) ?? []).toEqual(expected);
        const runs = [...(rich?.facts ?? []), ...(rich?.blocks ?? [])].flatMap((part) =>
          'runs' in part ? part.runs : expect.fail(`a ${'kind' in part ? part.kind : ''} came from a value`),
        );
        for (const { bold, italic, strike, code, link } of runs) {
          expect([bold, italic, strike, code]).toEqual([undefined, undefined, undefined, undefined]);
          if (link !== undefined) expect(Object.values(body).map((each) => String(each).trim())).toContain(link);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('leaves out the lines of missing values, and the link without an address', () => {
    const choices = chosenFor(order);
    const all = { ...choices, lines: choices.lines.map((line) => ({ ...line, isTold: true })) };
    const less = { event: 'order.paid', order: { number: 'A-1' }, customer: { name: 'Bob', email: null } };
    const plain = told(templateOf(all, false), less).message;
    expect(plain).toContain('A-1');
    expect(plain).not.toMatch(/:\s*$/m);
    const { rich } = told(templateOf(all, true), less, 'rich');
    expect(rich?.link).toBeUndefined();
    expect(textOf(rich?.title ?? [])).not.toContain('[');
    expect(told(templateOf(all, true), order, 'rich').rich?.link).toBe(order.url);
  });

  it('renders for missing values and values of any other type', () => {
    const body = {
      ...order,
      done: true,
      state: 'NOT_READY',
      ref: 'refs/heads/a',
      cents: 1250,
      took_ms: 125_000,
      html: '<b>x</b> y',
      x: ' y ',
    };
    const choices = chosenFor(body);
    const all = { ...choices, lines: choices.lines.map((line) => ({ ...line, isTold: true })) };
    for (const wrong of [null, '', 'x', 7, true, [], ['a'], {}, { a: 1 }])
      for (const name of [...Object.keys(body), 'all']) {
        const next = Object.fromEntries(
          Object.entries(body).map(([key, right]) => [key, key === name || name === 'all' ? wrong : right]),
        );
        for (const isRich of [true, false])
          expect(() => told(templateOf(all, isRich), next, isRich ? 'rich' : 'plain')).not.toThrow();
      }
  });

  it('renders for any payload with all its values', () => {
    const name = fc.oneof(
      fc.constantFrom('and', 'a b', 'x`y', '}}', 'é', '$', 'event', 'type', 'status', '0'),
      fc.string(),
    );
    const payload = fc.letrec((tie) => ({
      leaf: fc.oneof(
        value,
        fc.boolean(),
        fc.constant(null),
        fc.double(),
        fc.constantFrom('2026-01-02T03:04:05Z', 'A_B'),
      ),
      list: fc.array(tie('any'), { maxLength: 4 }),
      object: fc.dictionary(name, tie('any'), { maxKeys: 6 }),
      any: fc.oneof({ maxDepth: 4 }, tie('leaf'), tie('list'), tie('object')),
    })).object;
    fc.assert(
      fc.property(payload, fc.boolean(), (any, isRich) => {
        const choices = chosenFor(any as object);
        const all = { ...choices, lines: choices.lines.map((line) => ({ ...line, isTold: true })) };
        const template = withDescription('', conditionOf(all), templateOf(all, isRich));
        told(template, any as object, isRich ? 'rich' : 'plain');
      }),
      { numRuns: 300 },
    );
  });

  it('keeps false and zero, which are values', () => {
    const body = { paid: false, count: 0 };
    const choices = { ...chosenFor(body), headline: 'News' };
    const lines = choices.lines.map((line) => ({ ...line, isTold: true }));
    expect(told(templateOf({ ...choices, lines }, false), body).message).toBe('News\nPaid: no\nCount: 0');
  });
});

describe('a webhook with descriptions', () => {
  const paid = { event: 'paid', n: 1 };
  const sent = { event: 'sent', n: 2 };
  const add = (earlier: string, condition: string, body: string) => withDescription(earlier, condition, body) ?? '';
  const first = add('', 'event = "paid"', 'Paid {{ n }}');

  it.each(['plain', 'rich'] as const)('keeps the default message of every other call (%s)', (format) => {
    expect(told(first, paid, format).message).toBe('Paid 1');
    expect(told(first, sent, format)).toEqual(told(undefined, sent, format));
  });

  it('has one description for each kind, replaces an earlier one, and asks about all calls last', () => {
    const general = add(first, '$print(n)', 'Any {{#if n}}{{ n }}{{/if}}');
    const second = add(general, 'event = "sent"', 'Sent {{ n }}');
    const again = add(second, 'event = "paid"', 'Now {{ n }}');
    const other = add(again, '$print(event)', 'All {{ event }}');
    expect([paid, sent, { event: 'x', n: 3 }].map((body) => told(again, body).message)).toEqual([
      'Now 1',
      'Sent 2',
      'Any 3',
    ]);
    expect(told(other, { event: 'x', n: 3 }).message).toBe('All x');
    expect(other.match(/\{\{else if/g)).toHaveLength(2);
    expect(add(again, 'event = "paid"', 'Now {{ n }}')).toBe(again);
    const narrow = add('', 'event = "paid" and n = 1', 'One');
    expect([paid, { ...paid, n: 2 }].map((body) => told(add(narrow, 'event = "paid"', 'Paid'), body).message)).toEqual([
      'One',
      'Paid',
    ]);
  });

  it('keeps the owner’s own template for other calls, unless it is a single expression', () => {
    const own = 'Mine {{ n }}{{#if n > 1}} more{{else}} one{{/if}}';
    expect(told(add(own, 'event = "paid"', 'Paid'), sent).message).toBe('Mine 2 more');
    const twice = '{{#if n > 5}}a{{else}}b{{/if}} {{#if n > 5}}c{{else}}d{{/if}}';
    expect(told(add(twice, 'event = "paid"', 'Paid'), sent).message).toBe('b d');
    expect(withDescription('"Mine " & n', 'event = "paid"', 'Paid')).toBeUndefined();
  });

  it('cannot use the default message in a rule', () => {
    const subject = { from: 'own' as const, key: '$default()', state: '', severity: '', title: '', link: '' };
    const result = renderCall({ ...factsOf(paid), template: first, webhookName: 'Shop', subject });
    expect('note' in result && result.note).toContain('available only in templates');
    expect('message' in result && result.message).toBe('Paid 1');
  });

  it('has a condition for its kind of call, or else for a value of the message', () => {
    expect(conditionOf(chosenFor(order))).toBe('event = "order.paid"');
    expect(conditionOf({ ...chosenFor(order), kind: [], headline: '{{ url }} of {{ event }}' })).toBe(
      '$print(url) and $print(event)',
    );
    expect(conditionOf({ ...chosenFor(order), kind: [], headline: 'Paid' })).toMatch(/^\$print\([^ ]*order\.\w+\)+$/);
  });

  it('takes the severity from a value for its kind only', () => {
    const rule = severityRule('event = "paid"', 'level', '');
    const subject = { from: 'own' as const, key: '', state: '', severity: rule, title: '', link: '' };
    const severity = (body: object) => {
      const result = renderCall({ ...factsOf(body), template: first, webhookName: 'Shop', subject });
      return 'subject' in result ? result.subject?.severity : undefined;
    };
    expect(severity({ ...paid, level: 'critical' })).toBe('critical');
    const failed = { event: 'job.failed', job: { name: 'backup' }, level: 'ok' };
    expect(severity(failed)).toBe(told(undefined, failed).subject?.severity);
    expect(severityRule('event = "paid"', 'prio', rule)).toBe(rule.replace('level', 'prio'));
    expect(severityRule('event = "paid"', undefined, rule)).toBe('');
  });
});
