import type { RouteName } from '../routes.ts';

/** The chapters of the API reference, in reading order. */
export const chapters = {
  Accounts: 'Registration, sessions, passwords and what an account may do.',
  Webhooks: 'Receivers: each has an invoke URL of its own and the targets that its calls are told to.',
  Invocations: 'The calls that a webhook has received, and what became of each on its way to each target.',
  Targets: 'Where messages arrive: a chat, a channel, a mailbox, a server of your own.',
  Templates: 'How a payload becomes a message.',
  Product: 'What anybody may know: plans, the bot challenge, this document, the contact form.',
} as const;

interface Description {
  chapter: keyof typeof chapters;
  summary: string;
  /** Whole sentences; Markdown. */
  description: string;
}

/** What each call does, in the words of the API reference. */
export const descriptions: Record<RouteName, Description> = {
  createWebhook: {
    chapter: 'Webhooks',
    summary: 'Create a webhook',
    description:
      'The chosen targets are the ids in `webhook.target_ids` and in `targets`, joined; at least one, at most ten, all active and your own. `id`, `route` and `created_at` are accepted and never take effect.',
  },
  listWebhooks: {
    chapter: 'Webhooks',
    summary: 'List your webhooks',
    description: 'Oldest first, each with its usage.',
  },
  getWebhook: { chapter: 'Webhooks', summary: 'Read a webhook', description: 'One webhook with its usage.' },
  updateWebhook: {
    chapter: 'Webhooks',
    summary: 'Change a webhook',
    description:
      'Replaces what its owner may choose. `id`, `route` and `created_at` are accepted and never take effect. A target that is no longer active may stay, and cannot be newly chosen. A webhook that was disabled because it lost its last target (`disabled_code: webhook-without-target`) is enabled by choosing another, whatever `enabled` says.',
  },
  deleteWebhook: {
    chapter: 'Webhooks',
    summary: 'Delete a webhook',
    description: 'Its invoke URL answers 404 from now on and is never given to anybody else.',
  },
  cloneWebhook: {
    chapter: 'Webhooks',
    summary: 'Clone a webhook',
    description:
      'Makes a webhook with a new name and a new address and everything else that the owner set of this one: targets, also those that take nothing now, template, looks, rules, how calls are taken and answered, and for how long they are kept. Not copied are its calls, who may call, with its secrets, and the verify token of Meta: each of them belongs to one address. The clone of a webhook that refuses unverified calls (`enforce`) starts disabled, because it has no verification yet: set it up, then enable the clone.',
  },
  rotateWebhook: {
    chapter: 'Webhooks',
    summary: 'Change the invoke URL',
    description:
      'The webhook gets a new address. The one before takes calls for 24 hours more, or as many as you say, so that no call is lost until the sender is changed; its calls are counted apart. At most three old addresses take calls at the same time (409).',
  },
  discardHeld: {
    chapter: 'Webhooks',
    summary: 'Discard what a pause has held',
    description:
      'Ends the calls that the paused webhook has held until now, within a minute and without sending anything of them. They stay readable for as long as calls are kept, and can be sent again. To send them instead, in their order, end the pause.',
  },
  listInvocations: {
    chapter: 'Invocations',
    summary: 'List the calls of a webhook',
    description:
      'Newest first. `offset` and `limit` choose a page; the header `X-Next-Cursor`, sent back as `cursor`, continues at the same cost however deep, and is missing on the last page.',
  },
  searchInvocations: {
    chapter: 'Invocations',
    summary: 'Search the calls of a webhook',
    description:
      'Newest first. One answer looks at a bounded number of calls (1,000; where a text is searched for, about 100 whole bodies), so it may hold few or none and still have a `next`: send that back as `cursor` to search further. `searched_until` tells how far the search has come.',
  },
  tailInvocations: {
    chapter: 'Invocations',
    summary: 'Follow the calls of a webhook',
    description:
      'Oldest first, with headers and bodies, from `from` or now on. Ask once a second, each time with `next` as `after`, and at once while there is `more`. Nothing is missed; calls of the last seconds may be told twice, so go by their ids.',
  },
  getWebhookStats: {
    chapter: 'Webhooks',
    summary: 'Read how the last 24 hours went',
    description:
      'Counted from the newest 10,000 calls at most, which is more than any published plan accepts in that time; `complete` says whether those were all. A call that waits for another attempt is `waiting`.',
  },
  getVerification: {
    chapter: 'Webhooks',
    summary: 'Read who may call',
    description:
      'Which sender a webhook expects, and what becomes of calls that do not prove to come from it. A secret is never shown again, only its last characters are.',
  },
  setVerification: {
    chapter: 'Webhooks',
    summary: 'Choose who may call',
    description:
      'With `report`, calls are marked; with `enforce`, those that are not verified are refused with 401 and take no quota. Secrets are exchanged without a gap: add the new one, change it at the sender, and retire the old one, which is accepted for some hours more. Another sender than before ends all secrets immediately. The handshakes of Zoom and Discord are answered as soon as their secret is here, and refused without a right signature; Asana brings its secret with its first call, which is kept when the webhook has none.',
  },
  checkVerification: {
    chapter: 'Webhooks',
    summary: 'Check the last calls against a sender',
    description:
      'Would they have been verified, each at the time when it came? Nothing is changed or sent. Secrets in headers are not kept, so calls that prove themselves by one are `not-checkable`. With a secret, `secret_id` names the equal one of the webhook: with `last` 0, that is all that is looked at.',
  },
  previewRouting: {
    chapter: 'Webhooks',
    summary: 'Preview who gets what',
    description:
      'Which target would have got which of the last calls by the given rules, and which by those that are saved. Nothing is changed or sent. Messages are made as delivery makes them, which takes some milliseconds a call and target. The preview ends with the first rule or template that takes too long, or after some seconds, and `complete` is false then. An account has one preview at a time; another one returns 429 meanwhile.',
  },
  listRejections: {
    chapter: 'Webhooks',
    summary: 'List refused calls',
    description:
      'Those that were not verified, newest first, at most 50 of the last seven days. Of many at once only some are kept, the others are counted in `more`.',
  },
  acceptRejection: {
    chapter: 'Webhooks',
    summary: 'Let a refused call in',
    description:
      'It is stored and goes to all targets, as if it had been verified, and leaves the list. 409 for one whose body was not kept whole.',
  },
  testWebhook: {
    chapter: 'Webhooks',
    summary: 'Send a test call',
    description:
      'Calls the webhook as a sender would: it counts against the quota, is stored and goes to all its targets. 409 for a webhook that takes no calls at the moment.',
  },
  listSamples: {
    chapter: 'Invocations',
    summary: 'List the kept samples of a webhook',
    description: 'The one that was kept last comes first; at most 20.',
  },
  keepSample: {
    chapter: 'Invocations',
    summary: 'Keep a call as a sample',
    description:
      'Keeps what its caller sent, with secrets in headers and query masked as in the call, until it is removed or its webhook is deleted, however soon the call expires. Send it as a test call, or try templates with it. At most 20 and 5 MB of bodies per webhook (limit-reached). A call that is kept already stays as it is, under its name. Clones get none.',
  },
  getSample: {
    chapter: 'Invocations',
    summary: 'Read a kept sample',
    description: 'With its headers and its whole body.',
  },
  renameSample: {
    chapter: 'Invocations',
    summary: 'Rename a kept sample',
    description: 'Two may have the same name.',
  },
  removeSample: {
    chapter: 'Invocations',
    summary: 'Remove a kept sample',
    description: 'The call that it was stays for as long as calls are kept.',
  },
  getInvocation: {
    chapter: 'Invocations',
    summary: 'Read a call',
    description: 'One call with its headers and its whole body, byte for byte.',
  },
  listDispatches: {
    chapter: 'Invocations',
    summary: 'List what became of a call',
    description: 'One dispatch for each target, with the rendered message, every attempt and the next one planned.',
  },
  replayInvocation: {
    chapter: 'Invocations',
    summary: 'Send a call again',
    description:
      'To all its targets or to chosen ones, with the template as it is now. In a day as many messages can be sent again as the plan accepts calls; the calls themselves are not used up.',
  },
  retryDispatch: {
    chapter: 'Invocations',
    summary: 'Try a waiting message now',
    description: 'Instead of at its planned time. A failing target is tested with this very message.',
  },
  giveUpDispatch: {
    chapter: 'Invocations',
    summary: 'Give a message up',
    description: 'It is not tried again. One that is being sent at this very moment may still arrive.',
  },
  replayDispatch: {
    chapter: 'Invocations',
    summary: 'Send a message again',
    description: 'A decided message, delivered or failed, begins anew with all attempts that the plan has.',
  },
  countReplay: {
    chapter: 'Invocations',
    summary: 'Count before sending again in bulk',
    description: 'How many messages of a webhook a replay would send, and how many the day still allows.',
  },
  startReplay: {
    chapter: 'Invocations',
    summary: 'Send again in bulk',
    description:
      'Queues the messages of a webhook and time that ended so, oldest call first, within the following minutes.',
  },
  getReplay: { chapter: 'Invocations', summary: 'Watch a replay', description: 'How far it is.' },
  listTargets: { chapter: 'Targets', summary: 'List your targets', description: 'All of them, with their use.' },
  createTarget: {
    chapter: 'Targets',
    summary: 'Create a target',
    description:
      'The answer carries what its set-up needs next: `options.ActivationKey` to send to the bot, or `options.AuthUrl` to open in the browser that made this call: a cookie of this answer lets it come back. A secret that is shown only once is in this answer.',
  },
  listTargetKinds: {
    chapter: 'Targets',
    summary: 'List the kinds of targets',
    description: 'Every kind with the form that creates one. A kind that is not set up in this deployment says why.',
  },
  getTarget: { chapter: 'Targets', summary: 'Read a target', description: 'One target with its use.' },
  updateTarget: {
    chapter: 'Targets',
    summary: 'Change a target',
    description:
      '`enabled` switches between active and disabled; `options: {"renew": true}` begins the set-up again. Secret options that are shown masked stay as they are when sent back.',
  },
  deleteTarget: {
    chapter: 'Targets',
    summary: 'Delete a target',
    description: 'It is taken out of your webhooks; those that are left without any target are disabled.',
  },
  testTarget: {
    chapter: 'Targets',
    summary: 'Send a test message',
    description: 'One short message at once. Whatever the provider says is in the answer, which is 200 either way.',
  },
  renderTemplate: {
    chapter: 'Templates',
    summary: 'Render a template',
    description: 'What a call would become. A template that fails answers 200 with `error` and `problem`.',
  },
  listPlans: { chapter: 'Product', summary: 'List the plans', description: 'What each plan allows, and its price.' },
  createChallenge: {
    chapter: 'Product',
    summary: 'Ask for a bot challenge',
    description:
      "ALTCHA's proof of work, version 1: find `number` in 0…`maxnumber` such that hex(SHA-256(salt + number)) equals `challenge`; the token is base64(JSON {algorithm, challenge, number, salt, signature}). It counts once, for its action. 404 where the deployment uses a hosted challenge.",
  },
  getOpenApi: { chapter: 'Product', summary: 'Read this document', description: 'The API as OpenAPI 3.1.' },
  register: {
    chapter: 'Accounts',
    summary: 'Register',
    description:
      'Opens a free account and signs in to it. `status` and `premium-until` are accepted and never take effect.',
  },
  login: {
    chapter: 'Accounts',
    summary: 'Sign in',
    description: 'Answers the same, after the same time, whether or not the address has an account.',
  },
  logout: {
    chapter: 'Accounts',
    summary: 'Sign out',
    description:
      'Ends the session of the cookie. Like every call that lives on the cookie it needs the application’s own `Origin` and, although it has no body, `Content-Type: application/json`, which no form of another site can send.',
  },
  getUser: {
    chapter: 'Accounts',
    summary: 'Read your account',
    description: 'Profile and limits. The account of somebody else does not exist for you.',
  },
  getOverview: {
    chapter: 'Accounts',
    summary: 'Read everything at once',
    description: 'Your account, all your webhooks and all your targets, as their own calls answer them.',
  },
  updateUser: {
    chapter: 'Accounts',
    summary: 'Change your password',
    description:
      'Needs the current one. All other sessions end. `email`, `status` and `premium-until` are accepted and never take effect.',
  },
  setNotices: {
    chapter: 'Accounts',
    summary: 'Choose whether notices are mailed',
    description:
      'Notices tell that the daily quota runs out, and that a target became inactive. Mail about passwords, confirmations and payments is sent all the same.',
  },
  createKey: {
    chapter: 'Accounts',
    summary: 'Create an API key',
    description:
      'For programs: a key opens the calls of its scopes and never your account. `webhook_ids` binds it to some of your webhooks, and to the targets that they use. It is told this once; only its hash is kept. A new password ends all keys.',
  },
  listKeys: {
    chapter: 'Accounts',
    summary: 'List your API keys',
    description: 'Oldest first, with their last use to the hour; expired ones stay until another key is made.',
  },
  deleteKey: {
    chapter: 'Accounts',
    summary: 'Revoke an API key',
    description: 'The key opens nothing from that moment on.',
  },
  startKeyRequest: {
    chapter: 'Accounts',
    summary: 'Ask for a key',
    description:
      'How a program gets a key without anybody pasting one, as in RFC 8628: show `code` to the person at hand, who types it at `/user/cli`, and ask for the key with `secret` until it is there. It ends after ten minutes.',
  },
  takeKey: {
    chapter: 'Accounts',
    summary: 'Take the key that was asked for',
    description:
      '`waiting` until somebody has answered; the key is in one answer only. 404 for a code that has ended, was never there, or is not of this secret.',
  },
  getKeyRequest: {
    chapter: 'Accounts',
    summary: 'See who asks for a key',
    description: 'By the code that the program shows. Each look counts, whether the code is right or not.',
  },
  answerKeyRequest: {
    chapter: 'Accounts',
    summary: 'Give a program a key',
    description: 'Or refuse, with `null`. An answer is final; the key is made when the program takes it.',
  },
  getKey: {
    chapter: 'Accounts',
    summary: 'See what a key may',
    description: 'The API key by which the call is made. 404 for a call that is made without one.',
  },
  answerReview: {
    chapter: 'Accounts',
    summary: 'Keep or delete what was made before your address was confirmed',
    description:
      'Asked once, after the first reset link of an account (`review_since`): whoever registered the address had proved nothing. `keep: true` switches the targets of that time on again, and what waited for them goes out; `false` deletes them and the webhooks of that time.',
  },
  requestVerification: {
    chapter: 'Accounts',
    summary: 'Ask for a mail that confirms your address',
    description:
      'The link in it proves that the address is yours: only then do notices go to it, and may you ask other addresses to become targets. Nothing is sent when it is confirmed already.',
  },
  deleteUser: {
    chapter: 'Accounts',
    summary: 'Delete your account',
    description: 'Removes it with everything that belongs to it, at once, and ends all sessions.',
  },
  requestPasswordReset: {
    chapter: 'Accounts',
    summary: 'Ask for a reset mail',
    description: 'Answers the same, after the same time, whether or not the address has an account.',
  },
  resetPassword: {
    chapter: 'Accounts',
    summary: 'Set a new password by token',
    description: 'The token of the mail counts once, for one hour. All sessions end.',
  },
  refreshToken: {
    chapter: 'Accounts',
    summary: 'Refresh the access token',
    description:
      'By the session cookie, which is replaced; a cookie that was replaced before ends the whole session. Needs the application’s own `Origin`.',
  },
  createSubscriptionLink: {
    chapter: 'Accounts',
    summary: 'Upgrade to premium',
    description:
      'Answers the page of the payment provider to send the browser to; while a payment has failed, the page on which another means of payment is given. 409 for somebody who has premium. The plan changes when the payment is confirmed.',
  },
  cancelSubscription: {
    chapter: 'Accounts',
    summary: 'Cancel the subscription',
    description:
      'It ends with the month that is paid for: everything stays until `premium-until`, then nothing renews.',
  },
  resumeSubscription: {
    chapter: 'Accounts',
    summary: 'Take a cancellation back',
    description: 'Before its end the subscription goes on. After its end the answer has a `link` to a new one.',
  },
  sendContactMessage: {
    chapter: 'Product',
    summary: 'Write to the operator',
    description: 'The operator’s answer goes to the address given.',
  },
};
