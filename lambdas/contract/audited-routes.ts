import type { RouteName, routes } from './routes.ts';

/** A route that can change something: neither a GET nor accessible with the scope `read`. */
type ChangingRoute = {
  [Name in RouteName]: (typeof routes)[Name] extends { method: 'GET' } | { keys: 'read' } ? never : Name;
}[RouteName];

/** Descriptions of changes in the audit log. A changing route that is missing from both tables is a type error. */
export const auditedRoutes = {
  createWebhook: 'Webhook created',
  updateWebhook: 'Webhook changed',
  deleteWebhook: 'Webhook deleted',
  cloneWebhook: 'Webhook cloned',
  rotateWebhook: 'Webhook URL replaced',
  discardHeld: 'Held calls discarded',
  setVerification: 'Verification changed',
  acceptRejection: 'Rejected call accepted',
  keepSample: 'Sample saved',
  renameSample: 'Sample renamed',
  removeSample: 'Sample deleted',
  acknowledgeInvocation: 'Call acknowledged',
  replayInvocation: 'Call resent',
  retryDispatch: 'Message retried early',
  giveUpDispatch: 'Message retries stopped',
  replayDispatch: 'Message resent',
  startReplay: 'Messages resent in bulk',
  createTarget: 'Target created',
  updateTarget: 'Target changed',
  deleteTarget: 'Target deleted',
  startTrial: 'Trial started',
  register: 'Account created',
  login: 'Signed in',
  loginWithPasskey: 'Signed in with a passkey',
  loginWithOidc: 'Signed in with the sign-in provider',
  updateUser: 'Password changed',
  resetPassword: 'Password reset by email',
  setNotices: 'Recipients of notices changed',
  setHoldOrder: 'Order of held calls changed',
  answerReview: 'Account review answered',
  requestVerification: 'Confirmation email requested',
  createKey: 'API key created',
  deleteKey: 'API key revoked',
  answerKeyRequest: 'API key request answered',
  takeKey: 'API key fetched',
  addPasskey: 'Passkey added',
  renamePasskey: 'Passkey renamed',
  removePasskey: 'Passkey removed',
  setSecondFactor: 'Second factor changed',
  inviteMember: 'Member invited',
  resendInvitation: 'Invitation sent again',
  withdrawInvitation: 'Invitation withdrawn',
  changeMember: 'Member’s role changed',
  removeMember: 'Member removed',
  joinWorkspace: 'Invitation accepted',
  leaveWorkspace: 'Member left',
  createSubscriptionLink: 'Checkout opened',
  openBillingPortal: 'Billing portal opened',
  cancelSubscription: 'Subscription cancelled',
  resumeSubscription: 'Subscription resumed',
} as const satisfies Partial<Record<ChangingRoute, string>>;

/** Descriptions of changes that no request of the account makes. */
export const auditedEvents = { planChanged: 'Plan changed' } as const;

export type AuditedRoute = keyof typeof auditedRoutes;

/** The other changing routes, each with the reason why it is not in the audit log. */
export const unauditedRoutes = {
  testWebhook: 'Creates a call. Calls appear in the list of calls, not in the audit log.',
  testTarget: 'Sends a test message and changes no setting.',
  logout: 'Ends the caller’s own session and changes nothing else.',
  readInvitation: 'Reads an invitation and changes nothing.',
  refreshToken: 'Continues a session every few minutes without its user.',
  deleteUser: 'Deletes the audit log with the account.',
  startPasskey: 'Only creates a challenge. The addition of the passkey is logged.',
  startOidcLogin: 'Belongs to no account until the provider confirms the address, which is logged.',
  startPasskeyLogin: 'Belongs to no account until the passkey signs in, which is logged.',
  startKeyRequest: 'Belongs to no account until its user answers, which is logged.',
  requestPasswordReset: 'Anyone can request it for any address, and so fill the log of a stranger’s account.',
  sendContactMessage: 'Belongs to no account.',
} as const satisfies Record<Exclude<ChangingRoute, AuditedRoute>, string>;

export const isAudited = (name: RouteName): name is AuditedRoute => Object.hasOwn(auditedRoutes, name);
