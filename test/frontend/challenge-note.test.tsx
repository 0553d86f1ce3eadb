import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ChallengeNote } from '../../frontend/src/ui/challenge-note.tsx';
import { accountPerTest } from './support/account.ts';
import { json } from './support/api.ts';
import { renderPage } from './support/render.tsx';

const solved = { token: 'solved', error: undefined, renew: () => {} } as never;

describe('the notice about the bot check', () => {
  const api = accountPerTest();
  it('replaces the text of Google’s badge, which is hidden', async () => {
    const challenge = { provider: 'recaptcha', siteKey: 'key' };
    api.routes['GET /config.json'] = () =>
      json({ apiUrl: 'http://localhost/api', invokeUrl: 'https://in.example', version: '1', challenge });
    await renderPage(<ChallengeNote challenge={solved} />);
    const note = await screen.findByText(/^This site is protected by reCAPTCHA and the Google/);
    expect(note.textContent).toMatch(/Privacy Policy.*Terms of Service/);
    const badge = document.createElement('div');
    badge.className = 'grecaptcha-badge';
    const rule = readFileSync(join(import.meta.dirname, '../../frontend/src/styles.css'), 'utf8').match(
      /\.grecaptcha-badge \{[^}]*\}/,
    );
    const style = document.createElement('style');
    style.textContent = rule?.[0] ?? '';
    document.head.append(style);
    document.body.append(badge);
    expect(getComputedStyle(badge).visibility).toBe('hidden');
    style.remove();
    badge.remove();
  });
});
