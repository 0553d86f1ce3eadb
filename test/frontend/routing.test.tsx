import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { toModel } from '#contract/names';
import { newRouting } from '#contract/routing';
import type { Condition } from '#contract/routing-condition';
import type { Rule } from '../../frontend/src/data/routing.ts';
import { eventsOf, fieldsOf, readCall } from '../../frontend/src/features/routing/call-fields.ts';
import {
  hasWarnings,
  presetOf,
  withEvents,
  withFailures,
  withOwn,
} from '../../frontend/src/features/routing/presets.ts';
import { RoutingDialog } from '../../frontend/src/features/routing/routing-dialog.tsx';
import { RoutingLine } from '../../frontend/src/features/routing/routing-line.tsx';
import {
  isField,
  isIncomplete,
  newRule,
  withClicked,
  withOp,
  wrongRules,
} from '../../frontend/src/features/routing/rules.ts';
import { reasonOf } from '../../frontend/src/features/routing/sentence.ts';
import type { Webhook } from '../../frontend/src/lib/wire.ts';
import { accountPerTest, toastLines, wireTarget, wireWebhook } from './support/account.ts';
import { json, problem } from './support/api.ts';
import { renderPage } from './support/render.tsx';
import { button } from './support/screen.ts';

const api = accountPerTest();
const stored = (rawBody: string, rawHeaders = '{}') => readCall({ rawBody, rawHeaders });
const targets = () => json([wireTarget(1, 'Ops'), wireTarget(2, 'Phone')]);
const critical = {
  target_id: 1,
  when: { match: 'all', conditions: [{ field: 'severity', op: 'one_of', value: ['critical', 'warning'] }] },
};
const night = { days: [1, 2, 3, 4, 5], from: '22:00', to: '07:00', zone: 'Europe/Berlin', unless: 'critical' };
const rules = (...wire: object[]) => newRouting.parse(wire);
const webhookWith = (routing: object[] = []) =>
  toModel<Webhook>(wireWebhook(5, 'Alerts', { target_ids: [1, 2], routing: rules(...routing) }) as never);
const call = {
  message: { title: 'CI failed', severity: 'critical', sender: 'GitHub', event: 'Actions run' },
  ...{ raw_body: '{"env":"prod","alerts":[{"n":3}]}', raw_headers: '{"X-GitHub-Event":"workflow_run"}' },
  ...{ id: 'call-1', invoked_at: '2026-11-20T08:00:00.000Z' },
};

describe('a webhook’s Routing line', () => {
  const line = async (routing: object[]) => {
    api.routes['GET /targets'] = targets;
    await renderPage(<RoutingLine webhook={webhookWith(routing)} />);
    return screen.getByRole('link');
  };

  it('says that every target gets every call', async () => {
    expect((await line([])).textContent).toBe('Routing: Every target gets every call');
  });

  it('names events as the list of calls does', async () => {
    const wanted = { field: 'headers.x-github-event', op: 'one_of', value: ['workflow_run', 'push'] };
    const bad = { field: 'severity', op: 'one_of', value: ['critical'] };
    api.routes['GET /webhook/5/invocations'] = () => json([call]);
    const link = await line([{ target_id: 1, when: { match: 'all', conditions: [wanted, bad] } }]);
    await waitFor(() => expect(link.textContent).toBe('Routing: Ops: Only failures of Actions run, push.'));
  });

  it('describes one rule in a sentence, and several by their number', async () => {
    const link = await line([critical]);
    await waitFor(() => expect(link.textContent).toBe('Routing: Ops: Only failures and warnings.'));
    cleanup();
    expect((await line([critical, { target_id: 2, otherwise: true, quiet: night }])).textContent).toBe(
      'Routing: 2 of 2 targets have a rule',
    );
  });
});

describe('the Routing dialog', () => {
  const open = async (routing: object[] = [], phone: object = {}) => {
    api.routes['GET /targets'] = () => json([wireTarget(1, 'Ops'), wireTarget(2, 'Phone', phone)]);
    api.routes['GET /webhook/5/invocations'] = () => json([call]);
    api.routes['GET /invocation/call-1'] = () => json(call);
    const onClose = vi.fn();
    await renderPage(<RoutingDialog webhook={webhookWith(routing)} onClose={onClose} />);
    await screen.findByText('Ops');
    const of = (name: string) => within(screen.getByText(name).closest('details') as HTMLElement);
    return { onClose, ops: of('Ops'), phone: of('Phone') };
  };
  const choose = (target: ReturnType<typeof within>, preset: string) =>
    fireEvent.click(target.getByRole('radio', { name: preset }));
  const sent = (path: string) => api.calls.filter((each) => each.path.startsWith(path) && each.body !== undefined);

  it('saves conditions, an expression and quiet hours in the API’s format, and the rest unchanged', async () => {
    api.routes['PUT /webhook/5'] = () => json(wireWebhook(5, 'Alerts'));
    const { onClose, ops, phone } = await open();
    choose(ops, 'Custom rule');
    expect(screen.getByText('Complete the rule for Ops.')).toBeTruthy();
    fireEvent.click(await ops.findByRole('button', { name: /body\.env/ }));
    expect(ops.getByLabelText<HTMLInputElement>('Value').value).toBe('prod');
    choose(phone, 'Custom rule');
    fireEvent.change(phone.getByLabelText('Rule'), { target: { value: 'expression' } });
    expect(button('Save rules').disabled).toBe(true);
    expect(screen.getByText('Complete the rule for Phone.')).toBeTruthy();
    fireEvent.change(phone.getByLabelText('Expression'), { target: { value: '$severity = "critical"' } });
    fireEvent.click(phone.getByLabelText('Quiet hours'));
    fireEvent.change(phone.getByLabelText('From'), { target: { value: '23:30' } });
    fireEvent.change(phone.getByLabelText('During quiet hours'), { target: { value: 'drop' } });
    fireEvent.click(phone.getByLabelText('Sun'));
    fireEvent.click(button('Save rules'));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    const body = api.sent('PUT').at(-1)?.body as { routing: unknown };
    expect(body).toMatchObject({ name: 'Alerts', target_ids: [1, 2] });
    const routing = [
      {
        ...{ target_id: 1, template: null, quiet: null, otherwise: false },
        when: { match: 'all', conditions: [{ field: 'body.env', op: 'is', value: 'prod' }] },
      },
      {
        ...{ target_id: 2, template: null, otherwise: false, when: { expression: '$severity = "critical"' } },
        quiet: {
          ...{ days: [1, 2, 3, 4, 5, 6], from: '23:30', to: '07:00', zone: webhookWith().timeZone },
          ...{ unless: 'critical', action: 'drop' },
        },
      },
    ];
    expect(body.routing).toEqual(routing);
    expect(newRouting.parse(body.routing)).toEqual(routing);
    expect(toastLines()).toEqual(['Routing saved / The rules apply to new calls.']);
  });

  it('offers only failures, only single events, and only their failures by clicks alone, and previews them automatically', async () => {
    api.routes['PUT /webhook/5'] = () => json(wireWebhook(5, 'Alerts'));
    api.routes['POST /webhook/5/routing/preview'] = () => json({ complete: true, calls: [] });
    const { onClose, ops, phone } = await open();
    choose(ops, 'Only failures');
    fireEvent.click(ops.getByRole('checkbox', { name: 'And warnings' }));
    choose(phone, 'Only failures');
    fireEvent.click(await phone.findByRole('checkbox', { name: 'Actions run' }));
    const bad = { field: 'severity', op: 'one_of', value: ['critical'] };
    const events = { field: 'headers.x-github-event', op: 'one_of', value: ['workflow_run'] };
    const routing = rules(
      { target_id: 1, when: { match: 'all', conditions: [{ ...bad, value: ['critical', 'warning'] }] } },
      { target_id: 2, when: { match: 'all', conditions: [events, bad] } },
    );
    await screen.findByText(/no stored calls yet/, {}, { timeout: 5_000 });
    expect(sent('/webhook/5/routing/preview').map(({ body }) => body)).toEqual([{ routing, last: 50 }]);
    fireEvent.click(button('Save rules'));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(api.sent('PUT').at(-1)?.body).toMatchObject({ routing });
  });

  it('keeps the field of a rule when only its severity changes', async () => {
    api.routes['PUT /webhook/5'] = () => json(wireWebhook(5, 'Alerts'));
    const severe = (...value: string[]) => ({ field: 'severity', op: 'one_of', value });
    const paid = { field: 'body.type', op: 'one_of', value: ['invoice.paid'] };
    const { ops } = await open([{ target_id: 1, when: { match: 'all', conditions: [paid] } }]);
    await ops.findByText('Events of recent calls');
    choose(ops, 'Only failures');
    fireEvent.click(button('Save rules'));
    await waitFor(() => expect(api.sent('PUT')).toHaveLength(1));
    expect(api.sent('PUT').at(-1)?.body).toMatchObject({
      routing: [{ when: { conditions: [paid, severe('critical')] } }],
    });
    const warnings = ops.getByRole<HTMLInputElement>('checkbox', { name: 'And warnings' });
    fireEvent.click(warnings);
    fireEvent.click(ops.getByRole('checkbox', { name: 'invoice.paid' }));
    await ops.findByRole('checkbox', { name: 'Actions run' });
    expect(warnings.checked).toBe(true);
    fireEvent.click(button('Save rules'));
    await waitFor(() => expect(api.sent('PUT')).toHaveLength(2));
    expect(api.sent('PUT').at(-1)?.body).toMatchObject({
      routing: [{ when: { conditions: [severe('critical', 'warning')] } }],
    });
  });

  it('asks before it discards changes', async () => {
    const { onClose, ops } = await open([critical]);
    choose(ops, 'Every call');
    fireEvent.keyDown(ops.getByRole('radiogroup'), { key: 'Escape' });
    const question = within(await screen.findByRole('alertdialog', { name: 'Discard your changes?' }));
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.click(question.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(onClose).not.toHaveBeenCalled();
    expect(ops.getByRole<HTMLInputElement>('radio', { name: 'Every call' }).checked).toBe(true);
    fireEvent.click(button('Cancel'));
    fireEvent.click(await screen.findByRole('button', { name: 'Discard' }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('closes without a question if nothing was changed', async () => {
    const { onClose, ops } = await open([critical]);
    fireEvent.keyDown(ops.getByRole('radiogroup'), { key: 'Escape' });
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('names the rule that the server rejects, and keeps the input', async () => {
    api.routes['PUT /webhook/5'] = () =>
      problem(400, 'No', [
        { path: 'routing.1.quiet.days', message: 'cover the whole week, so no message could be sent' },
      ]);
    const { onClose } = await open([critical, { target_id: 2, quiet: night }]);
    fireEvent.click(button('Save rules'));
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Phone: the days cover the whole week, so no message could be sent',
    );
    expect(onClose).not.toHaveBeenCalled();
    expect(screen.getByText('Every call, not from 22:00 to 07:00, unless critical.')).toBeTruthy();
  });

  it('previews unsaved rules on recent calls, with the differences and their reasons', async () => {
    api.routes['POST /webhook/5/routing/preview'] = () =>
      json({
        complete: true,
        calls: [
          {
            ...{ invocation_id: 'call-1', invoked_at: call.invoked_at },
            targets: [
              { target_id: 1, outcome: 'skipped', by: 'severity is ok', message: 'Build passed', saved: 'sent' },
              { target_id: 2, outcome: 'sent', by: '', message: 'Build passed', saved: 'sent' },
            ],
          },
        ],
      });
    const { ops, phone } = await open([], { status: 'disabled' });
    choose(ops, 'Only failures');
    choose(ops, 'Custom rule');
    fireEvent.change(ops.getByLabelText('Value'), { target: { value: 'critical, warning,' } });
    expect(ops.getByLabelText<HTMLInputElement>('Value').value).toBe('critical, warning,');
    // The preview comes automatically, so nothing has to be clicked.
    expect(screen.queryByRole('button', { name: 'Preview with recent calls' })).toBeNull();
    await screen.findByText(/^1 message would be routed differently/, {}, { timeout: 5_000 });
    const [head, row] = screen.getAllByRole('row');
    // A target that gets nothing now says this, because its rule alone does not.
    await waitFor(() => expect(head?.textContent).toBe('CallOpsPhoneDisabled'));
    expect(row?.textContent).toContain('Skipwas sentnot a failure');
    expect(sent('/webhook/5/routing/preview').at(-1)?.body).toEqual({ routing: rules(critical), last: 50 });
    expect(api.sent('PUT')).toEqual([]);
    // A change keeps the table until the next results.
    choose(phone, 'Only failures');
    expect(screen.getAllByRole('row')).toHaveLength(2);
  });

  it('says before the choice what a failure is', async () => {
    const { ops } = await open();
    const hint = ops.getByText(/^Failures are critical calls/);
    expect(ops.getByRole('radio', { name: 'Only failures' }).getAttribute('aria-describedby')).toBe(hint.id);
  });

  it.each([
    [{ stopped_by: 1 }, 'The rule or template of Ops takes too long, so the preview stopped.'],
    [{}, 'The preview took too long, so some messages were not checked.'],
  ])('says what was not evaluated, and why: %j', async (why, words) => {
    const late = {
      target_id: 1,
      outcome: 'sent',
      by: 'the expression failed',
      problem: 'The expression took too long',
    };
    const of = (id: string, targets: object[]) => ({ invocation_id: id, invoked_at: call.invoked_at, targets });
    api.routes['POST /webhook/5/routing/preview'] = () =>
      json({ complete: false, ...why, calls: [of('call-1', [late]), of('call-2', [])] });
    await open([critical]);
    fireEvent.click(button('Preview with recent calls'));
    await screen.findByText(new RegExp(`^ ?${words}`));
    const [, first, second] = screen.getAllByRole('row').map((row) => row.textContent);
    expect(first).toContain('SendThe expression took too longNot checked');
    expect(second).toContain('Not checkedNot checked');
  });

  it('says why no preview is possible', async () => {
    api.routes['POST /webhook/5/routing/preview'] = () => problem(503, 'Please wait a moment.');
    await open([critical]);
    fireEvent.click(button('Preview with recent calls'));
    await screen.findByText(/Couldn’t show the preview: Please wait/);
  });
});

describe('a preview’s reason', () => {
  const run = { field: 'headers.x-github-event', op: 'one_of', value: ['workflow_run'] };
  const events = eventsOf([readCall(toModel(call) as never)]);
  const said = (by: string, ...conditions: object[]) =>
    reasonOf(by, { ...newRule(1), when: { match: 'all', conditions: conditions as Condition[] } }, events);
  const severity = (...value: string[]) => ({ field: 'severity', op: 'one_of', value });

  it('is in plain words for a preset', () => {
    const both = [run, severity('critical')];
    expect(said('header x-github-event is not workflow_run', ...both)).toBe('event is not Actions run');
    expect(said('header x-github-event is workflow_run', run)).toBe('event is Actions run');
    expect(said('severity is ok', ...both)).toBe('not a failure');
    expect(said('severity is critical', severity('critical'))).toBe('a failure');
    expect(said('all conditions match', ...both)).toBe('failure of Actions run');
    expect(said('all conditions match', run, severity('critical', 'warning'))).toBe(
      'failure or warning of Actions run',
    );
  });

  it('is the server’s for other rules and for quiet hours', () => {
    expect(said('severity is ok', { field: 'severity', op: 'is_not', value: 'ok' })).toBe('severity is ok');
    expect(said('quiet hours until 7:00', severity('critical'))).toBe('quiet hours until 7:00');
  });
});

describe('a custom routing rule', () => {
  const withField = (field: string): Rule => ({
    ...newRule(1),
    when: { match: 'all', conditions: [{ field, op: 'is', value: 'x' }] },
  });

  it.each(['severity', 'body', 'body.a', 'headers.x-a', 'query.q', 'env', 'body.', 'bodyx', '', 'headers'])(
    'is complete only with a field that the server accepts: “%s”',
    (field) => {
      const rule = withField(field);
      const isTaken = newRouting.safeParse([{ target_id: 1, when: rule.when }]).success;
      expect(isField(field)).toBe(isTaken);
      expect(isIncomplete(rule)).toBe(!isTaken);
    },
  );

  it('keeps its value when the operator changes, as far as possible', () => {
    const one = withOp({ field: 'severity', op: 'one_of', value: ['critical', 'warning'] }, 'is');
    expect(one).toEqual({ field: 'severity', op: 'is', value: 'critical, warning' });
    expect(withOp(one, 'one_of')).toMatchObject({ value: ['critical', 'warning'] });
    expect(withOp(one, 'exists')).toEqual({ field: 'severity', op: 'exists' });
  });

  it('is shown as the choice that created it', () => {
    const of = (condition: Condition): Rule => ({ ...newRule(1), when: { match: 'all', conditions: [condition] } });
    expect(presetOf(newRule(1))).toBe('all');
    const paid = withEvents(newRule(1), 'body.type', ['invoice.paid']);
    expect(presetOf(paid)).toBe('events');
    for (const rule of [newRule(1), paid])
      for (const withWarnings of [true, false]) {
        const failures = withFailures(rule, withWarnings);
        expect(presetOf(failures)).toBe('failures');
        expect(hasWarnings(failures)).toBe(withWarnings);
      }
    expect(presetOf(of({ field: 'body.type', op: 'is', value: 'x' }))).toBe('own');
    expect(presetOf({ ...newRule(1), otherwise: true })).toBe('own');
  });

  it('begins with what was chosen before, and with nothing else', () => {
    const paid = withEvents(newRule(1), 'body.type', ['invoice.paid']);
    expect(withOwn(paid).when).toEqual(paid.when);
    expect(withOwn(withFailures(paid, true)).when).toEqual(withFailures(paid, true).when);
    for (const rule of [newRule(1), withEvents(newRule(1), 'body.type', [])])
      expect(withOwn(rule).when).toEqual({ match: 'all', conditions: [] });
  });

  it('offers the events of recent calls if most calls name one', () => {
    const stripe = ['invoice.paid', 'invoice.paid', 'charge.failed'].map((type) => stored(JSON.stringify({ type })));
    expect(eventsOf(stripe)).toEqual({
      field: 'body.type',
      known: new Map([
        ['invoice.paid', { name: 'invoice.paid', count: 2 }],
        ['charge.failed', { name: 'charge.failed', count: 1 }],
      ]),
    });
    expect(eventsOf([...stripe.slice(0, 1), stored('no json'), stored('{}')])).toBeUndefined();
    const order =
      '{"X-WC-Webhook-Event":"updated","X-WC-Webhook-Resource":"order","X-WC-Webhook-Topic":"order.updated"}';
    expect(eventsOf([stored('{}', order)])?.field).toBe('headers.x-wc-webhook-topic');
    expect(eventsOf([])).toBeUndefined();
  });

  it('offers a call’s fields for clicking', () => {
    const headers = '{"Host":"x.example","X-GitHub-Event":"push","X-GitHub-Delivery":"72d3162e"}';
    expect(
      fieldsOf([stored('{"a":{"b":1},"list":[{"c":"x"},{"c":"y"}],"none":null}', headers), stored('no json')]),
    ).toEqual([
      { field: 'headers.x-github-event', value: 'push' },
      { field: 'body.a.b', value: '1' },
      { field: 'body.list.c', value: 'x' },
    ]);
    expect(fieldsOf([stored('no json', 'no headers')])).toEqual([]);
  });

  it('come from all recent calls, those that tell the calls apart first', () => {
    const run = (id: number, conclusion: string) =>
      stored(JSON.stringify({ id, repo: 'acme/shop', run: { conclusion } }));
    expect(fieldsOf([run(7, 'success'), run(8, 'failure'), run(9, 'success'), stored('{"ref":"main"}')])).toEqual([
      { field: 'body.run.conclusion', value: 'success' },
      { field: 'body.run.conclusion', value: 'failure' },
      { field: 'body.repo', value: 'acme/shop' },
      { field: 'body.ref', value: 'main' },
      ...['7', '8', '9'].map((value) => ({ field: 'body.id', value })),
    ]);
  });

  it('become alternatives when several values of one are clicked', () => {
    const once = withClicked([{ field: '', op: 'is', value: '' }], 'body.conclusion', 'failure');
    expect(once).toEqual([{ field: 'body.conclusion', op: 'is', value: 'failure' }]);
    const twice = withClicked(once, 'body.conclusion', 'cancelled');
    expect(twice).toEqual([{ field: 'body.conclusion', op: 'one_of', value: ['failure', 'cancelled'] }]);
    expect(withClicked(twice, 'body.conclusion', 'failure')).toEqual(twice);
    const severe = { field: 'severity', op: 'one_of' as const, value: ['critical'] };
    expect(withClicked([severe], 'body.env', 'prod')).toHaveLength(2);
    expect(withClicked(twice, 'body.env', 'prod')).toEqual([...twice, { field: 'body.env', op: 'is', value: 'prod' }]);
  });

  it('is named by its target if the server rejects it', () => {
    const refused = [
      { path: 'routing.0.quiet.zone', message: 'Unknown time zone.' },
      { path: 'name', message: 'is missing' },
    ];
    expect(wrongRules(refused, [newRule(1)], () => 'Ops')).toEqual(['Ops: Unknown time zone.']);
  });
});
