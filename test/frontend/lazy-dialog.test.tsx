import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { lazyDialog } from '../../frontend/src/ui/lazy-dialog.tsx';

const line = () => document.querySelector('[data-progress]');
const Opened = ({ name }: { name: string }) => <p>{name} is open</p>;

describe('a window whose code is on its way', () => {
  afterEach(cleanup);

  it('answers the press by a line below the bar, until it is there', async () => {
    const code = Promise.withResolvers<typeof Opened>();
    const { Part } = lazyDialog(() => code.promise);
    render(<Part name="Clone" />);
    expect(line()).not.toBeNull();
    await act(async () => code.resolve(Opened));
    expect(screen.getByText('Clone is open')).toBeTruthy();
    expect(line()).toBeNull();
  });

  it('has no line when its code was fetched before', async () => {
    const { Part, fetch } = lazyDialog(async () => Opened);
    await fetch();
    render(<Part name="Call" />);
    expect(screen.getByText('Call is open')).toBeTruthy();
    expect(line()).toBeNull();
  });
});
