import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { lazyDialog } from '../../frontend/src/ui/lazy-dialog.tsx';

const line = () => document.querySelector('[data-progress]');
const Opened = ({ name }: { name: string }) => <p>{name} is open</p>;

describe('a dialog whose code is loading', () => {
  afterEach(cleanup);

  it('shows a line below the bar after the click, until it opens', async () => {
    const code = Promise.withResolvers<typeof Opened>();
    const { Part } = lazyDialog(() => code.promise);
    render(<Part name="Clone" />);
    expect(line()).not.toBeNull();
    await act(async () => code.resolve(Opened));
    expect(screen.getByText('Clone is open')).toBeTruthy();
    expect(line()).toBeNull();
  });

  it('shows no line if its code was fetched in advance', async () => {
    const { Part, fetch } = lazyDialog(async () => Opened);
    await fetch();
    render(<Part name="Call" />);
    expect(screen.getByText('Call is open')).toBeTruthy();
    expect(line()).toBeNull();
  });
});
