import type { ChallengeAction, PowChallenge } from '#contract/challenge';
import type { RouteName } from '#contract/routes';
import { createKey, deleteKey, listKeys } from '../../accounts/api-keys.ts';
import { type ChangePasswordPorts, changePassword } from '../../accounts/change-password.ts';
import { type DeleteAccountPorts, deleteAccount } from '../../accounts/delete-account.ts';
import {
  answerKeyRequest,
  getKeyRequest,
  type KeyRequestPorts,
  startKeyRequest,
  takeKey,
} from '../../accounts/key-requests.ts';
import { type ListNoticesPorts, listNotices } from '../../accounts/list-notices.ts';
import { type LogInPorts, logIn } from '../../accounts/log-in.ts';
import { logInWithOidc, OIDC_SECONDS, type OidcPorts, startOidcLogIn } from '../../accounts/oidc/log-in.ts';
import {
  logInWithPasskey,
  type PasskeyLogInPorts,
  type SecondFactor,
  startPasskeyLogIn,
} from '../../accounts/passkeys/log-in.ts';
import {
  addPasskey,
  listPasskeys,
  type PasskeyPorts,
  removePasskey,
  renamePasskey,
  setSecondFactor,
  startPasskey,
} from '../../accounts/passkeys/passkeys.ts';
import { plansToWire, type ReadAccountPorts, readAccount } from '../../accounts/read-account.ts';
import { type RegisterPorts, register } from '../../accounts/register.ts';
import {
  type RequestResetPorts,
  type ResetPasswordPorts,
  requestPasswordReset,
  resetPassword,
} from '../../accounts/reset-password.ts';
import { type ContactPorts, sendContactMessage } from '../../accounts/send-contact-message.ts';
import { refresh, type SessionPorts, signOut, type TokenPair } from '../../accounts/sessions.ts';
import { type SetNoticesPorts, setNotices } from '../../accounts/set-notices.ts';
import {
  type InvitePorts,
  inviteMember,
  resendInvitation,
  withdrawInvitation,
} from '../../accounts/team/invitations.ts';
import { changeMember, getTeam, removeMember } from '../../accounts/team/members.ts';
import { joinWorkspace, leaveWorkspace, listWorkspaces, readInvitation } from '../../accounts/team/workspaces.ts';
import { type StartTrialPorts, startTrial } from '../../accounts/trials.ts';
import { type RequestVerificationPorts, requestVerification } from '../../accounts/verify-address.ts';
import type { Billing } from '../../billing/billing.ts';
import { IDLE_SECONDS } from '../../model/session.ts';
import { type Call, emptyReply, type Handlers, reply } from '../handler.ts';
import { endedSessionCookie, OIDC_COOKIE, oidcCookie, SESSION_COOKIE, sessionCookie } from '../session-cookie.ts';

/** The ports of all account operations. */
export type AccountPorts = RegisterPorts &
  StartTrialPorts &
  LogInPorts &
  PasskeyPorts &
  PasskeyLogInPorts &
  OidcPorts &
  SessionPorts &
  ReadAccountPorts &
  ChangePasswordPorts &
  DeleteAccountPorts &
  RequestResetPorts &
  ResetPasswordPorts &
  ContactPorts &
  RequestVerificationPorts &
  KeyRequestPorts &
  SetNoticesPorts &
  ListNoticesPorts &
  InvitePorts & {
    createChallenge: (action: ChallengeAction) => Promise<PowChallenge>;
    billing: Pick<Billing, 'offer' | 'createLink' | 'openPortal' | 'cancel' | 'resume'>;
  };

const withCookie = ({ refreshToken, userId }: TokenPair) => ({
  cookies: [sessionCookie(refreshToken, IDLE_SECONDS)],
  account: userId,
});

const signedIn = (tokens: TokenPair, detail?: string) =>
  reply({ access_token: tokens.accessToken, user_id: tokens.userId }, { ...withCookie(tokens), detail });

/** The second factor of a sign-in, for the audit log. */
const SECOND: Record<SecondFactor, string | undefined> = {
  'not-needed': undefined,
  passkey: 'passkey',
  'recovery-code': 'recovery code',
};

const signedOut = () => emptyReply({ cookies: [endedSessionCookie()] });

/** The session cookie on a public route, which counts only if the app's own page sent it. */
const ownCookie = ({ cookies, origin }: Pick<Call<RouteName>, 'cookies' | 'origin'>, appUrl: string) =>
  origin === new URL(appUrl).origin ? cookies[SESSION_COOKIE] : undefined;

/** The caller with the session that stays when the others end. */
const personOf = ({ caller: { userId, ip }, cookies }: Pick<Call<RouteName>, 'caller' | 'cookies'>) => ({
  userId,
  ip,
  cookie: cookies[SESSION_COOKIE],
});

/** Maps each route of the accounts service to its operation. */
export const accountRoutes = (ports: AccountPorts): Handlers<'accounts'> => ({
  listPlans: async () => plansToWire(ports.plans, await ports.billing.offer()),
  createChallenge: async ({ query, caller }) => {
    await ports.limits.challenge(caller.ip);
    return ports.createChallenge(query.action);
  },
  startTrial: async (call) => {
    const { tokens, trial } = await startTrial(call.request, call.caller.ip, ownCookie(call, ports.appUrl), ports);
    const body = { access_token: tokens.accessToken, user_id: tokens.userId, ...trial };
    const headers = { location: `/api/webhook/${trial.webhook_id}`, 'x-robots-tag': 'noindex' };
    return reply(body, { ...withCookie(tokens), headers });
  },
  register: async (call) =>
    signedIn(await register(call.request, call.caller.ip, ownCookie(call, ports.appUrl), ports)),
  login: async ({ request, caller, cookies }) => {
    const tokens = await logIn(request, caller.ip, cookies[SESSION_COOKIE], ports);
    return signedIn(tokens, SECOND[tokens.second]);
  },
  startPasskeyLogin: ({ caller }) => startPasskeyLogIn(caller.ip, ports),
  loginWithPasskey: async ({ request, caller, cookies }) =>
    signedIn(await logInWithPasskey(request.credential, caller.ip, cookies[SESSION_COOKIE], ports)),
  startOidcLogin: async ({ caller }) => {
    const { link, secret } = await startOidcLogIn(caller.ip, ports);
    return reply({ link }, { cookies: [oidcCookie(secret, OIDC_SECONDS)] });
  },
  loginWithOidc: async ({ request, caller, cookies }) => {
    const own = { secret: cookies[OIDC_COOKIE], session: cookies[SESSION_COOKIE] };
    const tokens = await logInWithOidc(request, caller.ip, own, ports);
    const { cookies: started, ...rest } = withCookie(tokens);
    const body = { access_token: tokens.accessToken, user_id: tokens.userId };
    return reply(body, { ...rest, cookies: [...started, oidcCookie('', 0)] });
  },
  logout: async ({ cookies }) => {
    await signOut(cookies[SESSION_COOKIE], ports);
    return signedOut();
  },
  refreshToken: async ({ request, caller, cookies }) => {
    await ports.limits.refresh(caller.ip);
    const tokens = await refresh(cookies[SESSION_COOKIE], request.user_id, ports);
    return reply({ access_token: tokens.accessToken }, withCookie(tokens));
  },
  getUser: ({ params, caller }) => readAccount(params.id, caller.userId, ports),
  updateUser: async ({ params, request, caller }) => signedIn(await changePassword(params.id, request, caller, ports)),
  setNotices: ({ params, request, caller }) => setNotices(params.id, request, caller.userId, ports),
  listNotices: ({ params, caller }) => listNotices(params.id, caller.userId, ports),
  requestVerification: ({ params, caller }) => requestVerification(params.id, caller.userId, ports),
  deleteUser: async ({ params, caller }) => {
    await deleteAccount(params.id, caller.userId, ports);
    return signedOut();
  },
  createKey: async ({ request, caller }) => {
    const made = await createKey(caller.userId, request, ports);
    return reply(made, { headers: { location: `/api/keys/${made.id}` } });
  },
  listPasskeys: ({ caller }) => listPasskeys(caller.userId, ports),
  startPasskey: (call) => startPasskey(personOf(call), call.request.current_password, ports),
  addPasskey: async (call) => {
    const made = await addPasskey(personOf(call), call.request, ports);
    return reply(made, { headers: { location: `/api/passkeys/${made.id}` } });
  },
  renamePasskey: ({ params, request, caller }) => renamePasskey(caller.userId, params.id, request.name, ports),
  removePasskey: async (call) => {
    const endsSecondFactor = await removePasskey(personOf(call), call.params.id, call.request.current_password, ports);
    return emptyReply({ detail: endsSecondFactor ? 'second factor turned off' : undefined });
  },
  setSecondFactor: async (call) => {
    const { on } = call.request;
    const { codes, wasOn } = await setSecondFactor(personOf(call), call.request, ports);
    return reply(
      { recovery_codes: codes },
      { detail: on ? (wasOn ? 'new recovery codes' : 'turned on') : 'turned off' },
    );
  },
  listKeys: ({ caller }) => listKeys(caller.userId, ports),
  startKeyRequest: async ({ request, caller }) => startKeyRequest(request, caller.ip, ports),
  takeKey: async ({ request }) => {
    const { userId, ...taken } = await takeKey(request, ports);
    return reply(taken, userId === undefined ? {} : { account: userId });
  },
  getKeyRequest: ({ params, caller }) => getKeyRequest(caller.userId, params.id, ports),
  answerKeyRequest: ({ params, request, caller }) => answerKeyRequest(caller.userId, params.id, request, ports),
  deleteKey: ({ params, caller }) => deleteKey(caller.userId, params.id, ports),
  getTeam: ({ caller }) => getTeam(caller.userId, ports),
  inviteMember: async ({ request, caller }) => {
    const made = await inviteMember(caller.userId, request, ports);
    return reply(made, { headers: { location: `/api/team/invitations/${made.id}` }, detail: made.role });
  },
  resendInvitation: ({ params, caller }) => resendInvitation(caller.userId, params.id, ports),
  withdrawInvitation: ({ params, caller }) => withdrawInvitation(caller.userId, params.id, ports),
  changeMember: async ({ params, request, caller }) => {
    await changeMember(caller.userId, params.id, request.role, ports);
    return emptyReply({ detail: request.role });
  },
  removeMember: async ({ params, caller }) => {
    await removeMember(caller.userId, params.id, ports);
  },
  readInvitation: ({ request, caller }) => readInvitation(request.token, caller.ip, ports),
  listWorkspaces: ({ caller }) => listWorkspaces(caller.userId, ports),
  joinWorkspace: async ({ request, caller }) => {
    const { memberEmail, workspace } = await joinWorkspace(caller.userId, request.token, ports);
    const headers = { location: `/api/workspaces/${workspace.id}` };
    return reply(workspace, { headers, account: workspace.id, memberEmail });
  },
  leaveWorkspace: async ({ params, caller }) => {
    const memberEmail = await leaveWorkspace(caller.userId, params.id, ports);
    return emptyReply({ account: params.id, memberEmail });
  },
  requestPasswordReset: ({ request, caller }) => requestPasswordReset(request, caller.ip, ports),
  resetPassword: async ({ request, caller }) => emptyReply({ account: await resetPassword(request, caller.ip, ports) }),
  createSubscriptionLink: async ({ caller }) => {
    await ports.limits.subscription(caller.userId);
    return ports.billing.createLink(caller.userId);
  },
  openBillingPortal: async ({ caller }) => {
    await ports.limits.subscription(caller.userId);
    return ports.billing.openPortal(caller.userId);
  },
  cancelSubscription: async ({ caller }) => {
    await ports.limits.subscription(caller.userId);
    await ports.billing.cancel(caller.userId);
  },
  resumeSubscription: async ({ caller }) => {
    await ports.limits.subscription(caller.userId);
    return ports.billing.resume(caller.userId);
  },
  sendContactMessage: ({ request, caller }) => sendContactMessage(request, caller.ip, ports),
});
