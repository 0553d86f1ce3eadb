import * as z from 'zod';
import * as account from '../account.ts';
import * as apiKey from '../api-key.ts';
import * as audit from '../audit.ts';
import { challengeAction, powChallenge } from '../challenge.ts';
import * as keyRequest from '../key-request.ts';
import * as oidc from '../oidc.ts';
import * as passkey from '../passkey.ts';
import * as team from '../team.ts';
import { codeInPath, keyInPath, numeric } from './ids.ts';

/** Input and output of the routes of the function `accounts`. */
export const accountMessages = {
  listPlans: { response: account.planList },
  createChallenge: { query: z.object({ action: challengeAction }), response: powChallenge },
  startTrial: { request: account.trialRequest, response: account.trialStarted },
  register: { request: account.registration, response: account.signedIn },
  login: { request: account.credentials, response: account.signedIn },
  startPasskeyLogin: { response: passkey.requestOptions },
  loginWithPasskey: { request: passkey.passkeyLogin, response: account.signedIn },
  startOidcLogin: { response: oidc.oidcLink },
  loginWithOidc: { request: oidc.oidcLogin, response: account.signedIn },
  logout: {},
  getUser: { params: numeric, response: account.account },
  updateUser: { params: numeric, request: account.accountChange, response: account.signedIn },
  setNotices: { params: numeric, request: account.noticesChange },
  listNotices: { params: numeric, response: account.noticeList },
  setHoldOrder: { params: numeric, request: account.holdOrderChange },
  requestVerification: { params: numeric },
  answerReview: { params: numeric, request: account.reviewAnswer },
  deleteUser: { params: numeric },
  createKey: { request: apiKey.newKey, response: apiKey.createdKey },
  listKeys: { response: apiKey.keyList },
  deleteKey: { params: keyInPath },
  listPasskeys: { response: passkey.passkeyList },
  startPasskey: { request: passkey.passwordProof, response: passkey.creationOptions },
  addPasskey: { request: passkey.newPasskey, response: passkey.passkey },
  renamePasskey: { params: keyInPath, request: passkey.passkeyName },
  removePasskey: { params: keyInPath, request: passkey.passwordProof },
  setSecondFactor: { request: passkey.secondFactorChange, response: passkey.recoveryCodes },
  startKeyRequest: { request: keyRequest.newKeyRequest, response: keyRequest.keyRequestStarted },
  takeKey: { request: keyRequest.keyTaking, response: keyRequest.keyTaken },
  getKeyRequest: { params: codeInPath, response: keyRequest.keyRequest },
  answerKeyRequest: { params: codeInPath, request: keyRequest.keyRequestAnswer },
  getKey: { response: apiKey.apiKey },
  listChanges: { query: audit.changeQuery, response: audit.changeList },
  getTeam: { response: team.team },
  inviteMember: { request: team.invitationRequest, response: team.invitation },
  resendInvitation: { params: keyInPath, response: team.invitation },
  withdrawInvitation: { params: keyInPath },
  changeMember: { params: numeric, request: team.roleChange },
  removeMember: { params: numeric },
  readInvitation: { request: team.invitationToken, response: team.openInvitation },
  listWorkspaces: { response: team.workspaceList },
  joinWorkspace: { request: team.invitationToken, response: team.workspace },
  leaveWorkspace: { params: numeric },
  requestPasswordReset: { request: account.passwordResetRequest },
  resetPassword: { request: account.passwordReset },
  refreshToken: { request: account.refreshRequest, response: account.refreshed },
  createSubscriptionLink: { response: account.subscriptionLink },
  openBillingPortal: { response: account.subscriptionLink },
  cancelSubscription: {},
  resumeSubscription: { response: account.resumedSubscription },
  sendContactMessage: { request: account.contactMessage },
} as const;
