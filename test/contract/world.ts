import type { RouteName } from '#contract/routes';
import { newAuthenticator } from '../support/authenticator.ts';
import { confirmAddress, fakesOf } from '../support/fakes.ts';
import { type Addresses, createWebhook, eventually, signUp, solvedChallenge, type User } from '../support/product.ts';
import { enterAtProvider } from '../support/sign-in-provider.ts';
import type { Ask } from './asking.ts';

/** A user's belongings: one of each item with an id. */
export interface Belongings {
  user: User;
  targetId: number;
  pendingTargetId: number;
  webhookId: number;
  webhookUrl: string;
  invocationId: string;
}

/** Waits until a call's state is final. */
export const delivered = (user: User, id: string) =>
  eventually(async () => (await user.api('getInvocation', { id })).status === 'success', 'a call delivered');

/** Creates a user with a target, a target whose setup is pending, a webhook, and a delivered call. */
export const settle = async (product: Addresses, email?: string): Promise<Belongings> => {
  const user = await signUp(product, email);
  await confirmAddress(product, user);
  const target = await user.api('createTarget', { body: { name: 'Mock', type: 'mock' } });
  const pending = await user.api('createTarget', { body: { name: 'Phone', type: 'telegram' } });
  const webhook = await createWebhook(product, user, [target.id]);
  const response = await fetch(webhook.url, { method: 'POST', body: JSON.stringify({ hello: user.email }) });
  const { id: invocationId } = (await response.json()) as { id: string };
  await delivered(user, invocationId);
  return {
    user,
    targetId: target.id,
    pendingTargetId: pending.id,
    webhookId: webhook.id,
    webhookUrl: webhook.url,
    invocationId,
  };
};

let fresh = 0;
export const freshAddress = () => `fresh-${++fresh}-${process.pid}@example.com`;

/**
 * Everything that a user can see of their items. Nothing in it changes automatically. The overview contains the account,
 * all webhooks and all targets as their own routes return them.
 */
export const viewOf = ({ user, webhookId, invocationId }: Belongings): Promise<unknown[]> =>
  Promise.all([
    user.api('getOverview').then(({ account, webhooks, targets }) => [account, webhooks, targets]),
    user.api('listInvocations', { id: webhookId }),
    user.api('listDispatches', { id: invocationId }),
  ]);

const webhookBody = (name: string, targetId: number) => ({ name, target_ids: [targetId] });

/** Webhooks that reject calls. They list only the first six rejected calls per minute. */
const guarded = new WeakMap<User, { id: number; url: string; left: number }>();

/** Sends a call that is rejected because of its IP address. @returns its id in the list of rejected calls */
export const refusedCall = async (
  product: Addresses,
  user: User,
  targetId: number,
  body = 'hello',
): Promise<string> => {
  let webhook = guarded.get(user);
  if (!webhook || webhook.left === 0) {
    webhook = { ...(await createWebhook(product, user, [targetId], { name: 'Guarded' })), left: 6 };
    await user.api('setVerification', { id: webhook.id, body: { mode: 'enforce', allow_ips: ['192.0.2.1'] } });
    guarded.set(user, webhook);
  }
  webhook.left--;
  await fetch(webhook.url, { method: 'POST', body });
  const [refused] = await user.api('listRejections', { id: webhook.id });
  return refused?.id ?? '';
};

/** Invites a user to the owner's team. @returns the token in the email */
const invitationFor = async (
  product: Addresses,
  owner: User,
  guest: Pick<User, 'email'>,
  role: 'editor' | 'viewer' = 'viewer',
): Promise<string> => {
  await owner.api('inviteMember', { body: { email: guest.email, role } });
  return eventually(async () => {
    const mails = await fakesOf(product).received('email');
    const text = mails
      .filter(({ to }) => to?.includes(guest.email))
      .map((mail) => mail.text ?? '')
      .join('\n');
    return [...text.matchAll(/\/user\/invitation\/([\w-]+)/g)].at(-1)?.[1];
  }, 'the invitation');
};

/** Signs up a user who joins the owner's team. */
export const joinTeam = async (product: Addresses, owner: User, role: 'editor' | 'viewer'): Promise<User> => {
  const guest = await signUp(product, freshAddress());
  await guest.api('joinWorkspace', { body: { token: await invitationFor(product, owner, guest, role) } });
  return guest;
};

/** The routes that ask the payment provider. */
export const paymentRoutes = [
  'createSubscriptionLink',
  'openBillingPortal',
  'cancelSubscription',
  'resumeSubscription',
] as const;

/** A valid request for each route, for the owner's items. Items that end are created anew. */
export const goodCalls = (product: Addresses, owner: Belongings): Record<RouteName, () => Promise<Ask>> => {
  const { user, targetId, webhookId, invocationId } = owner;
  const mine =
    (ask: Ask = {}) =>
    async () => ({ token: user.token, ...ask });
  const challenge = (action: 'REGISTER' | 'FEEDBACK' | 'FORGOT_PASSWORD' | 'TRIAL') => solvedChallenge(product, action);
  const newWebhook = async () => (await createWebhook(product, user, [targetId], { name: 'Short-lived' })).id;
  const newTarget = async () => (await user.api('createTarget', { body: { name: 'Short-lived', type: 'mock' } })).id;
  const allMessages = { from: '2020-01-01T00:00:00.000Z', to: '2100-01-01T00:00:00.000Z', status: 'any' } as const;
  const messageOf = async (id: string) => (await user.api('listDispatches', { id }))[0];
  const callTo = async (url: string) =>
    ((await (await fetch(url, { method: 'POST', body: '{"a":1}' })).json()) as { id: string }).id;
  const decidedMessage = async (url = owner.webhookUrl) => {
    const id = await callTo(url);
    await delivered(user, id);
    return (await messageOf(id))?.id ?? '';
  };
  const newcomer = async () => {
    const other = await signUp(product, freshAddress());
    return { token: other.token, id: other.userId };
  };
  /** Creates a webhook with a message whose replay affects no other webhook. */
  const calledWebhook = async () => {
    const { id, url } = await createWebhook(product, user, [targetId], { name: 'Short-lived' });
    await decidedMessage(url);
    return id;
  };
  const waitingMessage = async () => {
    const disabled = await newTarget();
    const { url } = await createWebhook(product, user, [disabled], { name: 'Short-lived' });
    await user.api('updateTarget', { id: disabled, body: { enabled: false } });
    const id = await callTo(url);
    // Once the message is stored as waiting, it no longer counts as its target's dispatch.
    await eventually(
      async () =>
        (await messageOf(id))?.status === 'error' &&
        (await user.api('getTarget', { id: disabled })).number_of_dispatches === 0,
      'a message that waits',
    );
    return (await messageOf(id))?.id ?? '';
  };
  /** A call that no one has acknowledged yet. */
  const watchedCall = async () => {
    const step = { after_minutes: 10, target_ids: [await newTarget()] };
    const acknowledge = { from: 'always' as const, steps: [step] };
    const { url } = await createWebhook(product, user, [targetId], { name: 'Short-lived', acknowledge });
    const id = await callTo(url);
    await delivered(user, id);
    return id;
  };
  const kept = async () =>
    (await user.api('keepSample', { id: webhookId, body: { invocation_id: invocationId, name: 'Push' } })).id;
  let tested: Promise<number> | undefined;
  const invited = () => user.api('inviteMember', { body: { email: freshAddress(), role: 'viewer' } });
  const newMember = () => joinTeam(product, user, 'viewer');
  const started = async () => {
    const { code, secret } = await user.api('startKeyRequest', { body: { name: 'Laptop' } });
    return { code, secret };
  };
  let ownKey: Promise<{ key: string }> | undefined;
  const proof = { current_password: user.password };
  /** A user with a confirmed address and a passkey. */
  const passkeyOwner = async () => {
    const other = await signUp(product, freshAddress());
    await confirmAddress(product, other);
    const authenticator = newAuthenticator(product.appUrl);
    const { options } = await other.api('startPasskey', { body: proof });
    const body = { name: 'Laptop', credential: authenticator.create(options) };
    const { id } = await other.api('addPasskey', { body });
    return { token: other.token, id, authenticator };
  };
  const fakes = fakesOf(product);
  const subscriber = async () => {
    const other = await signUp(product, freshAddress());
    await fakes.payWithStripe((await other.api('createSubscriptionLink')).link);
    return other;
  };
  return {
    createWebhook: mine({ body: { webhook: webhookBody('Another', targetId), targets: [{ id: targetId }] } }),
    listWebhooks: mine(),
    getWebhook: mine({ id: webhookId }),
    updateWebhook: mine({ id: webhookId, body: webhookBody('Deploys', targetId) }),
    discardHeld: async () => ({ token: user.token, id: webhookId }),
    cloneWebhook: mine({ id: webhookId, body: { name: 'Cloned' } }),
    rotateWebhook: async () => ({ token: user.token, id: await newWebhook(), body: { old_valid_hours: 24 } }),
    deleteWebhook: async () => ({ token: user.token, id: await newWebhook() }),
    listInvocations: mine({ id: webhookId, query: { offset: '0', limit: '10', view: 'summary' } }),
    searchInvocations: mine({ id: webhookId, query: { status: 'success', text: 'hello', limit: '10' } }),
    tailInvocations: mine({ id: webhookId, query: { from: '2020-01-01T00:00:00.000Z' } }),
    getWebhookStats: mine({ id: webhookId }),
    listMatters: mine({ id: webhookId }),
    getVerification: mine({ id: webhookId }),
    setVerification: mine({ id: webhookId, body: { mode: 'off' } }),
    checkVerification: mine({ id: webhookId, body: { sender: 'github', secret: 'not theirs', last: 5 } }),
    previewRouting: mine({ id: webhookId, body: { routing: [], last: 5 } }),
    listRejections: mine({ id: webhookId }),
    acceptRejection: async () => ({ token: user.token, id: await refusedCall(product, user, targetId) }),
    testWebhook: async () => {
      // The test call goes to a separate webhook, so it changes nothing that the tests compare afterwards.
      tested ??= newWebhook();
      return { token: user.token, id: await tested, body: { sample: 'order' } };
    },
    listSamples: mine({ id: webhookId }),
    keepSample: mine({ id: webhookId, body: { invocation_id: invocationId, name: 'Push' } }),
    getSample: async () => ({ token: user.token, id: await kept() }),
    renameSample: async () => ({ token: user.token, id: await kept(), body: { name: 'Another name' } }),
    removeSample: async () => ({ token: user.token, id: await kept() }),
    getInvocation: mine({ id: invocationId }),
    listDispatches: mine({ id: invocationId, query: { limit: '10' } }),
    getAcknowledgement: mine({ id: invocationId }),
    acknowledgeInvocation: async () => ({ token: user.token, id: await watchedCall() }),
    replayInvocation: mine({ id: invocationId, body: { target_ids: [targetId] } }),
    retryDispatch: async () => ({ token: user.token, id: await waitingMessage() }),
    giveUpDispatch: async () => ({ token: user.token, id: await waitingMessage() }),
    replayDispatch: async () => ({ token: user.token, id: await decidedMessage() }),
    countReplay: mine({ id: webhookId, body: allMessages }),
    startReplay: async () => ({ token: user.token, id: await calledWebhook(), body: allMessages }),
    getReplay: async () => {
      const { id } = await user.api('startReplay', { id: await calledWebhook(), body: allMessages });
      return { token: user.token, id };
    },
    listTargets: mine(),
    createTarget: mine({ body: { name: 'Another', type: 'mock', enabled: true, options: {} } }),
    listTargetKinds: mine(),
    getTarget: mine({ id: targetId }),
    updateTarget: mine({ id: targetId, body: { enabled: true } }),
    deleteTarget: async () => ({ token: user.token, id: await newTarget() }),
    testTarget: mine({ id: targetId }),
    renderTemplate: mine({ body: { body: '{"a":1}', template: '{{a}}' } }),
    listPlans: mine(),
    createChallenge: mine({ query: { action: 'FEEDBACK' } }),
    getOpenApi: mine(),
    startTrial: async () => ({ body: { challenge: await challenge('TRIAL') } }),
    register: async () => ({
      body: { email: freshAddress(), password: user.password, challenge: await challenge('REGISTER') },
    }),
    login: async () => ({ body: { email: user.email, password: user.password } }),
    logout: async () => ({ cookie: (await signUp(product, freshAddress())).cookie }),
    getUser: mine({ id: user.userId }),
    getOverview: mine(),
    updateUser: async () => {
      const other = await signUp(product, freshAddress());
      const body = { current_password: other.password, password: 'violet.Tramway.9' };
      return { token: other.token, id: other.userId, body };
    },
    setHoldOrder: mine({ id: user.userId, body: { order: 'arrival' } }),
    setNotices: mine({ id: user.userId, body: { email: true, target_ids: [targetId] } }),
    listNotices: mine({ id: user.userId }),
    createKey: mine({ body: { name: 'Another', scopes: ['read'] } }),
    listKeys: mine(),
    listChanges: mine(),
    deleteKey: async () => {
      const { id } = await user.api('createKey', { body: { name: 'Short-lived', scopes: ['send'] } });
      return { token: user.token, id };
    },
    startKeyRequest: async () => ({ body: { name: 'Laptop' } }),
    takeKey: async () => ({ body: await started() }),
    getKeyRequest: async () => ({ token: user.token, id: (await started()).code }),
    answerKeyRequest: async () => ({
      token: user.token,
      id: (await started()).code,
      body: { key: { name: 'Laptop', scopes: ['read'] } },
    }),
    listPasskeys: mine(),
    startPasskey: mine({ body: proof }),
    addPasskey: async () => {
      const other = await signUp(product, freshAddress());
      await confirmAddress(product, other);
      const { options } = await other.api('startPasskey', { body: proof });
      const credential = newAuthenticator(product.appUrl).create(options);
      return { token: other.token, body: { name: 'Laptop', credential } };
    },
    renamePasskey: async () => {
      const { token, id } = await passkeyOwner();
      return { token, id, body: { name: 'Work laptop' } };
    },
    removePasskey: async () => {
      const { token, id } = await passkeyOwner();
      return { token, id, body: proof };
    },
    setSecondFactor: async () => ({ token: (await passkeyOwner()).token, body: { on: true, ...proof } }),
    startPasskeyLogin: mine(),
    startOidcLogin: mine(),
    loginWithOidc: async () => enterAtProvider(product, freshAddress()),
    loginWithPasskey: async () => {
      const { authenticator } = await passkeyOwner();
      const { options } = await user.api('startPasskeyLogin');
      return { body: { credential: authenticator.sign(options) } };
    },
    getKey: async () => {
      ownKey ??= user.api('createKey', { body: { name: 'Own', scopes: ['send'] } });
      return { token: (await ownKey).key };
    },
    getTeam: mine(),
    inviteMember: async () => ({ token: user.token, body: { email: freshAddress(), role: 'viewer' } }),
    resendInvitation: async () => ({ token: user.token, id: (await invited()).id }),
    withdrawInvitation: async () => ({ token: user.token, id: (await invited()).id }),
    changeMember: async () => ({ token: user.token, id: (await newMember()).userId, body: { role: 'editor' } }),
    removeMember: async () => ({ token: user.token, id: (await newMember()).userId }),
    readInvitation: async () => ({
      body: { token: await invitationFor(product, user, { email: freshAddress() }) },
    }),
    listWorkspaces: mine(),
    joinWorkspace: async () => {
      const guest = await signUp(product, freshAddress());
      return { token: guest.token, body: { token: await invitationFor(product, user, guest) } };
    },
    leaveWorkspace: async () => ({ token: (await newMember()).token, id: user.userId }),
    answerReview: mine({ id: user.userId, body: { keep: true } }),
    requestVerification: newcomer,
    deleteUser: newcomer,
    requestPasswordReset: async () => ({
      body: { email: freshAddress(), challenge: await challenge('FORGOT_PASSWORD') },
    }),
    resetPassword: async () => ({ body: { token: 'x'.repeat(43), newPassword: 'violet.Tramway.9' } }),
    refreshToken: async () => {
      const other = await signUp(product, freshAddress());
      return { cookie: other.cookie, body: { user_id: other.userId } };
    },
    createSubscriptionLink: mine(),
    openBillingPortal: async () => ({ token: (await subscriber()).token }),
    cancelSubscription: async () => ({ token: (await subscriber()).token }),
    resumeSubscription: async () => {
      const other = await subscriber();
      await other.api('cancelSubscription');
      return { token: other.token };
    },
    sendContactMessage: async () => ({
      body: { name: 'Ada', email: 'ada@example.com', message: 'Hello', challenge: await challenge('FEEDBACK') },
    }),
  };
};
