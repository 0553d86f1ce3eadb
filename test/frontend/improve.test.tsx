import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { toModel } from '#contract/names';
import { answer } from '../../frontend/src/features/editor/answer.ts';
import { ImproveDialog } from '../../frontend/src/features/editor/improve-dialog.tsx';
import { StartDialog } from '../../frontend/src/features/editor/start-dialog.tsx';
import type { Invocation, Webhook } from '../../frontend/src/lib/wire.ts';
import { renderCall } from '../../lambdas/templates/render-call.ts';
import type { SubjectChoice } from '../../lambdas/templates/subject/subject.ts';
import { accountPerTest, wireWebhook } from './support/account.ts';
import { json } from './support/api.ts';
import { renderPage } from './support/render.tsx';
import { button } from './support/screen.ts';

// Runs the worker's code on this thread.
vi.mock('../../frontend/src/features/editor/start-worker.ts', () => ({
  openRenderer: () => ({ ask: answer, close: () => {} }),
}));

const api = accountPerTest();
const order = {
  event: 'order.paid',
  order: { number: 'A-4711', total: 19.5, currency: 'EUR', region: 'eu-1' },
  customer: { name: 'Ann Lee', email: 'ann@shop.example' },
  level: 'warning',
  url: 'https://shop.example.com/orders/4711',
};
const call = (body: object) =>
  ({
    id: 'call-1',
    rawBody: JSON.stringify(body),
    rawBodyEncoding: 'utf8',
    rawHeaders: '{}',
    contentType: 'application/json',
    query: '',
    method: 'POST',
  }) as unknown as Invocation;

async function open(settings: object = {}, body: object = order) {
  const webhook = toModel<Webhook>(wireWebhook(5, 'Shop', settings) as never);
  api.routes['PUT /webhook/5'] = () => json({ message: 'saved' });
  await renderPage(<ImproveDialog webhook={webhook} invocation={call(body)} onClose={() => {}} />);
  await screen.findByLabelText('Headline');
}
const saved = () => api.sent('PUT').at(-1)?.body as { template: string; use_template: boolean; subject: SubjectChoice };
const message = () => screen.getByRole('region', { name: 'Message preview' }).textContent ?? '';
const save = async () => {
  fireEvent.click(button('Save'));
  await screen.findByText('Saved. Future calls like this one get this message.');
  return saved();
};

describe('the dialog that improves a message', () => {
  it('changes the preview with each choice, and saves them as a template for this kind of call', async () => {
    await open();
    await waitFor(() => expect(message()).toContain('Ann Lee'));
    fireEvent.click(screen.getByLabelText('Show Region'));
    fireEvent.change(screen.getByLabelText('Label of Customer'), { target: { value: 'Buyer' } });
    fireEvent.change(screen.getByLabelText('Headline'), { target: { value: 'Order {{ order.number }} is paid' } });
    fireEvent.change(screen.getByLabelText('Severity'), { target: { value: 'level' } });
    await waitFor(() => expect(message()).toContain('Order A-4711 is paid'));
    await waitFor(() => expect(message()).toContain('Buyer: Ann Lee'));
    const { template, use_template: isUsed, subject } = await save();
    expect(isUsed).toBe(true);
    const next = { ...order, order: { ...order.order, number: 'A-4712' }, customer: { name: 'Bob' } };
    const told = (body: object) => {
      const result = renderCall({
        ...{ body: JSON.stringify(body), contentType: 'application/json', webhookName: 'Shop' },
        ...{ template, subject },
      });
      return 'error' in result ? result.error : result;
    };
    expect(told(next)).toMatchObject({ subject: { severity: 'warning' } });
    expect(told(next)).toMatchObject({ message: expect.stringMatching(/^Order A-4712 is paid\n[\s\S]*Buyer: Bob/) });
    expect(told({ event: 'cart.left', cart: { name: 'Spring' } })).toMatchObject({ message: 'Cart Spring left' });
  });

  it('does not repeat the value that becomes the headline, and leaves the severity automatic', async () => {
    await open();
    const customer = () => screen.getByLabelText('Show Customer') as HTMLInputElement;
    await waitFor(() => expect(customer().checked).toBe(true));
    fireEvent.change(screen.getByLabelText('Headline'), { target: { value: '' } });
    fireEvent.change(screen.getByLabelText('Add to headline'), { target: { value: 'customer.name' } });
    expect(customer().checked).toBe(false);
    await waitFor(() => expect(message().split('Ann Lee')).toHaveLength(2));
    expect((await save()).subject).toMatchObject({ from: 'auto' });
  });

  it('says that it replaces an earlier improved message', async () => {
    await open();
    fireEvent.change(screen.getByLabelText('Headline'), { target: { value: 'Paid' } });
    const { template, use_template } = await save();
    cleanup();
    await open({ template, use_template });
    expect(await screen.findByText('These calls already have an improved message. Save replaces it.')).toBeTruthy();
    cleanup();
    await open({ template: 'Hello', use_template: true });
    expect(screen.queryByText(/already have an improved message/)).toBeNull();
  });

  it('moves a value with the keyboard’s focus on its button, and announces the position', async () => {
    await open();
    const labels = () => screen.getAllByLabelText(/^Label of /).map((input) => (input as HTMLInputElement).value);
    const before = labels();
    const down = screen.getByRole('button', { name: `Move ${before[0]} down` });
    down.focus();
    fireEvent.click(down);
    expect(labels().slice(0, 2)).toEqual([before[1], before[0]]);
    expect(document.activeElement?.getAttribute('aria-label')).toContain(`Move ${before[0]}`);
    expect(screen.getByText(/^Moved to position 2 of \d+$/)).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: `Move ${before[1]} up` }).disabled).toBe(true);
  });

  it('puts values in the headline at the cursor, but never within another value', async () => {
    await open({ format: 'rich' });
    const headline = () => screen.getByLabelText<HTMLInputElement>('Headline');
    const add = (path: string, from: number, to = from) => {
      headline().setSelectionRange(from, to);
      fireEvent.change(screen.getByLabelText('Add to headline'), { target: { value: path } });
    };
    fireEvent.change(headline(), { target: { value: 'Order by {{ customer.name }}' } });
    add('order.number', 5);
    expect(headline().value).toBe('Order {{ order.number }} by {{ customer.name }}');
    add('customer.email', 10, 27);
    expect(headline().value).toBe('Order {{ order.number }} {{ customer.email }} {{ customer.name }}');
    fireEvent.change(headline(), { target: { value: 'Order #' } });
    add('order.number', 7);
    expect(headline().value).toBe('Order #{{ order.number }}');
    add('customer.email', 25);
    add('customer.name', 48);
    fireEvent.change(screen.getByLabelText('Link'), { target: { value: '' } });
    const { template } = await save();
    expect(template).toContain(
      '{{#title}}{{ "Order #" }}{{ order.number }} {{ customer.email }} {{ customer.name }}{{/title}}',
    );
    expect(template).not.toContain('{{ url }}');
  });

  it('unticks all values, for an owner who needs only a few', async () => {
    await open();
    fireEvent.click(button('Untick all'));
    expect(screen.queryAllByRole('checkbox', { checked: true })).toEqual([]);
    expect(button('Untick all').disabled).toBe(true);
  });

  it('restores the earlier message with Undo', async () => {
    await open({ use_template: true, template: 'Mine {{ event }}' });
    expect((await save()).template).toContain('{{else}}\nMine {{ event }}\n{{/if}}');
    fireEvent.click(button('Undo'));
    await screen.findByText('Undone. The previous message is restored.');
    expect(saved()).toMatchObject({ use_template: true, template: 'Mine {{ event }}' });
  });

  it('can apply to all calls or to a narrower kind, with a fixed severity', async () => {
    await open();
    const use = (words: string) => fireEvent.change(screen.getByLabelText('Use for'), { target: { value: words } });
    use('All calls with the headline’s values');
    expect((await save()).template).toMatch(/^\{\{#if \$print\(/);
    use('Calls with event = order.paid, level = warning');
    fireEvent.change(screen.getByLabelText('Severity'), { target: { value: '"critical"' } });
    const { template, subject } = await save();
    expect(template).toMatch(/^\{\{#if event = "order\.paid" and level = "warning"\}\}/);
    expect(subject.severity).toBe('event = "order.paid" and level = "warning" ? "critical" : ("")');
  });

  it('names the values that are calculated, so they cannot be chosen', async () => {
    await open({}, { event: 'file.added', file: { name: 'a', size_bytes: 51_200 } });
    expect(screen.getByText('These values are calculated and cannot be chosen: Size.')).toBeTruthy();
  });

  it('warns that follow-ups need a key, unless the webhook has a rule for it', async () => {
    const warning = 'These calls get no follow-ups unless you set a key under Severity, title and link.';
    const subject = { from: 'own', key: 'order.number', state: '', severity: '', title: '', link: '' };
    await open({ follow: 'auto' });
    expect(screen.getByText(warning)).toBeTruthy();
    cleanup();
    await open({ follow: 'auto', subject });
    expect(screen.queryByText(warning)).toBeNull();
  });

  it('does not change a template that is a single expression', async () => {
    await open({ use_template: true, template: '"Mine " & event' });
    await screen.findByText('The webhook’s template is a single expression. Change it in the editor.');
    expect(button('Save').disabled).toBe(true);
  });
});

describe('the dialog that starts a template in the editor', () => {
  const start = async (body: object | string) => {
    const onUse = vi.fn();
    const facts = { body: typeof body === 'string' ? body : JSON.stringify(body) };
    await renderPage(<StartDialog title="Start" webhook={undefined} facts={facts} onUse={onUse} onClose={() => {}} />);
    await screen.findByLabelText('Headline');
    return onUse;
  };

  it('gives the editor the template, without saving anything', async () => {
    const onUse = await start(order);
    fireEvent.click(screen.getByLabelText('Show Region'));
    fireEvent.click(button('Use as template'));
    expect(onUse).toHaveBeenCalledWith(expect.stringMatching(/^\{\{#if event = "order.paid"\}\}\n(?![\s\S]*Region)/));
    expect(api.sent('PUT')).toEqual([]);
    expect(screen.queryByLabelText('Severity')).toBeNull();
  });

  it('says that a call without fields offers nothing to choose', async () => {
    await start('just text');
    expect(screen.getByText('This call has no fields to choose from.')).toBeTruthy();
  });
});
