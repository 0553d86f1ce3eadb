import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { texts as accounts } from '../../frontend/src/features/accounts/texts.ts';
import { texts as contact } from '../../frontend/src/features/contact/texts.ts';
import { texts as dashboard } from '../../frontend/src/features/dashboard/texts.ts';
import { texts as invocations } from '../../frontend/src/features/invocations/texts.ts';
import { texts as landing } from '../../frontend/src/features/landing/texts.ts';
import { subscriptionTexts as subscription } from '../../frontend/src/features/settings/subscription-texts.ts';
import { texts as settings } from '../../frontend/src/features/settings/texts.ts';
import { texts as targets } from '../../frontend/src/features/targets/texts.ts';
import { texts as webhooks } from '../../frontend/src/features/webhooks/texts.ts';
import { texts as shell } from '../../frontend/src/shell/texts.ts';
import { urlCopied } from '../../frontend/src/ui/copy.tsx';
import { CANCEL } from '../../frontend/src/ui/dialog.tsx';

/** The place of a text, the text in the code, and the specified text. */
const promised: [where: string, text: string, specified: string][] = [
  ['navigation', Object.values(shell.nav).join(' '), 'Dashboard Targets Webhooks Editor Docs'],
  ['navigation of visitors', Object.values(shell.anonymous).join(' '), 'Home Help Register Login'],
  [
    'footer',
    [shell.about, shell.privacy, shell.terms, shell.contact].join(' '),
    'About Privacy Policy Terms And Conditions Contact',
  ],
  ['footer', shell.copyright.replace(' Tellhook', ''), '© 2025'],
  ['dashboard', dashboard.limits.title, 'Limits'],
  ['dashboard', dashboard.limits.target, 'Target Limit'],
  ['dashboard', dashboard.limits.webhook, 'Webhook Limit'],
  ['dashboard', dashboard.limits.invocation, 'Invocation Limit'],
  ['dashboard', dashboard.limits.left, 'Invocations Left Today'],
  ['dashboard', dashboard.webhooks.title, 'Your Webhooks'],
  ['dashboard', dashboard.webhooks.empty, 'No Webhooks found'],
  ['dashboard', dashboard.webhooks.add, 'Add Webhook'],
  ['dashboard', dashboard.webhooks.limit, 'Limit'],
  ['dashboard', dashboard.targets.title, 'Your Targets'],
  ['dashboard', dashboard.targets.empty, 'No Targets found'],
  ['dashboard', dashboard.targets.create, 'Create Target'],
  ['webhook list', webhooks.list.title, 'Webhooks'],
  ['webhook list', webhooks.list.disabled, '(disabled)'],
  ['webhook list', webhooks.list.add, 'Create New Webhook'],
  ['new webhook', webhooks.create.title, 'Create a New Webhook'],
  ['new webhook', webhooks.form.namePlaceholder, 'Enter a name for your Webhook'],
  ['new webhook', webhooks.form.oversize, 'Oversize Messages'],
  ['new webhook', webhooks.form.split, 'Split Messages'],
  ['new webhook', webhooks.form.useTemplate, 'Use Template'],
  ['new webhook', webhooks.create.submit, 'Create'],
  ['webhook view', `${webhooks.view.save} ${webhooks.view.discard}`, 'Save Discard'],
  ['webhook view', webhooks.view.noTarget, 'At least one target needs to be selected'],
  ['webhook view', webhooks.view.deleteQuestion, 'Do you want to delete this Webhook?'],
  [
    'webhook view',
    `${webhooks.view.saved} / ${webhooks.view.savedDetail}`,
    'Webhooks saved / Changes successfully saved',
  ],
  ['webhook view', urlCopied('{url}'), 'URL copied to Clipboard: {url}'],
  [
    'invocation table',
    Object.values(invocations.columns).join(' | '),
    'Invocation Date | Raw Body | Dispatches | Status',
  ],
  ['invocation table', invocations.noContent, 'no content'],
  [
    'invocation table',
    `${invocations.filter.statuses.partial} ${invocations.filter.statuses.error}`,
    'Partially Failed Failed',
  ],
  ['invocation dialog', invocations.details.title, 'Invocation Details'],
  ['invocation dialog', invocations.details.editor, 'Open in Editor'],
  [
    'targets list',
    Object.values(targets.list.columns).join(' | '),
    'ID | Type | Name | Status | # Dispatches | Last Dispatch',
  ],
  ['targets list', targets.list.add, 'New Target'],
  [
    'targets list',
    targets.list.limit,
    'You hit the limit of Targets you can create. If you need or want more targets, please consider upgrading to a premium tier in your settings',
  ],
  ['target detail', targets.detail.delete, 'Delete Target'],
  ['target detail', targets.detail.deleteQuestion, 'Do you want to delete this Target?'],
  [
    'target detail',
    targets.detail.deleteInUse,
    'Warning: This target is still in use by at least one Webhook. Are you sure...? All orphaned webhooks will automatically be disabled',
  ],
  ['target detail', `${targets.detail.saved} / ${targets.detail.savedDetail}`, 'Saved / Target saved successfully'],
  [
    'target detail',
    `${targets.detail.deleted} / ${targets.detail.deletedDetail}`,
    'Target deleted / Target successfully deleted',
  ],
  ['new target', `${targets.create.proceed} ${targets.create.create}`, 'Proceed Create'],
  ['new target', targets.dialog.title, 'Almost there'],
  ['new target', [targets.dialog.refresh, CANCEL, targets.dialog.add].join(' '), 'Refresh Cancel Add'],
  ['new target', targets.dialog.activated, 'Target activated'],
  [
    'new target',
    `${targets.create.created} / ${targets.create.createdDetail('Microsoft Teams')}`,
    'Target created / Microsoft Teams target created',
  ],
  [
    'new target',
    `${targets.create.exists} / ${targets.create.existsDetail}`,
    'Target already exists / A Target with this name already exists.',
  ],
  ['settings', settings.status, 'Account Status'],
  ['settings', subscription.cancel.question, 'Do you really want to cancel your subscription?'],
  ['settings', settings.danger.title, 'Danger Zone'],
  ['settings', settings.danger.delete, 'Delete Account'],
  ['settings', settings.danger.question, 'Do you really want to delete your account?'],
  ['register', accounts.register.submit, 'Sign Up'],
  ['register', accounts.mismatch, 'Passwords do not match'],
  ['register', accounts.error, 'An error occurred'],
  ['forgot password', accounts.forgot.success, 'If this email is registered, you will receive a Reset Token'],
  ['reset password', accounts.reset.failed, 'Could not set your new Password'],
  ['reset password', accounts.reset.mismatch, 'Passwords do not match.'],
  ['reset password', accounts.reset.noToken, 'Token cannot be empty.'],
  ['reset password', accounts.reset.success, 'Your new password was set'],
  ['contact', `${contact.sent} / ${contact.sentDetail}`, 'Mail sent / Mail sent! Thanks for your feedback!'],
  ['landing', landing.create, 'Create Free Account'],
];

describe('the texts of the product', () => {
  it.each(promised)('%s: %s', (_where, text, specified) => expect(text).toBe(specified));
});

it('the documentation names only existing sections of a webhook’s settings', () => {
  const folder = path.resolve(import.meta.dirname, '../../frontend/src/features/docs');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(?:tsx?|mdx)$/.test(file),
  );
  const text = files.map((file) => readFileSync(path.join(folder, file), 'utf8').replace(/\s+/g, ' ')).join();
  expect(text.match(/\bEdit > /g)).toBeNull();
  const sections = Object.values(webhooks.settings.sections).join('|');
  expect(text.match(new RegExp(`\\bSettings > (?:${sections})`, 'g'))?.length).toBeGreaterThanOrEqual(7);
});
