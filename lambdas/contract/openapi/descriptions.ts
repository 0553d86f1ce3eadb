import type { RouteName } from '../routes.ts';

/** The chapters of the API reference, in reading order. */
export const chapters = {
  Accounts: 'Registration, sessions, passwords and the limits of an account.',
  Webhooks: 'Receivers with an invoke URL and targets.',
  Invocations:
    'Calls that a webhook received, and their dispatches. A call is an invocation, and a delivery to one target is a dispatch.',
  Targets: 'Chats, channels, mailboxes and servers that receive messages.',
  Templates: 'Rendering of payloads into messages.',
  Product: 'Public resources: plans, the bot challenge, this document, the contact form.',
} as const;

interface Description {
  chapter: keyof typeof chapters;
  summary: string;
  /** The description in whole sentences, in Markdown. */
  description: string;
}

/** Summary and description of each request in the API reference. */
export const descriptions: Record<RouteName, Description> = {
  createWebhook: {
    chapter: 'Webhooks',
    summary: 'Create a webhook',
    description:
      'Returns the ID and the route of the new webhook. Its targets are the IDs in `webhook.target_ids` and `targets` combined: one to ten active targets of your account. `id`, `route` and `created_at` are accepted and ignored.',
  },
  listWebhooks: {
    chapter: 'Webhooks',
    summary: 'List your webhooks',
    description: 'Returns all your webhooks with their usage, oldest first.',
  },
  getWebhook: { chapter: 'Webhooks', summary: 'Read a webhook', description: 'Returns one webhook with its usage.' },
  updateWebhook: {
    chapter: 'Webhooks',
    summary: 'Change a webhook',
    description:
      'Replaces a webhook’s settings. `id`, `route` and `created_at` are accepted and ignored. You can keep a target that is no longer active, but not add one. If the webhook was disabled because its last target was deleted (`disabled_code: webhook-without-target`), choosing a target enables it, with any value of `enabled`.',
  },
  deleteWebhook: {
    chapter: 'Webhooks',
    summary: 'Delete a webhook',
    description: 'Deletes the webhook. Its invoke URL returns 404 immediately and is never assigned again.',
  },
  cloneWebhook: {
    chapter: 'Webhooks',
    summary: 'Clone a webhook',
    description:
      'Returns a new webhook with a new name and invoke URL. Targets (including inactive ones), template, formatting, routing, deduplication, response and retention are copied. Calls, saved samples, verification settings with their secrets, and the Meta verify token are not copied. If the webhook rejects unverified calls (`enforce`), the clone starts disabled: set up its verification, then enable it.',
  },
  rotateWebhook: {
    chapter: 'Webhooks',
    summary: 'Change the invoke URL',
    description:
      'Returns the webhook with a new invoke URL. The previous URL works for 24 more hours, or for the time you set, and its calls are counted separately. Returns 409 if three old URLs still work.',
  },
  discardHeld: {
    chapter: 'Webhooks',
    summary: 'Discard held calls',
    description:
      'Within a minute, marks the webhook’s held calls as failed, whether a pause or the daily quota holds them. No messages are sent. You can read and resend the calls until they expire. To deliver calls held for a pause instead, resume the webhook.',
  },
  listInvocations: {
    chapter: 'Invocations',
    summary: 'List a webhook’s calls',
    description:
      'Returns calls, newest first. `offset` and `limit` select a page. For deep pages, send the header `X-Next-Cursor` back as `cursor`: the cost stays the same. The last page doesn’t have this header.',
  },
  searchInvocations: {
    chapter: 'Invocations',
    summary: 'Search a webhook’s calls',
    description:
      'Returns matching calls, newest first. Each request searches up to 1,000 calls, or about 100 full bodies for a text search. A response can therefore be empty and still have a `next`. Send `next` back as `cursor` to continue. `searched_until` is the time after which all calls were searched.',
  },
  tailInvocations: {
    chapter: 'Invocations',
    summary: 'Follow a webhook’s calls',
    description:
      'Returns calls with headers and bodies, oldest first, starting at `from` or now. Poll once a second with `next` as `after`, and immediately while `more` is true. No calls are missed. Calls from the last few seconds can be returned twice, so deduplicate by ID.',
  },
  getWebhookStats: {
    chapter: 'Webhooks',
    summary: 'Read the last 24 hours',
    description:
      'Returns counts by hour from up to 10,000 of the newest calls. `complete` is false if there were more. A call that is waiting for another attempt counts as `waiting`.',
  },
  listMatters: {
    chapter: 'Webhooks',
    summary: 'List matters',
    description:
      'Returns a webhook’s matters if its `follow` or `acknowledge` is on, newest first: open ones, then those resolved in the past day. Without `follow`, these are the matters to acknowledge that are not resolved. A matter has a severity of at least `warning`, or waits for an acknowledgement. Open matters are listed for seven days after their latest call. Considers at most 200 messages that belong to matters.',
  },
  getVerification: {
    chapter: 'Webhooks',
    summary: 'Read verification settings',
    description:
      'Returns the expected service, the mode and the hints of the secrets. A hint is the end of a secret. Secrets are never returned.',
  },
  setVerification: {
    chapter: 'Webhooks',
    summary: 'Change verification settings',
    description:
      'With `report`, calls are labelled. With `enforce`, unverified calls return 401 and do not count towards the quota. To rotate a secret without losing calls, add the new one and retire the old one with some hours of overlap. Choosing another service removes all secrets immediately. URL verification requests from Zoom and Discord are answered when their secret is set, and rejected without a valid signature. Asana sends its secret with the first call. It is stored if the webhook has none.',
  },
  checkVerification: {
    chapter: 'Webhooks',
    summary: 'Check recent calls against a secret',
    description:
      'Returns the verification result that each recent call would have had at its arrival. Nothing is changed or sent. Secrets in headers are not stored, so such calls are `not-checkable`. If you send a secret that the webhook already has, `secret_id` is the ID of that secret. Send `last: 0` to look up only this ID.',
  },
  previewRouting: {
    chapter: 'Webhooks',
    summary: 'Preview routing',
    description:
      'Returns the targets that each recent call would go to, with the given rules and with the saved rules. Nothing is changed or sent. The preview stops at the first rule or template that takes too long, or after some seconds. `complete` is then false. Returns 429 while another preview of your account runs.',
  },
  listRejections: {
    chapter: 'Webhooks',
    summary: 'List rejected calls',
    description:
      'Returns unverified calls from the last seven days, newest first, up to 50. During a burst only some are stored. The rest are counted in `more`.',
  },
  acceptRejection: {
    chapter: 'Webhooks',
    summary: 'Accept a rejected call',
    description:
      'Stores the call, delivers it to all targets and removes it from the list. Returns 409 if the body was not stored completely.',
  },
  testWebhook: {
    chapter: 'Webhooks',
    summary: 'Send a test call',
    description:
      'Calls the webhook as a service would. The call counts towards the quota, is stored and is delivered to all targets. Returns 409 if the webhook does not accept calls.',
  },
  listSamples: {
    chapter: 'Invocations',
    summary: 'List saved samples',
    description: 'Returns up to 20 saved samples of a webhook, newest first.',
  },
  keepSample: {
    chapter: 'Invocations',
    summary: 'Save a sample',
    description:
      'Saves a call’s content, with the same masked headers and query, until you remove the sample or delete the webhook. The call can expire earlier. Use samples for test calls and template previews. A webhook has up to 20 samples with 5 MB of bodies (`limit-reached`). Saving the same call again keeps the existing sample and its name. Samples are not cloned.',
  },
  getSample: {
    chapter: 'Invocations',
    summary: 'Read a saved sample',
    description: 'Returns one saved sample with its headers and full body.',
  },
  renameSample: {
    chapter: 'Invocations',
    summary: 'Rename a saved sample',
    description: 'Changes the sample’s name. Several samples can have the same name.',
  },
  removeSample: {
    chapter: 'Invocations',
    summary: 'Remove a saved sample',
    description: 'Removes the sample. The original call stays until it expires.',
  },
  getInvocation: {
    chapter: 'Invocations',
    summary: 'Read a call',
    description: 'Returns one call with its headers and full body, byte for byte.',
  },
  listDispatches: {
    chapter: 'Invocations',
    summary: 'List dispatches of a call',
    description: 'Returns one dispatch for each target, with the message, every attempt and the next attempt.',
  },
  getAcknowledgement: {
    chapter: 'Invocations',
    summary: 'Read a call’s acknowledgement',
    description:
      'Returns the first person who acknowledged the call, or the next step if no one has. Calls of webhooks without `acknowledge`, and those below its severity, are `not-wanted`.',
  },
  acknowledgeInvocation: {
    chapter: 'Invocations',
    summary: 'Acknowledge a call',
    description:
      'Ends the steps of the call’s matter. It stays acknowledged until it is resolved or its severity rises. Returns 409 if someone else was first, or if the call does not wait for an acknowledgement.',
  },
  replayInvocation: {
    chapter: 'Invocations',
    summary: 'Resend a call',
    description:
      'Resends a call’s messages to all or selected targets, with the current template. You can resend up to your plan’s daily quota of messages a day. Resends do not use up the quota of calls.',
  },
  retryDispatch: {
    chapter: 'Invocations',
    summary: 'Retry a waiting message',
    description: 'Starts the next attempt now. If the target is failing, this attempt checks whether it works again.',
  },
  giveUpDispatch: {
    chapter: 'Invocations',
    summary: 'Stop retrying a message',
    description: 'Marks a waiting message as failed. A message already being sent may still arrive.',
  },
  replayDispatch: {
    chapter: 'Invocations',
    summary: 'Resend a message',
    description: 'Sends a delivered or failed message again, with all attempts of your plan.',
  },
  countReplay: {
    chapter: 'Invocations',
    summary: 'Count messages to resend',
    description:
      'Returns the number of messages that a bulk resend would send, and the number you can still resend today.',
  },
  startReplay: {
    chapter: 'Invocations',
    summary: 'Start a bulk resend',
    description: 'Queues the messages that match a status and a time range, oldest call first, within a few minutes.',
  },
  getReplay: {
    chapter: 'Invocations',
    summary: 'Read a bulk resend',
    description: 'Returns the progress of the bulk resend.',
  },
  listTargets: {
    chapter: 'Targets',
    summary: 'List your targets',
    description: 'Returns all your targets with their usage.',
  },
  createTarget: {
    chapter: 'Targets',
    summary: 'Create a target',
    description:
      'Returns the target and the next step of its setup: `options.ActivationKey` to send to the bot, or `options.AuthUrl` to open in the browser. Use the browser that sent this request: a cookie lets that browser return. A secret that is shown only once is in this response.',
  },
  listTargetKinds: {
    chapter: 'Targets',
    summary: 'List target types',
    description: 'Returns every target type with its form, and the reason if a type is not set up in this deployment.',
  },
  getTarget: { chapter: 'Targets', summary: 'Read a target', description: 'Returns one target with its usage.' },
  updateTarget: {
    chapter: 'Targets',
    summary: 'Change a target',
    description:
      '`enabled` switches between active and disabled. `options: {"renew": true}` restarts the setup. Masked secret options stay unchanged if you send them back. `fallback_target_id` chooses the target for messages that are not delivered within `fallback_after_minutes` minutes (10 by default); a chain of fallbacks has at most three targets. `null` removes it.',
  },
  deleteTarget: {
    chapter: 'Targets',
    summary: 'Delete a target',
    description: 'Deletes the target and removes it from your webhooks. Webhooks without another target are disabled.',
  },
  testTarget: {
    chapter: 'Targets',
    summary: 'Send a test message',
    description:
      'Sends a short message immediately. Returns 200 with the provider’s response, even if the message failed.',
  },
  renderTemplate: {
    chapter: 'Templates',
    summary: 'Render a template',
    description: 'Returns the message for a call. If the template fails, returns 200 with `error` and `problem`.',
  },
  listPlans: {
    chapter: 'Product',
    summary: 'List plans',
    description: 'Returns the limits and the price of each plan.',
  },
  createChallenge: {
    chapter: 'Product',
    summary: 'Create a bot challenge',
    description:
      'Returns an ALTCHA proof of work, version 1. Find `number` in 0…`maxnumber` such that hex(SHA-256(salt + number)) equals `challenge`. The token is base64(JSON {algorithm, challenge, number, salt, signature}). It is valid once, for its action. Returns 404 if the deployment uses a hosted challenge.',
  },
  getOpenApi: { chapter: 'Product', summary: 'Read this document', description: 'Returns the API as OpenAPI 3.1.' },
  startTrial: {
    chapter: 'Accounts',
    summary: 'Start a trial',
    description:
      'Creates an account without an address and signs in to it. It has one webhook with one test target, accepts 50 calls of up to 64 KB, and ends after 24 hours. Most requests return 403 `trial-not-allowed`. Until one hour after the trial ends, POST /user with the trial’s session cookie turns it into a free account. After that, it is deleted. Each address can start three trials a day.',
  },
  register: {
    chapter: 'Accounts',
    summary: 'Create an account',
    description:
      'Creates a free account and signs in. With the session cookie of a trial and the Tellhook app’s `Origin`, the trial becomes that account, and its webhook and calls stay. `status` and `premium-until` are accepted and ignored.',
  },
  login: {
    chapter: 'Accounts',
    summary: 'Sign in',
    description:
      'Returns an access token and sets the session cookie. The response and its timing do not reveal whether the address has an account.',
  },
  logout: {
    chapter: 'Accounts',
    summary: 'Sign out',
    description:
      'Ends the cookie’s session. Like all requests with the session cookie, this request requires the Tellhook app’s `Origin`. It also requires `Content-Type: application/json` despite its empty body, because forms on other sites can’t send this content type.',
  },
  getUser: {
    chapter: 'Accounts',
    summary: 'Read your account',
    description: 'Returns your profile and limits. Resources in other accounts return 404.',
  },
  getOverview: {
    chapter: 'Accounts',
    summary: 'Read the account overview',
    description: 'Returns your account, webhooks and targets in one response, in the same form as the single requests.',
  },
  updateUser: {
    chapter: 'Accounts',
    summary: 'Change your password',
    description:
      'Changes the password and ends all other sessions. Requires the current password. `email`, `status` and `premium-until` are accepted and ignored.',
  },
  setNotices: {
    chapter: 'Accounts',
    summary: 'Change the recipients and events of notices',
    description:
      'Chooses which events cause notices, and who gets them: your email address, up to five targets, or both. A target never gets a notice about itself. If a target cannot receive a notice, you get it by email, even if `email` is false. Emails about passwords, confirmations and payments are always sent.',
  },
  listNotices: {
    chapter: 'Accounts',
    summary: 'List recent notices',
    description: 'Returns up to 20 notices of the last seven days, newest first, with the result for each recipient.',
  },
  setHoldOrder: {
    chapter: 'Accounts',
    summary: 'Change the order of held calls',
    description:
      'Chooses which calls beyond the daily quota are sent first. With `newest-day-first`, the default, new calls use the quota of their day. Held calls from earlier days follow, the newest day first, and leave about half of the quota to new calls until noon UTC. With `arrival`, calls are sent in the order in which they came, and new calls wait behind held ones.',
  },
  createKey: {
    chapter: 'Accounts',
    summary: 'Create an API key',
    description:
      'Returns a new API key, which is shown only once. The key works for the requests of its scopes, but never for account settings. `webhook_ids` restricts the key to these webhooks and their targets. Changing the password revokes all keys.',
  },
  listKeys: {
    chapter: 'Accounts',
    summary: 'List your API keys',
    description:
      'Returns your keys, oldest first, with the hour of their last use. Expired keys stay in the list until you create another one.',
  },
  deleteKey: {
    chapter: 'Accounts',
    summary: 'Revoke an API key',
    description: 'Revokes the key, which stops working immediately.',
  },
  listChanges: {
    chapter: 'Accounts',
    summary: 'Read the audit log',
    description:
      'Returns the last 200 changes to your account, newest first, for up to 400 days: sign-ins and successful requests that changed something. Only the names of changed fields are stored, not their values. Calls are not listed, nor are changes by a provider, a payment or Tellhook.',
  },
  startPasskeyLogin: {
    chapter: 'Accounts',
    summary: 'Start a sign-in with a passkey',
    description:
      'Returns the options for `navigator.credentials.get`. They work for any account, and for the second factor of POST /user/login.',
  },
  loginWithPasskey: {
    chapter: 'Accounts',
    summary: 'Sign in with a passkey',
    description:
      'Signs in without a password. The passkey names the account. The challenge must come from POST /user/login/passkey/options.',
  },
  startOidcLogin: {
    chapter: 'Accounts',
    summary: 'Start a sign-in with the provider',
    description:
      'Returns the page of this deployment’s OpenID Connect provider, and sets a cookie for ten minutes. Returns 404 if there is no provider.',
  },
  loginWithOidc: {
    chapter: 'Accounts',
    summary: 'Sign in with the provider',
    description:
      'Signs in the account of the address that the provider confirms, or creates it. Works once, and only with the cookie of POST /user/login/oidc/start.',
  },
  listPasskeys: {
    chapter: 'Accounts',
    summary: 'List your passkeys',
    description: 'Returns your passkeys, oldest first, and whether a sign-in with the password also needs one.',
  },
  startPasskey: {
    chapter: 'Accounts',
    summary: 'Start adding a passkey',
    description:
      'Returns the options for `navigator.credentials.create`. Needs the current password, and a confirmed email address.',
  },
  addPasskey: {
    chapter: 'Accounts',
    summary: 'Add a passkey',
    description:
      'Stores the passkey that the browser created with the options of POST /passkeys/options. All other sessions end.',
  },
  renamePasskey: {
    chapter: 'Accounts',
    summary: 'Rename a passkey',
    description: 'Changes the name of a passkey in your list.',
  },
  removePasskey: {
    chapter: 'Accounts',
    summary: 'Remove a passkey',
    description:
      'Removes a passkey, which can no longer sign in. All other sessions end. Removing the last one turns the second factor off.',
  },
  setSecondFactor: {
    chapter: 'Accounts',
    summary: 'Turn the second factor on or off',
    description:
      'When on, POST /user/login also needs a passkey or a recovery code. Turning it on returns ten new recovery codes, and earlier ones stop working. All other sessions end.',
  },
  startKeyRequest: {
    chapter: 'Accounts',
    summary: 'Start a key request',
    description:
      'Returns a code and a secret for a program that needs a key, as in RFC 8628. Show `code` to the user, who enters it at `/user/cli`. Poll with `secret` until the key is ready. The request expires after ten minutes.',
  },
  takeKey: {
    chapter: 'Accounts',
    summary: 'Take a requested key',
    description:
      'Returns `waiting` until the user answers. The key is returned only once. Returns 404 if the code is unknown or expired, or the secret is wrong.',
  },
  getKeyRequest: {
    chapter: 'Accounts',
    summary: 'Read a key request',
    description:
      'Returns the key request with the given code. Each attempt counts towards a rate limit, whether or not the code is right.',
  },
  answerKeyRequest: {
    chapter: 'Accounts',
    summary: 'Answer a key request',
    description:
      'Approves the request, or denies it if `key` is `null`. The answer is final. The key is created when the program retrieves it.',
  },
  getKey: {
    chapter: 'Accounts',
    summary: 'Read the current API key',
    description: 'Returns the API key of this request. Returns 404 if the request was made without an API key.',
  },
  getTeam: {
    chapter: 'Accounts',
    summary: 'Read your team',
    description: 'Returns the members of your team and the open invitations. Both use seats of your plan.',
  },
  inviteMember: {
    chapter: 'Accounts',
    summary: 'Invite a member',
    description:
      'Emails a link that works once, for seven days, and returns the invitation. It works only for an account with the invited address. The response is the same whether or not the address has an account.',
  },
  resendInvitation: {
    chapter: 'Accounts',
    summary: 'Resend an invitation',
    description: 'Emails a new link, valid for seven days, and returns the invitation. The earlier link stops working.',
  },
  withdrawInvitation: {
    chapter: 'Accounts',
    summary: 'Withdraw an invitation',
    description: 'Deletes the invitation and frees its seat. Its link stops working immediately.',
  },
  changeMember: {
    chapter: 'Accounts',
    summary: 'Change a member’s role',
    description: 'Changes the role of a member, from the member’s next request on.',
  },
  removeMember: {
    chapter: 'Accounts',
    summary: 'Remove a member',
    description: 'Removes the member from your team. The member’s next request in your workspace returns 403.',
  },
  readInvitation: {
    chapter: 'Accounts',
    summary: 'Read an invitation',
    description:
      'Returns who invites whom, with the token of the email. Returns 404 if the invitation was used or withdrawn, or has expired.',
  },
  listWorkspaces: {
    chapter: 'Accounts',
    summary: 'List the workspaces you joined',
    description:
      'Returns the accounts of other users whose team you are in. Send an `id` in the header `X-Workspace` to work there.',
  },
  joinWorkspace: {
    chapter: 'Accounts',
    summary: 'Accept an invitation',
    description:
      'Makes you a member with the token of an invitation, once. Returns 403 if your account has another address than the invitation.',
  },
  leaveWorkspace: {
    chapter: 'Accounts',
    summary: 'Leave a workspace',
    description: 'Ends your membership in another user’s workspace immediately. `id` is the owner’s user ID.',
  },
  answerReview: {
    chapter: 'Accounts',
    summary: 'Answer the account review',
    description:
      'Keeps or deletes the targets and webhooks that were created before the email address was confirmed (`review_since`). `keep: true` enables the targets and sends their waiting messages. `keep: false` deletes the targets and the webhooks. Each account is asked once.',
  },
  requestVerification: {
    chapter: 'Accounts',
    summary: 'Request a confirmation email',
    description:
      'Sends a link that confirms your address. After that, alerts are sent to it, and you can add other addresses as targets. If the address is already confirmed, no email is sent.',
  },
  deleteUser: {
    chapter: 'Accounts',
    summary: 'Delete your account',
    description: 'Deletes the account and all its data immediately, and ends all sessions.',
  },
  requestPasswordReset: {
    chapter: 'Accounts',
    summary: 'Request a password reset',
    description: 'Sends a reset token. The response and its timing do not reveal whether the address has an account.',
  },
  resetPassword: {
    chapter: 'Accounts',
    summary: 'Reset the password',
    description: 'Sets a new password and ends all sessions. The token from the email is valid once, for one hour.',
  },
  refreshToken: {
    chapter: 'Accounts',
    summary: 'Refresh the access token',
    description:
      'Returns a new access token. Uses the session cookie and replaces it. Sending a replaced cookie ends the session. Requires the Tellhook app’s `Origin`.',
  },
  createSubscriptionLink: {
    chapter: 'Accounts',
    summary: 'Upgrade to Premium',
    description:
      'Returns the URL of the payment page, to open in the browser. After a failed payment, this is the page to update the payment method. Returns 409 if you already have Premium. The plan changes when the payment is confirmed.',
  },
  openBillingPortal: {
    chapter: 'Accounts',
    summary: 'Open the billing portal',
    description:
      'Returns the URL of the payment provider’s page for invoices and the payment method, to open in the browser. Returns 409 if you never opened a payment page.',
  },
  cancelSubscription: {
    chapter: 'Accounts',
    summary: 'Cancel the subscription',
    description: 'Ends the subscription at the end of the paid month. You keep Premium until `premium-until`.',
  },
  resumeSubscription: {
    chapter: 'Accounts',
    summary: 'Resume the subscription',
    description: 'Undoes a cancellation before its end. After the end, returns a `link` to start a new subscription.',
  },
  sendContactMessage: {
    chapter: 'Product',
    summary: 'Contact the operator',
    description: 'Sends a message to the operator, who replies to the given address.',
  },
};
