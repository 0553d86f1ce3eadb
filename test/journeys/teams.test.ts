import type { Page } from 'playwright-core';
import { pageFindings } from '../support/browser.ts';
import type { Fakes } from '../support/fakes.ts';
import { createWebhook, eventually, signUp, type User } from '../support/product.ts';
import { expect, journey } from './journey.ts';
import { createMock, newAddress, subscribe } from './people.ts';

/** The path of the link in the latest invitation to an address. */
const invitationTo = (address: string, fakes: Fakes): Promise<string> =>
  eventually(async () => {
    const mail = (await fakes.received('email')).findLast(
      ({ to, text }) => to?.includes(address) && text?.includes('/user/invitation/'),
    );
    return /\/user\/invitation\/[\w-]+/.exec(mail?.text ?? '')?.[0];
  }, 'the invitation');

const bar = (page: Page) => page.getByRole('region', { name: 'Current workspace' });

/** Creates a premium user with a webhook. */
const ownerOf = async (product: Parameters<typeof signUp>[0], fakes: Fakes) => {
  const owner = await signUp(product, newAddress());
  await subscribe(owner, fakes);
  const { id } = await createWebhook(product, owner, [await createMock(owner)], { name: 'Deploys' });
  return { owner, id };
};

/** Joins the owner's team without a browser. */
const memberOf = async (
  product: Parameters<typeof signUp>[0],
  owner: User,
  fakes: Fakes,
  role: 'editor' | 'viewer',
) => {
  const member = await signUp(product, newAddress());
  await owner.api('inviteMember', { body: { email: member.email, role } });
  const token = (await invitationTo(member.email, fakes)).split('/').at(-1) ?? '';
  await member.api('joinWorkspace', { body: { token } });
  return member;
};

journey(
  'an invited person registers, accepts and changes a webhook, which its owner sees; once removed, they have no access',
  async ({ product, fakes, visit, visitAs }) => {
    const { owner, id } = await ownerOf(product, fakes);
    const address = newAddress();
    const home = await visitAs(owner, { axe: true });
    await home.open('/user/settings#team');
    const team = home.page.getByRole('region', { name: 'Team' });
    await team.getByLabel('Email address').fill(address);
    await team.getByLabel('Role', { exact: true }).selectOption('Editor');
    await team.getByRole('button', { name: 'Send invitation' }).click();
    await team.getByText('1 of 5 seats used').waitFor();
    expect(await pageFindings(home.page, 'team')).toEqual([]);

    const guest = await visit({ axe: true });
    await guest.open(await invitationTo(address, fakes));
    await guest.page.getByText(`${owner.email} invites ${address} to their team as an editor.`).waitFor();
    expect(await pageFindings(guest.page, 'invitation of a visitor')).toEqual([]);
    await guest.page.getByRole('link', { name: 'Log in', exact: true }).click();
    await guest.page.getByText(`${owner.email} invites you to their team as an editor.`).waitFor();
    expect(await guest.page.getByLabel('Email').inputValue()).toBe(address);
    await guest.page.getByRole('main').getByRole('link', { name: 'Register' }).click();
    await guest.page.getByText(`${owner.email} invites you`).waitFor();
    expect(await guest.page.getByLabel('Email').inputValue()).toBe(address);
    await guest.page.getByLabel('Password', { exact: true }).fill('plum-tart-under-glass');
    await guest.page.getByLabel('Confirm password').fill('plum-tart-under-glass');
    await guest.page.getByRole('button', { name: 'Sign Up' }).click();
    await guest.page.getByRole('heading', { name: 'Join a team' }).waitFor();
    expect(await pageFindings(guest.page, 'invitation')).toEqual([]);
    await guest.page.getByRole('button', { name: 'Accept invitation' }).click();
    await bar(guest.page).getByText(owner.email).waitFor();
    guest.expectComplaint(/404/);
    await guest.open(await invitationTo(address, fakes));
    await guest.page.getByText('This invitation was already used or withdrawn').waitFor();
    expect(await guest.page.getByRole('button', { name: 'Accept invitation' }).count()).toBe(0);

    await guest.open(`/webhooks/${id}`);
    await guest.page.getByRole('button', { name: 'Settings', exact: true }).click();
    await guest.page.getByLabel('Name', { exact: true }).fill('Releases');
    await guest.page.getByRole('button', { name: 'Save' }).click();
    await guest.page.getByRole('heading', { name: 'Releases', level: 1 }).waitFor();

    await home.open('/user/settings');
    await home.page.getByRole('link', { name: 'Open audit log' }).click();
    const newest = home.page.getByRole('row').nth(1);
    await newest.getByText('Webhook changed').waitFor();
    expect(await newest.innerText()).toMatch(new RegExp(`Releases[\\s\\S]*Changed: name[\\s\\S]*${address}`));

    await home.open('/user/settings#team');
    await team.getByRole('button', { name: `Remove ${address}` }).click();
    await home.page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await team.getByText('0 of 5 seats used').waitFor();

    // The open page notices it with the next request.
    guest.expectComplaint(/403/);
    await guest.page.getByRole('link', { name: 'Targets', exact: true }).click();
    const removed = `You are no longer a member of the workspace of ${owner.email}.`;
    await guest.page.getByText(removed).waitFor();
    await guest.open(`/webhooks/${id}`);
    await guest.page.getByText(removed).waitFor();
    expect(await guest.page.getByText('Releases').count()).toBe(0);
    expect(await bar(guest.page).count()).toBe(0);
    expect(await pageFindings(guest.page, 'closed workspace')).toEqual([]);
    await guest.page.getByRole('button', { name: 'Go to my account' }).click();
    await guest.page.getByText(`Welcome, ${address}`).waitFor();
    expect(await bar(guest.page).count()).toBe(0);
  },
  180_000,
);

journey(
  'a viewer sees a workspace without any control that would fail, and returns to their own account',
  async ({ product, fakes, visitAs }) => {
    const { owner, id } = await ownerOf(product, fakes);
    const viewer = await memberOf(product, owner, fakes, 'viewer');
    const { page, open, expectComplaint } = await visitAs(viewer, { axe: true });
    await open('/dashboard');
    await page.getByRole('button', { name: 'Workspaces' }).click();
    await page.getByRole('dialog').getByRole('button', { name: owner.email }).waitFor();
    expect(await pageFindings(page, 'workspaces', { within: '[role=dialog]' })).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: owner.email }).click();
    await bar(page).getByText('Viewer').waitFor();

    const refused =
      /^(New Target|Create New Webhook|Create Webhook|Create Target|Settings|Test|Delete|Send test|Rename|Save|Write a template)/;
    for (const [path, heading] of [
      ['/dashboard', 'Dashboard'],
      ['/webhooks', 'Webhooks'],
      [`/webhooks/${id}`, 'Deploys'],
      ['/targets', 'Targets'],
      ['/targets/new', 'Targets'],
      ['/webhooks/new', 'Webhooks'],
    ] as const) {
      await open(path);
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
      await bar(page).waitFor();
      if (path === '/dashboard') expect(await pageFindings(page, 'viewer dashboard')).toEqual([]);
      const main = page.getByRole('main');
      for (const role of ['button', 'link'] as const)
        expect(await main.getByRole(role, { name: refused }).count(), `${role}s of ${path}`).toBe(0);
      expect(await main.innerText(), 'no invoke URL').not.toContain(product.invokeUrl);
    }
    // An invitation concerns the user, in whichever workspace the tab is.
    const other = await ownerOf(product, fakes);
    await other.owner.api('inviteMember', { body: { email: viewer.email, role: 'editor' } });
    await open(await invitationTo(viewer.email, fakes));
    await page.getByText(`${other.owner.email} invites ${viewer.email} to their team as an editor.`).waitFor();
    await page.getByRole('button', { name: 'Accept invitation' }).click();
    await bar(page).getByText(other.owner.email).waitFor();
    await bar(page).getByText('Editor').waitFor();
    await open('/user/settings');
    expect(await pageFindings(page, 'viewer settings')).toEqual([]);
    await page.getByRole('button', { name: 'Go to my account' }).click();
    await page.getByText(`Welcome, ${viewer.email}`).waitFor();

    // A link from the team leads there from the viewer's own account.
    expectComplaint(/404/);
    await open(`/webhooks/${id}`);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await page.getByRole('main').getByRole('button', { name: owner.email }).waitFor();
    expect(await page.getByRole('alert').count(), 'no toast').toBe(0);
    expect(await pageFindings(page, 'link from a team')).toEqual([]);
    await page.getByRole('main').getByRole('button', { name: owner.email }).click();
    await page.getByRole('heading', { name: 'Deploys', level: 1 }).waitFor();
  },
  180_000,
);
