import type { Customer, Session } from './state.ts';

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);

const layout = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Stripe stand-in</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/__fakes/assets/fakes.css">
<link rel="stylesheet" href="/__fakes/assets/controls.css">
<link rel="stylesheet" href="/__fakes/assets/consent.css">
<script src="/__fakes/assets/theme.js"></script>
</head>
<body class="consent-page">
<main class="consent">
${body}
</main>
<footer class="consent-foot"><p>This is a stand-in of Stripe on your own machine. No money moves.</p></footer>
</body>
</html>
`;

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
