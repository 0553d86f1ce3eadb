import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { lazyDialog } from '../../frontend/src/ui/lazy-dialog.tsx';
import { PlainLink } from '../../frontend/src/ui/plain-link.tsx';
import { AfterPaint } from '../../frontend/src/ui/use-after-paint.ts';
import { useGrowing } from '../../frontend/src/ui/use-growing.ts';
import { renderPage } from './support/render.tsx';

afterEach(cleanup);

describe('a list with hundreds of rows', () => {
  function List({ count }: { count: number }) {
    const { grown, missing } = useGrowing(Array.from({ length: count }, (_, index) => index));
    return (
      <>
        {grown.map((row) => (
          <p key={row}>row {row}</p>
        ))}
        <output>{missing}</output>
      </>
    );
  }
  const rows = () => screen.getAllByText(/^row /).length;
  const missing = () => Number(screen.getByRole('status').textContent);

  it('fills the window first, reserves space for the rest, and becomes complete', async () => {
    render(<List count={100} />);
    expect(rows()).toBeLessThan(30);
    expect(rows() + missing()).toBe(100);
    await waitFor(() => expect(rows()).toBe(100));
    expect(missing()).toBe(0);
  });

  it('is complete immediately if it is short', () => {
    render(<List count={5} />);
    expect([rows(), missing()]).toEqual([5, 0]);
  });
});

describe('a plain link', () => {
  const show = () =>
    renderPage(
      <PlainLink href="/targets/1" className="">
        Ops
      </PlainLink>,
    );

  it('opens its page without reloading the app', async () => {
    const page = await show();
    fireEvent.click(screen.getByRole('link', { name: 'Ops' }));
    await waitFor(() => expect(page.path()).toBe('/targets/1'));
  });

  it('leaves clicks for a new tab to the browser', async () => {
    const page = await show();
    // True if the browser's default action was not prevented.
    expect(fireEvent.click(screen.getByRole('link', { name: 'Ops' }), { ctrlKey: true })).toBe(true);
    expect(page.path()).toBe('/page');
  });
});

describe('content that is slow to draw', () => {
  it('appears after the first paint', async () => {
    render(<AfterPaint>large</AfterPaint>);
    expect(screen.queryByText('large')).toBeNull();
    expect(await screen.findByText('large')).toBeTruthy();
  });

  it('has a placeholder until then', async () => {
    render(<AfterPaint instead="the place">large</AfterPaint>);
    expect(screen.getByText('the place')).toBeTruthy();
    expect(await screen.findByText('large')).toBeTruthy();
    expect(screen.queryByText('the place')).toBeNull();
  });

  it('appears immediately if its code was fetched in advance, and stays the same', async () => {
    const { Part, fetch } = lazyDialog(async () => ({ name }: { name: string }) => <p>{name}</p>);
    await fetch();
    const view = render(<Part name="first" />);
    const drawn = screen.getByText('first');
    view.rerender(<Part name="second" />);
    expect(screen.getByText('second')).toBe(drawn);
  });

  it('says that its code could not be loaded, keeps the page, and tries again on a click', async () => {
    let online = false;
    const { Part } = lazyDialog(async () => {
      if (!online) throw new TypeError('Failed to fetch dynamically imported module: http://x.example/part.js');
      return ({ name }: { name: string; onClose(): void }) => <p>{name}</p>;
    });
    let closed = 0;
    render(
      <div>
        <p>the page</p>
        <Part name="the window" onClose={() => closed++} />
      </div>,
    );
    const told = within(await screen.findByRole('dialog', { name: 'No connection' }));
    expect(screen.getByText('the page')).toBeTruthy();
    expect(document.body.textContent).not.toContain('part.js');
    fireEvent.click(told.getByRole('button', { name: 'Close' }));
    expect(closed).toBe(1);
    online = true;
    fireEvent.click(told.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('the window')).toBeTruthy();
  });
});
