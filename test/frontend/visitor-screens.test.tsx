import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ForgotPasswordPage } from '../../frontend/src/features/accounts/forgot-page.tsx';
import { LoginPage } from '../../frontend/src/features/accounts/login-page.tsx';
import { RegisterPage } from '../../frontend/src/features/accounts/register-page.tsx';
import { ResetPasswordPage } from '../../frontend/src/features/accounts/reset-page.tsx';
import { ContactForm } from '../../frontend/src/features/contact/contact-form.tsx';
import { LandingPage } from '../../frontend/src/features/landing/landing-page.tsx';
import { session } from '../../frontend/src/lib/services.ts';
import privacy from '../../frontend/src/ui/legal/privacy.mdx';
import { Prose, partsOf } from '../../frontend/src/ui/legal/prose.tsx';
import terms from '../../frontend/src/ui/legal/terms.mdx';
import { senderPaths } from '../../frontend/src/ui/sender-paths.gen.ts';
import { plans } from '../../lambdas/model/plans.ts';
import { MAX_FACTS } from '../../lambdas/templates/outline/facts.ts';
import { senders } from '../../lambdas/templates/ready-made/senders.gen.ts';
import { accountPerTest, toastLines, wirePlans } from './support/account.ts';
import { json, problem } from './support/api.ts';
import { renderPage } from './support/render.tsx';
import { button, hrefOf, type } from './support/screen.ts';
import { tokenUntil } from './support/token.ts';

const challenge = vi.hoisted(() => ({ token: undefined as string | undefined, asked: [] as string[] }));
vi.mock('../../frontend/src/lib/challenge/use-challenge.ts', () => ({
  useChallenge: (action: string) => {
    challenge.asked.push(action);
    return { token: challenge.token, error: undefined, renew: () => {} };
  },
}));

const api = accountPerTest();
beforeEach(() => {
  session.signOut();
  challenge.token = 'solved';
  challenge.asked = [];
});

const field = (label: string) => {
  const { type: kind, required } = screen.getByLabelText<HTMLInputElement>(label);
  return [kind, required];
};

describe('the login page', () => {
  it('has email and password, and links to the registration and to a new password', async () => {
    await renderPage(<LoginPage next={undefined} />);
    expect(field('Email')).toEqual(['email', true]);
    expect(field('Password')).toEqual(['password', true]);
    expect(hrefOf('Forgot your password?')).toBe('/user/password/forgot');
    expect(hrefOf('Register')).toBe('/register');
  });
});

describe('the registration page', () => {
  const fill = (confirmation = 'aBcdef12') => {
    type('Email', 'ada@example.org');
    type('Password', 'aBcdef12');
    type('Confirm password', confirmation);
  };
  const refusedWith = async (answer: () => Response | Promise<Response>) => {
    api.routes['POST /user'] = answer;
    await renderPage(<RegisterPage />);
    fill();
    fireEvent.click(button('Sign Up'));
    return screen.findByRole('alert');
  };

  it('says that the passwords do not match, and is disabled until they do', async () => {
    await renderPage(<RegisterPage />);
    type('Password', 'a');
    expect(screen.queryByText('Passwords do not match'), 'before the second is typed').toBeNull();
    expect(button('Sign Up').disabled).toBe(true);
    fill('aBcdef13');
    expect(screen.getByText('Passwords do not match')).toBeTruthy();
    expect(button('Sign Up').disabled).toBe(true);
    type('Confirm password', 'aBcdef12');
    expect(screen.queryByText('Passwords do not match')).toBeNull();
    expect(button('Sign Up').disabled).toBe(false);
  });

  it('is disabled without a token of the bot challenge', async () => {
    challenge.token = undefined;
    await renderPage(<RegisterPage />);
    fill();
    expect(button('Sign Up').disabled).toBe(true);
    expect(challenge.asked).toContain('REGISTER');
  });

  it('shows the terms and the privacy policy in dialogs', async () => {
    await renderPage(<RegisterPage />);
    fireEvent.click(button('Terms'));
    const terms = await screen.findByRole('dialog', { name: 'Terms And Conditions' });
    fireEvent.click(within(terms).getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.click(button('Privacy Policy'));
    expect(await screen.findByRole('dialog', { name: 'Privacy Policy' })).toBeTruthy();
  });

  it('shows the server’s error in a red box', async () => {
    const box = await refusedWith(() => problem(409, 'This email address is registered already'));
    expect(box.textContent).toContain('This email address is registered already');
    expect(box.className).toContain('bg-err-soft');
  });

  it('shows An error occurred if the server gives no message', async () => {
    const box = await refusedWith(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(box.textContent).toContain('An error occurred');
  });

  it('opens the dashboard, signed in', async () => {
    api.routes['POST /user'] = () => json({ access_token: 'token', user_id: 9 }, 201);
    const page = await renderPage(<RegisterPage />);
    fill();
    fireEvent.click(button('Sign Up'));
    await waitFor(() => expect(page.path()).toBe('/dashboard'));
    expect(session.get()).toEqual({ logged_in: true, user_id: 9, access_token: 'token' });
    expect(api.sent('POST')[0]?.body).toEqual({ email: 'ada@example.org', password: 'aBcdef12', challenge: 'solved' });
  });

  it('goes to the page that was asked for, also by way of the login', async () => {
    api.routes['POST /user'] = () => json({ access_token: 'token', user_id: 9 }, 201);
    const page = await renderPage(<RegisterPage next="/webhooks/new" />);
    expect(hrefOf('Login')).toBe('/login?next=%2Fwebhooks%2Fnew');
    fill();
    fireEvent.click(button('Sign Up'));
    await waitFor(() => expect(page.path()).toBe('/webhooks/new'));
  });

  it.each([
    ['abc', 'Weak'],
    ['abcde1', 'Medium'],
    ['aBcdef12', 'Strong'],
  ])('rates the password %s as %s', async (password, word) => {
    await renderPage(<RegisterPage />);
    type('Password', password);
    expect(screen.getByText(new RegExp(`^${word}`, 'i'))).toBeTruthy();
  });

  it.each([
    ['Password1', '(refused)'],
    ['Ada.Lovelace1', '(refused)'],
    ['Xk7#mp2qLz', '(met)'],
    ['Xk7#mp2', '(not met yet)'],
  ])('judges %s by the server’s rule on well-known passwords: %s', async (password, state) => {
    await renderPage(<RegisterPage />);
    type('Email', 'ada.lovelace@example.org');
    type('Password', password);
    const rule = await screen.findByText('not a common password');
    await waitFor(() => expect(rule.textContent).toBe(`not a common password ${state}`));
  });
});

describe('the form for a forgotten password', () => {
  it('waits for the bot challenge', async () => {
    challenge.token = undefined;
    await renderPage(<ForgotPasswordPage />);
    expect(field('Email')).toEqual(['email', true]);
    expect(button('Send Reset Token').disabled).toBe(true);
    expect(challenge.asked).toContain('FORGOT_PASSWORD');
  });

  it('announces a token for a known address, and opens the login page', async () => {
    api.routes['POST /user/password/initreset'] = () => new Response(null, { status: 204 });
    const page = await renderPage(<ForgotPasswordPage />);
    type('Email', 'ada@example.org');
    fireEvent.click(button('Send Reset Token'));
    await waitFor(() => expect(page.path()).toBe('/login'));
    expect(toastLines()).toEqual(['Success / If this email is registered, you will receive a Reset Token']);
  });

  it('shows a failure in a toast', async () => {
    api.routes['POST /user/password/initreset'] = () => problem(429, 'Too many attempts');
    await renderPage(<ForgotPasswordPage />);
    type('Email', 'ada@example.org');
    fireEvent.click(button('Send Reset Token'));
    await waitFor(() => expect(toastLines()).toEqual(['Error / Too many attempts']));
  });

  it('sets a new password, and opens the login page', async () => {
    api.routes['POST /user/password/reset'] = () => new Response(null, { status: 204 });
    const page = await renderPage(<ResetPasswordPage token="abc" />);
    type('New password', 'aBcdef12');
    type('Confirm password', 'aBcdef12');
    fireEvent.click(button('Set new Password'));
    await waitFor(() => expect(page.path()).toBe('/login'));
    expect(toastLines()).toEqual(['Success / Your new password was set']);
    expect(api.sent('POST')[0]?.body).toEqual({ token: 'abc', newPassword: 'aBcdef12' });
  });
});

describe('the contact form', () => {
  const fill = () => {
    type('Name', 'Ada');
    type('Email', 'ada@example.org');
    type('Message', 'Hello');
  };

  it('waits for the bot challenge', async () => {
    challenge.token = undefined;
    await renderPage(<ContactForm />);
    fill();
    expect(button('Send').disabled).toBe(true);
    expect(challenge.asked).toContain('FEEDBACK');
  });

  it('thanks the sender for the feedback', async () => {
    api.routes['POST /landing/contact/'] = () => new Response(null, { status: 204 });
    await renderPage(<ContactForm />);
    fill();
    fireEvent.click(button('Send'));
    await waitFor(() => expect(toastLines()).toEqual(['Mail sent / Mail sent! Thanks for your feedback!']));
    expect(api.sent('POST')[0]?.body).toEqual({
      name: 'Ada',
      email: 'ada@example.org',
      message: 'Hello',
      challenge: 'solved',
    });
  });
});

describe('the landing page', () => {
  it('links to a free account, shows features and prices, and accepts a message', async () => {
    await renderPage(<LandingPage contact={<ContactForm />} />);
    await screen.findByText('€2.99');
    expect(hrefOf('Create Free Account')).toMatch(/^\/register\/?$/);
    const [free = '', premium = '', enterprise = ''] = ['Free', 'Premium', 'Enterprise'].map(
      (name) => screen.getByRole('region', { name }).textContent,
    );
    for (const text of ['€0', '1 webhook', '5 targets', '25 invocations a day']) expect(free).toContain(text);
    for (const text of ['25 webhooks', 'Unlimited targets', '1,500 invocations a day', 'Guaranteed eventual delivery'])
      expect(premium).toContain(text);
    expect(enterprise).toContain('Contact');
    for (const label of ['Name', 'Email', 'Message']) expect(screen.getByLabelText(label)).toBeTruthy();
  });

  it('links a signed-in user to their dashboard and plan', async () => {
    session.signIn(7, tokenUntil(Date.now() + 3_600_000));
    await renderPage(<LandingPage contact={null} />);
    expect(hrefOf('Open your dashboard')).toBe('/dashboard');
    for (const { href } of screen.getAllByRole<HTMLAnchorElement>('link', { name: 'See your plan' }))
      expect(href).toMatch(/\/user\/settings$/);
    expect(screen.queryByText('Create Free Account')).toBeNull();
  });

  it('shows its features, and the product in pictures', async () => {
    await renderPage(<LandingPage contact={null} />);
    const names = ['Readable from the first call', 'Reliable delivery to chat', 'Debug it in seconds', 'Why Tellhook?'];
    for (const name of names) expect(screen.getByRole('heading', { name })).toBeTruthy();
    for (const shown of [/^A webhook’s page:/, /^A call’s details:/, /^The editor:/]) {
      const pictures = screen.getAllByAltText<HTMLImageElement>(shown);
      expect(pictures.map(({ src }) => /\.(webp|avif|png)$/.test(src))).toEqual([true, true]);
      // Phones get a picture of a phone, not a corner of a larger one.
      const forPhones = pictures.map((picture) => picture.parentElement?.querySelector('source')?.srcset);
      expect(forPhones).toEqual([expect.stringContaining('light-phone'), expect.stringContaining('dark-phone')]);
    }
  });

  it('promises no more than the plans deliver, and shows a real message', async () => {
    await renderPage(<LandingPage contact={null} />);
    const text = document.body.textContent ?? '';
    const { delaysSeconds } = plans.free.retry;
    const hours = Math.round(delaysSeconds.reduce((sum, delay) => sum + delay, 0) / 3600);
    expect(text).toContain(`${delaysSeconds.length + 1} attempts within ${hours} hours`);
    expect(text).toContain(
      `retried for about ${hours} hours, or ${plans.premium.retry.givenUpAfterDays} days with Premium`,
    );
    expect(text).toContain(`recognises ${senders.length} services`);
    expect(text).toContain(`up to ${MAX_FACTS} key fields`);
    expect(text).not.toMatch(/until it arrives|the moment it comes in/i);
    expect(text).toMatch(/Mona pushed to main.*octo-org.hello · /);
    const shown = within(screen.getByRole('region', { name: 'From raw JSON to a message you can act on' }));
    // The message above the events has a list too.
    const services = shown
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent ?? '')
      .slice(1);
    expect(services).toHaveLength(20);
    for (const service of services) expect(Object.keys(senderPaths)).toContain(service);
    expect(shown.getByRole('link', { name: `Browse all ${senders.length} services` })).toBeTruthy();
    for (const fact of ['Discord', 'sent in order', 'Duplicate calls', 'Resend', 'MIT licensed'])
      expect(text).toContain(fact);
  });

  it('takes its numbers from the plans of this installation', async () => {
    const [free, premium] = wirePlans;
    api.routes['GET /plans'] = () => json([{ ...free, max_webhooks: 3, max_targets: 7 }, premium]);
    await renderPage(<LandingPage contact={null} />);
    expect(await screen.findByText('Free: 3 webhooks, 7 targets, 25 calls a day. No card required.')).toBeTruthy();
    expect(screen.getByRole('region', { name: 'Free' }).textContent).toContain('3 webhooks');
  });
});

describe('the legal pages', () => {
  it('show the terms', async () => {
    await renderPage(<Prose>{partsOf(terms).parts}</Prose>);
    const text = document.body.textContent?.replace(/\s+/g, ' ');
    for (const term of [
      'at least 13 years old',
      '30 days before they take effect',
      'up to 90 days after termination',
      '3-5 business days',
      '1-2 business days',
      'limited to the fees that you paid in the last 12 months',
      'German law applies',
      'Premium costs €2.99 per month: 25 webhooks, unlimited targets, 1,500 invocations a day',
      'billed monthly, by credit card or PayPal',
      'the current month is not refunded',
      'email address cannot be changed; in urgent cases, contact support',
      'guaranteed eventual delivery unless the third-party service',
    ])
      expect(text).toContain(term);
  });

  it('explain the use of data', async () => {
    await renderPage(<Prose>{partsOf(privacy).parts}</Prose>);
    expect(document.body.textContent?.length).toBeGreaterThan(2_000);
  });
});
