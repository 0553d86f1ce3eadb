import { codeAnchor } from './code-anchor.ts';

/** Where the documentation says what to do about a message. */
interface Help {
  to: '/docs/troubleshooting' | '/docs/template-reference';
  /** The heading to go to. */
  hash: string;
}

/**
 * The messages of the product, by the heading in the troubleshooting that is about them. A text is the beginning of the
 * message; a message that holds several is told by the first entry that fits, so that causes come before what followed.
 */
export const troubles = {
  'telegram-blocked': ['The bot was blocked.'],
  'telegram-removed': [
    'The bot was removed from the group',
    'The bot is not a member of this chat',
    'Telegram does not let the bot write',
  ],
  'telegram-rights': ['The bot may not write in this chat'],
  'telegram-start': [
    'Telegram lets a bot write only to people who wrote first',
    'Send the activation code to the bot.',
  ],
  'telegram-gone': [
    'Telegram does not know this chat',
    'This Telegram account was deleted',
    'The group was deleted',
    'This chat belongs to a bot',
  ],
  'slack-reconnect': [
    'Slack does not know',
    'Slack revoked the access',
    'Slack switched this access off',
    'The Slack app was removed',
    'Slack refuses messages to this channel',
    'Choose a channel in Slack.',
    'You did not allow the app',
    'It took too long, or the link was used before',
    'This was begun in another browser',
    'The provider did not confirm the connection',
  ],
  'slack-forbidden': ['An administrator of the workspace forbids', 'Only some members may post'],
  'slack-archived': ['The channel is archived', 'The Slack workspace is switched off'],
  'teams-off': ['The workflow in Teams is switched off'],
  'teams-access': ['The workflow does not let this service in', "Your organisation's rules keep this service out"],
  'teams-schema': ['The workflow in Teams expects another message format'],
  'teams-url': [
    'The URL is not a valid Azure Webhook URL',
    'The URL is incomplete',
    'The URL has no "sig" parameter',
    'Microsoft switched these URLs off',
    'The signature in the URL is wrong',
    'The workflow no longer exists',
    'Teams did not accept the signature',
    'Teams answered',
  ],
  'teams-accepted': ['Accepted by Teams'],
  'whatsapp-window': [
    'WhatsApp lets us write only within 24 hours',
    'Sent as a notice, because the recipient has not written',
  ],
  'whatsapp-number': [
    'WhatsApp cannot deliver to this number',
    'WhatsApp cannot reach this number',
    'This number is not on the list',
    'Send the activation code to our WhatsApp number.',
  ],
  'whatsapp-limit': ['WhatsApp limits how much this person gets'],
  'discord-webhook': [
    'The webhook was deleted in Discord',
    'The URL is not a Discord webhook URL',
    "Discord does not accept the webhook's token",
    'The channel was deleted',
    'Discord refuses messages to this channel',
  ],
  'discord-channel': ['The webhook may not write in this channel', 'The channel is a forum'],
  'email-confirm': [
    'Open the link in the mail to',
    'Too many confirmation mails',
    'The confirmation mail could not',
    'The mail could not be sent',
    'Confirm your own address first',
    'This address was asked already',
    'The reader of this address',
  ],
  'email-bounced': ['Mails to ', 'The mail to ', 'The mail service refuses this address'],
  'email-unsubscribed': ['The recipient unsubscribed', 'The recipient reported'],
  'email-address': [
    'No mail can be sent to this address',
    'The e-mail address is not valid',
    'This is not an e-mail address that mail can be sent to',
  ],
  'http-gone': ['The receiver answered that it is gone'],
  'http-loop': ['The receiver answered that the message goes round'],
  'http-redirect': ['The receiver redirects'],
  'http-status': ['The receiver answered'],
  'http-address': ['The address is not allowed'],
  'target-disabled': [
    'The target is disabled',
    'Made before the address of this account',
    'Waiting: it goes out by itself',
  ],
  'target-pending': ['The target is not activated yet', 'It was not set up to its end', 'The target is pending'],
  'target-deleted': ['The target was deleted', 'The target of this message was deleted'],
  'waiting-in-line': ['Earlier messages to this target go out first'],
  'message-empty': ['The message is empty'],
  'message-too-long': [
    'The text was longer than the target takes',
    'The message is too long for Telegram',
    'The message is too large',
    'Discord refused this message, most likely because it is too long',
  ],
  'message-refused': [
    'Telegram refused this message',
    'Telegram could not read',
    'Slack refused this message',
    'Slack could not read',
    'The message has too many attachments',
    'Teams refused this message',
    'WhatsApp refused this message',
    'Discord refused this message',
    'Discord could not read',
    'The mail service refuses this message',
  ],
  'slow-down': [
    'The provider asked us to wait',
    'Telegram asks',
    'Slack asks',
    'Teams asks',
    'WhatsApp asks',
    'WhatsApp takes one message',
    'Discord asks',
    'The mail service asks',
    'The daily sending quota of this installation',
  ],
  'provider-down': [
    /^[^.]{1,60} has a fault right now/,
    /^[^.]{1,60} took too long/,
    /^[^.]{1,60} could not be reached/,
    /^[^.]{1,60} does not answer at the moment/,
    'The mail service cannot be reached',
    'The chat moved twice',
  ],
  'maybe-twice': [/^[^.]{1,60} did not answer after it got/],
  'operator-setup': [
    "Telegram refused this service's bot",
    "WhatsApp refused this service's account",
    'Teams refused how this service signs in',
    /^This service's .* is not set up/,
    'This service may not reach',
    'Targets of the kind',
    'Targets of this kind take single messages only',
    'The stored access to this target',
    'The mail service refuses the sender',
    'The mail service of this installation only sends',
    'This installation may not send',
    'The mail service refuses to work',
  ],
  'our-fault': [
    'Something went wrong on our side',
    'Processing this message failed',
    'An error occurred',
    'Response returned an error code',
  ],
  'target-inactive': ['The target is inactive'],
  'gave-up': [/Gave up after \d+ attempts/, /Parked after \d+ days/, /It has waited for as long as your plan/],
  'call-404': ['There is no webhook at this address', 'This webhook is disabled by its owner'],
  'call-beyond-plan': [/^Your plan allows [\d,]+ webhooks?; this one is beyond it/],
  'call-429': ['The daily quota of'],
  'call-storage': ['The stored calls of this account'],
  'call-413': ['The body has', 'The body is larger than'],
  handshake: [
    'The verify token is not the one of this webhook',
    'The subscription could not be confirmed',
    /^At most [\d,]+ handshakes/,
  ],
  'call-403': ['Calls are answered under the public address only'],
  'call-503': ['The webhook was changed at this very moment', 'The call could not be stored'],
  'call-508': ['This call was led here by more than'],
  'limit-targets': ['You hit the limit of Targets'],
  'limit-webhooks': ['You hit the limit of Webhooks', /^Your plan allows [\d,]+ webhooks?\. (Upgrade|Contact)/],
  'needs-target': [
    'At least one target needs to be selected',
    'Choose at least one target',
    'There are no active targets',
    'A target that you chose does not exist',
    /^Target \d+ (?:is not active|does not exist)/,
  ],
  'target-exists': ['A Target with this name already exists', 'error when creating telegram target'],
  'changed-meanwhile': ['The target has changed meanwhile', 'The webhook has changed meanwhile'],
  'target-options': ['The options of this target are wrong', 'Unknown kind of target'],
  'sign-in-failed': ['E-mail address or password is wrong', 'The current password is wrong'],
  'address-taken': ['This address cannot be registered'],
  'password-refused': [
    /^The (?:new )?password (?:is too common|must)/,
    'Passwords do not match',
    'Could not set your new Password',
  ],
  'reset-token': ['Token cannot be empty', 'The reset token is wrong'],
  'session-ended': ['token invalid or expired', 'Failed to refresh tokens', 'This call is only accepted from'],
  'too-many-tries': ['Too many tries', 'Too many calls'],
  'bot-check': ['The bot challenge', 'The check that you are not a robot failed'],
  'contact-failed': ['The message could not be sent'],
  offline: ['The request failed and the interceptors did not return an alternative response'],
  subscription: [
    'You have premium already',
    'Your subscription is being changed',
    'The subscription is changing',
    'There is no subscription',
    'Payments are not set up',
    'The payment service cannot do this',
  ],
  'send-again': [
    'This message does not wait',
    'This message is decided already',
    'This message is under way',
    'This message is changing',
    'No message of this webhook and time ended so',
    /^At most [\d,]+ messages can be sent again/,
  ],
  'not-found': [/^(?:Target|Webhook|Invocation|Account|Dispatch) not found/],
  'wrong-call': [
    'The body must be sent as application/json',
    'The call must be sent as application/json',
    'The cursor is not one',
    'The API answers under',
    'This path knows',
    'Required parameter',
  ],
} as const satisfies Record<string, readonly (string | RegExp)[]>;
export type TroubleId = keyof typeof troubles;

/** `Line 2, column 14: message (T2001)` */
const TEMPLATE_ERROR = /^Line \d+, column \d+: .*\(([A-Z]\d{4})\)$/m;

/**
 * Where the documentation helps with a message that the product shows; undefined when it says nothing about it.
 * @param message as it is shown, the provider's words after ours included
 */
export function helpFor(message: string): Help | undefined {
  const text = message.trim();
  const code = TEMPLATE_ERROR.exec(text)?.[1];
  if (code !== undefined) return { to: '/docs/template-reference', hash: codeAnchor(code) };
  const found = Object.entries<readonly (string | RegExp)[]>(troubles).find(([, messages]) =>
    messages.some((part) => (typeof part === 'string' ? text.startsWith(part) : part.test(text))),
  );
  return found && { to: '/docs/troubleshooting', hash: found[0] };
}
