import { cleanup, render, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { SenderMark } from '../../frontend/src/ui/sender-mark.tsx';
import { senderPaths } from '../../frontend/src/ui/sender-paths.gen.ts';

afterEach(cleanup);

/** The relative luminance of a colour, as defined by WCAG. */
const luminance = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

const contrast = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((left, right) => left - right);
  return (light + 0.05) / (dark + 0.05);
};

describe('the mark of a sender', () => {
  const fillOf = async (sender: string) => {
    const { container } = render(<SenderMark sender={sender} />);
    await waitFor(() => expect(container.querySelector('path')).toBeTruthy());
    return container.querySelector('path')?.getAttribute('fill');
  };

  it('has the sender’s colour, and the text’s where that would be too dark', async () => {
    expect(await fillOf('Stripe')).toBe('#635BFF');
    cleanup();
    expect(await fillOf('GitHub')).toBeNull();
  });

  it('is visible on the light and on the dark surface', () => {
    const colours = Object.values(senderPaths).flatMap(([, colour]) => colour ?? []);
    expect(colours.length).toBeGreaterThan(10);
    for (const colour of colours)
      for (const surface of ['#ffffff', '#12161d'])
        expect(contrast(colour, surface), `${colour} on ${surface}`).toBeGreaterThan(2.2);
  });
});
