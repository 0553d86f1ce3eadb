import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Acknowledgement } from '../../frontend/src/features/invocations/acknowledgement.tsx';
import { Dispatches } from '../../frontend/src/features/invocations/dispatches.tsx';
import { accountPerTest, wireTarget } from './support/account.ts';
import { json, problem } from './support/api.ts';
import { renderPage } from './support/render.tsx';

const api = accountPerTest();

const message = (id: number, status: 'success' | 'skipped' | 'error') => ({
  id: `call-${id}`,
  dispatched_at: '2026-11-20T07:55:45.000Z',
  status,
  rendered_message: status === 'skipped' ? '' : 'Build failed',
  error_message: '',
  note: status === 'skipped' ? 'Skipped: severity is info' : '',
  retry_count: 0,
  next_attempt_at: '0001-01-01T00:00:00Z',
  attempts: [],
  target: { id, name: `Target ${id}`, target_type: 'mock', status: 'active' },
});

const show = async (messages: object[]) => {
  api.routes['GET /invocation/call/dispatches'] = () => json(messages);
  await renderPage(<Dispatches id="call" webhook="Alerts" receivedAt={undefined} expected={messages.length} />);
  await screen.findAllByText(/^Target 1/);
};

describe('a call’s messages', () => {
  it('are collapsed if their targets skipped them', async () => {
    await show([message(1, 'success'), message(2, 'skipped'), message(3, 'skipped')]);
    const folded = screen.getByText('2 targets skipped').closest('details');
    expect(folded?.open).toBe(false);
    const inside = within(folded as HTMLElement);
    expect(inside.getByText('Target 2')).toBeTruthy();
    expect(inside.getAllByText('Skipped: severity is info')).toHaveLength(2);
    expect(inside.queryByText('Target 1')).toBeNull();
  });

  it('begin with the failed one, and otherwise have the order of the list of targets', async () => {
    api.routes['GET /targets'] = () => json([3, 1, 2].map((id) => wireTarget(id, `Target ${id}`)));
    await show([message(1, 'success'), message(2, 'error'), message(3, 'success')]);
    const names = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
    await waitFor(() => expect(names().slice(0, 3)).toEqual(['Target 2', 'Target 3', 'Target 1']));
  });

  it('are expanded if every target skipped them', async () => {
    await show([message(1, 'skipped'), message(2, 'skipped')]);
    expect(screen.queryByText(/targets? skipped/)).toBeNull();
    expect(screen.getByText('Target 2')).toBeTruthy();
  });
});

describe('the button that resends one message', () => {
  const names = () => screen.queryAllByRole('button').map((each) => each.getAttribute('aria-label'));

  it.each([
    [['error', 'success'], ['Resend to Target 2']],
    [['success'], []],
  ] as const)('is left to the call if it resends the same: %j', async (states, shown) => {
    await show(states.map((status, place) => message(place + 1, status)));
    expect(names()).toEqual(shown);
  });

  it('is at each message if several failed', async () => {
    await show([message(1, 'error'), message(2, 'error')]);
    expect(names()).toEqual(['Resend to Target 1', 'Resend to Target 2']);
  });

  it('waits while another message of the call is resent', async () => {
    api.routes['POST /dispatch/call-1/replay'] = () => new Promise<never>(() => {});
    await show([message(1, 'error'), message(2, 'error')]);
    fireEvent.click(screen.getByRole('button', { name: 'Resend to Target 1' }));
    const other = screen.getByRole('button', { name: 'Resend to Target 2' });
    await waitFor(() => expect(other.getAttribute('aria-disabled')).toBe('true'));
  });
});

describe('a message whose target works again', () => {
  it('can be resent, says this first, and no longer asks for the fix', async () => {
    const attempts = [{ at: '2026-11-20T07:55:45.000Z', outcome: 'fail_target', duration_ms: 17, note: '' }];
    const error_message = 'The Slack app was removed. Reconnect this target to a channel.';
    await show([{ ...message(1, 'error'), error_message, attempts }]);
    const box = screen.getByText('The target is active again, so you can resend the message.').parentElement;
    expect(box?.textContent).toMatch(/^The target is active again.*Earlier problem: The Slack app was removed\. /);
    expect(screen.queryByText(/Reconnect this target/)).toBeNull();
  });
});

describe('a fallback among a call’s messages', () => {
  it('names the target that did not accept its message', async () => {
    const fallback_for = { id: 1, name: 'Ops', target_type: 'telegram' };
    await show([message(1, 'success'), { ...message(2, 'success'), fallback_for }]);
    const line = screen.getByText(/^Fallback for/);
    await waitFor(() => expect(line.textContent).toMatch(/^Fallback for telegram “Ops”$/i));
    expect(screen.getAllByText(/^Fallback for/)).toHaveLength(1);
  });
});

describe('a message of an escalation step', () => {
  it('says why its target got it', async () => {
    await show([message(1, 'success'), { ...message(2, 'success'), escalation: { step: 1, after_minutes: 10 } }]);
    expect(screen.getByText('Step 1: not acknowledged for 10 min')).toBeTruthy();
  });
});

describe('a call’s acknowledgement', () => {
  const open = async (acknowledgement: object) => {
    api.routes['GET /invocation/call/acknowledgement'] = () => json(acknowledgement);
    api.routes['GET /targets'] = () => json([{ id: 31, name: 'Ops' }]);
    await renderPage(<Acknowledgement id="call" />);
  };

  it('names its author', async () => {
    await open({ state: 'acknowledged', by: 'Night shift', at: '2026-11-20T03:12:00.000Z' });
    await screen.findByText(/^Acknowledged by Night shift,/);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('has the next step and a button while it waits, and shows who was first after a conflict', async () => {
    await open({ state: 'waiting', next_at: '2026-11-20T03:20:00.000Z', next_target_ids: [31] });
    await screen.findByText(/Next: Ops at/);
    api.routes['POST /invocation/call/acknowledge'] = () => problem(409, 'This call was already acknowledged by Ada.');
    api.routes['GET /invocation/call/acknowledgement'] = () =>
      json({ state: 'acknowledged', by: 'Ada', at: '2026-11-20T03:12:00.000Z' });
    fireEvent.click(screen.getByRole('button', { name: 'Acknowledge' }));
    await screen.findByText(/^Acknowledged by Ada,/);
  });

  it('is not shown for a call that needs none', async () => {
    await open({ state: 'not-wanted' });
    await waitFor(() => expect(api.calls.some(({ path }) => path.endsWith('/acknowledgement'))).toBe(true));
    expect(screen.queryByText(/cknowledge/)).toBeNull();
  });
});

describe('a message about a known matter', () => {
  it('says that it updated the earlier one, and a new message says nothing', async () => {
    await show([
      { ...message(1, 'success'), how: 'update-and-reply' },
      { ...message(2, 'success'), how: 'counted' },
      { ...message(3, 'success'), how: 'new' },
    ]);
    expect(await screen.findByText('Updated the earlier message and replied to it')).toBeTruthy();
    expect(screen.getByText(/^Counted, not sent/)).toBeTruthy();
    expect(screen.queryByText(/new/)).toBeNull();
  });
});

describe('a call’s message', () => {
  const other = { ...message(3, 'success'), rendered_message: 'Build failed, a second time' };

  it('is shown once for all targets that got the same one', async () => {
    await show([message(1, 'success'), message(2, 'success')]);
    expect(await screen.findAllByText('Build failed')).toHaveLength(1);
    expect(screen.queryByRole('group', { name: 'Messages by target' })).toBeNull();
    expect(screen.getByText('Target 2')).toBeTruthy();
  });

  it('is a click away for a target that got a different one', async () => {
    await show([message(1, 'success'), message(2, 'success'), other]);
    const choices = within(screen.getByRole('group', { name: 'Messages by target' })).getAllByRole('button');
    expect(choices.map(({ textContent }) => textContent)).toEqual(['Target 1, Target 2', 'Target 3']);
    fireEvent.click(choices[1] as HTMLElement);
    expect(await screen.findByText('Build failed, a second time')).toBeTruthy();
    expect(screen.queryByText('Build failed')).toBeNull();
  });
});

describe('a message’s attempts', () => {
  const attempt = (second: number, cause?: string) => ({
    at: `2026-11-20T07:55:${second}.000Z`,
    outcome: second === 45 ? 'ok' : 'retry',
    detail: 'An answer.',
    duration_ms: 17,
    ...(cause && { cause }),
  });
  const showAttempts = (...attempts: object[]) => show([{ ...message(1, 'success'), attempts }]);

  it('show their causes, if known', async () => {
    await showAttempts(attempt(10), attempt(20, 'probe'), attempt(45, 'lost-message'));
    const list = within(screen.getByText('3 attempts').closest('details') as HTMLElement);
    expect(list.getAllByRole('listitem').map((item) => item.textContent?.replace(/^.*07:55:../, ''))).toEqual([
      'An answer.17 ms',
      'Check if the target works againAn answer.17 ms',
      'Repeated because a queue message was lostAn answer.17 ms',
    ]);
  });

  it('show no cause for a single attempt that the call caused', async () => {
    await showAttempts(attempt(45, 'call'));
    expect(screen.queryByText('First attempt')).toBeNull();
  });

  it('show the cause of a single attempt that the call did not cause', async () => {
    await showAttempts(attempt(45, 'reconciler'));
    expect(screen.getByText('Found by the search for missed messages')).toBeTruthy();
  });
});
