import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { AuditPage } from '../../frontend/src/features/settings/audit-page.tsx';
import * as files from '../../frontend/src/lib/save-file.ts';
import { accountPerTest } from './support/account.ts';
import { json } from './support/api.ts';
import { renderPage } from './support/render.tsx';

const api = accountPerTest();

const change = (id: string, more: object = {}) => ({
  id,
  at: '2026-11-20T12:00:00.000Z',
  action: 'updateWebhook',
  what: 'Webhook changed',
  object: 'webhook',
  object_id: '5',
  object_name: 'Deploys',
  by: 'session',
  ip: '203.0.113.5',
  fields: ['name'],
  ...more,
});

describe('the audit log', () => {
  it('lists the changes of all pages with time, action, actor and origin', async () => {
    const newest = change('b'.repeat(25));
    const account = { object: 'account', by: 'public', fields: [] };
    const login = change('a'.repeat(25), { action: 'login', what: 'Signed in', detail: 'recovery code', ...account });
    const reset = change('c'.repeat(25), { action: 'resetPassword', what: 'Password reset by email', ...account });
    const plan = change('d'.repeat(25), { action: 'planChanged', what: 'Plan changed', detail: 'Premium', ...account });
    api.routes['GET /audit'] = ({ path }) =>
      path.includes('cursor')
        ? json({ changes: [login, reset, plan] })
        : json({ changes: [newest], next: 'b'.repeat(25) });
    await renderPage(<AuditPage />);
    const rows = within(await screen.findByRole('table')).getAllByRole('row');
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'When',
      'What',
      'Who',
      'Where',
    ]);
    expect(rows[1]?.textContent).toContain('Webhook changed · DeploysChanged: nameYou203.0.113.5');
    expect(rows[2]?.textContent).toContain('Signed in (recovery code)');
    expect(rows[2]?.textContent).toContain('You');
    expect(rows[3]?.textContent).toContain('Not signed in');
    expect(rows[4]?.textContent).toContain('Payment provider');
  });

  it('can be saved as CSV', async () => {
    const saved = vi.spyOn(files, 'saveFile').mockImplementation(() => {});
    api.routes['GET /audit'] = () => json({ changes: [change('a'.repeat(25), { by: 'key', key_name: 'CI (…1234)' })] });
    await renderPage(<AuditPage />);
    await screen.findByRole('table');
    fireEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
    expect(saved).toHaveBeenCalledWith(
      expect.stringContaining(
        '2026-11-20T12:00:00.000Z,Webhook changed,updateWebhook,webhook,5,Deploys,key,,CI (…1234)',
      ),
      expect.stringMatching(/^tellhook-audit-\d{4}-\d\d-\d\d\.csv$/),
      'text/csv',
    );
  });

  it('says that there are no changes yet', async () => {
    api.routes['GET /audit'] = () => json({ changes: [] });
    await renderPage(<AuditPage />);
    expect(await screen.findByText('No changes yet.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Export CSV' }).hasAttribute('disabled')).toBe(true);
  });
});
