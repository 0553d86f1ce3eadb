import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { toasts } from '../../frontend/src/lib/services.ts';
import { ToastArea } from '../../frontend/src/ui/toasts.tsx';

const unreachable = vi.hoisted(() => () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});
vi.mock('../../frontend/src/ui/toasts-view.tsx', unreachable);

afterEach(() => {
  cleanup();
  toasts.clear();
});

it('a toast is shown in plain text if the code that draws it cannot be loaded', async () => {
  render(
    <div>
      What is typed stays
      <ToastArea />
    </div>,
  );
  toasts.add({ severity: 'error', summary: 'Error', detail: 'No connection to the server' });
  expect((await screen.findByRole('alert')).textContent).toBe('ErrorNo connection to the server');
  expect(screen.getByText(/What is typed stays/)).toBeTruthy();
});
