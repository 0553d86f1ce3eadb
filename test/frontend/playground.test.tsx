import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { answer } from '../../frontend/src/features/editor/answer.ts';
import { Playground } from '../../frontend/src/features/editor/playground.tsx';
import { LandingPage } from '../../frontend/src/features/landing/landing-page.tsx';
import { renderPage } from './support/render.tsx';
import { button, hrefOf } from './support/screen.ts';

// Runs the worker's code on this thread.
vi.mock('../../frontend/src/features/editor/start-worker.ts', () => ({
  openRenderer: () => ({ ask: answer, close: () => {} }),
}));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const read = () => screen.getByRole('region', { name: 'Message' }).textContent;

describe('the home page’s playground', () => {
  it('shows the message of a sample, of a pasted body, and of a template', async () => {
    await renderPage(<Playground />);
    await waitFor(() => expect(read()).toContain('mona pushed to main'));
    const body = screen.getByLabelText('Body (edit it or paste your own)');
    fireEvent.change(body, { target: { value: '{"shop":{"name":"Acme"}}' } });
    await waitFor(() => expect(read()).toContain('Acme'));
    fireEvent.change(screen.getByLabelText('Template'), { target: { value: 'Hello {{ shop.name }}' } });
    await waitFor(() => expect(read()).toContain('Hello Acme'));
    fireEvent.click(button('Teams'));
    expect(button('Teams').getAttribute('aria-pressed')).toBe('true');
    expect(hrefOf('Create a free account to use it')).toBe('/register');
  });

  it('is loaded only when a visitor wants to play', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
    const playground = vi.fn(() => <p>Playing</p>);
    await renderPage(<LandingPage contact={null} playground={playground} />);
    expect(playground).not.toHaveBeenCalled();
    fireEvent.click(button('Try it with your own call'));
    expect(screen.getByText('Playing')).toBeTruthy();
  });
});
