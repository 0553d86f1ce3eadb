import { consentFrame, escapeHtml } from '../page-frame.ts';
import type { Customer, Session } from './state.ts';

const layout = (title: string, body: string): string => consentFrame(title, 'Stripe', 'No money moves.', body);

const button = (decision: string, label: string, look = '') =>
  `<button class="button ${look}" name="decision" value="${decision}">${label}</button>`;

/** Where a person pays. Its form posts back to the same address. */
export const payPage = ({ id }: Session, { email }: Customer, declined: boolean): string =>
  layout(
    'Subscribe to Tellhook Premium',
    `<h1>Subscribe to Tellhook Premium</h1>
<p class="consent-lead">2.99 € each month for ${escapeHtml(email)}, until you cancel.</p>
${declined ? '<p role="alert">Your card was declined. Try another means of payment.</p>' : ''}
<form method="post" action="/__fakes/stripe/pay/${escapeHtml(id)}">
<div class="pay-actions">
${button('card', 'Pay by card', 'primary')}
${button('paypal', 'Pay with PayPal')}
${button('decline', 'Decline')}
${button('back', 'Back', 'quiet')}
</div>
</form>`,
  );

/** Where a person gives another means of payment. */
export const repairPage = (id: string, { email }: Customer): string =>
  layout(
    'Update your payment method',
    `<h1>Update your payment method</h1>
<p class="consent-lead">What ${escapeHtml(email)} owes is collected at once.</p>
<form method="post" action="/__fakes/stripe/repair/${escapeHtml(id)}">
<div class="pay-actions">
${button('card', 'Use another card', 'primary')}
${button('back', 'Back', 'quiet')}
</div>
</form>`,
  );

export const gonePage = (): string =>
  layout(
    'This page has expired',
    `<h1>This page has expired</h1>
<p class="consent-lead" role="alert">It was used, or is older than a day.</p>
<p><a class="button" href="/user/settings">Back to Tellhook</a></p>`,
  );
