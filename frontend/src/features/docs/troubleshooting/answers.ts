import { MAX_KEPT_SAMPLES, MAX_TEMPLATES_BYTES, OLD_VALID_HOURS, REJECTIONS_DAYS } from '#contract/bounds';
import type { Topic } from '../../../lib/help.ts';

/** The help for one message: its text, the cause, and the steps to fix it. */
export interface Answer {
  /** Codes that this is the answer to as well. */
  also?: readonly Topic[];
  /** The displayed message; … replaces the variable parts. */
  title: string;
  why: string;
  todo: readonly string[];
}

const send = 'Resend the failed messages from the webhook’s page.';
const reactivate = 'Open the target and select Reactivate to start delivering again.';

/** Answers by the code of the product's message: the address of their heading. */
export const answers = {
  'bot-blocked': {
    title: 'The bot was blocked. Unblock it in Telegram, then reactivate this target.',
    why: 'A user pressed Stop or Block in the chat with the bot, so Telegram rejects its messages.',
    todo: ['Open the chat with the bot in Telegram and tap Restart or Unblock.', reactivate, send],
  },
  'bot-removed': {
    title: 'The bot was removed from the group. / The bot is not a member of this chat.',
    why: 'A member or administrator removed the bot from the group or channel.',
    todo: ['Add the bot to the group again. In a channel, make it an administrator.', reactivate, send],
  },
  'bot-not-allowed': {
    title: 'The bot isn’t allowed to write in this chat.',
    why: 'The group’s permissions don’t let the bot send messages.',
    todo: [
      'In Telegram, open the group’s permissions or the bot’s administrator rights and allow it to send messages.',
      reactivate,
    ],
  },
  'recipient-must-write-first': {
    title: 'A Telegram bot can’t start a chat.',
    why: 'A bot can’t start a conversation.',
    todo: [
      'Open the target, follow the link to the bot and press Start, or send it the code.',
      'In a group, write /start@BotName followed by the code. A bot in a group sees only messages addressed to it.',
      'Select New code if the code is older than 30 minutes.',
    ],
  },
  'chat-gone': {
    title: 'Telegram can’t find this chat. / The group was deleted.',
    why: 'The chat, the group or its account was deleted, or belongs to another bot.',
    todo: [
      'Delete this target.',
      'Create a new target, activate it in the chat you want, and choose it in the webhook.',
    ],
  },
  'topic-gone': {
    also: ['topic-closed'],
    title: 'The topic was deleted in Telegram. / The topic was closed in Telegram.',
    why: 'The group topic of this target was closed or deleted.',
    todo: [
      'If the topic was closed, reopen it in Telegram. The target becomes active automatically.',
      'If it was deleted, open the target page and get a new code.',
      'Send the code in the new topic. You can then resend the failed messages from the target page.',
    ],
  },
  'connection-revoked': {
    also: ['connection-awaited'],
    title: 'Slack revoked Tellhook’s access. Reconnect this target to a channel.',
    why: 'The app was removed from the workspace, the channel was deleted, or the connection was denied, timed out or started in another browser.',
    todo: [
      'Open the target and connect it to Slack again.',
      'Choose a workspace and a channel, then select Allow within 10 minutes.',
      send,
    ],
  },
  'posting-restricted': {
    title: 'A workspace administrator blocks these messages.',
    why: 'The workspace, channel or topic lets only some members, apps or tokens post.',
    todo: ['Ask an administrator to allow the app or the token, or connect another channel.', reactivate],
  },
  'channel-closed': {
    title: 'The channel is archived. Unarchive it in Slack, then reactivate this target.',
    why: 'No one can post to an archived channel or a disabled workspace.',
    todo: ['Unarchive the channel in Slack, or connect the target to another channel.', reactivate],
  },
  'workflow-off': {
    title: 'The workflow in Teams is turned off or was deleted.',
    why: 'Power Automate turns off workflows that keep failing or whose owner left.',
    todo: ['Open the workflow in Teams (Workflows app) or in Power Automate and turn it on.', reactivate],
  },
  'workflow-access-denied': {
    title: 'The workflow does not accept messages from Tellhook. / Your organisation’s rules block Tellhook.',
    why: 'The workflow’s trigger is limited to certain people, or an administrator blocks calls from outside.',
    todo: [
      'In the workflow’s trigger, set “Who can trigger the flow” to Anyone, save, and copy the full URL again.',
      'If your organisation forbids this, ask its administrator.',
    ],
  },
  'workflow-schema-mismatch': {
    title: 'The workflow in Teams expects a different message format.',
    why: 'The trigger has a request schema.',
    todo: ['Remove the schema from the trigger, or add the workflow again from the template.', reactivate],
  },
  'workflow-url-wrong': {
    title: 'The URL is not a valid Azure Webhook URL',
    why: 'The URL is incomplete, is not a workflow URL, or its workflow was deleted. URLs at logic.azure.com stopped working on 30 November 2025. URLs at webhook.office.com were retired.',
    todo: [
      'In Teams, open Workflows and add “Post to a channel when a webhook request is received”.',
      'Copy the full URL. It must contain sig=….',
      'Paste it into the target under Change URL, or create a new target.',
    ],
  },
  'accepted-unconfirmed': {
    title: 'Accepted by Teams, but nothing appears in the channel',
    why: 'Teams only confirms that it received the message. Errors inside the workflow are not reported to Tellhook.',
    todo: [
      'Open the workflow’s run history in Power Automate to see the error.',
      'Check the owner and the channel. If the owner left the team or the channel is private, add the workflow again as a member of the channel.',
    ],
  },
  'reply-window-closed': {
    title: 'WhatsApp accepts our messages only within 24 hours of the recipient’s last message.',
    why: 'The 24 hours are over. The message waits and is retried about once an hour, or a short notice is sent instead.',
    todo: [
      'Send any message to our number from that phone. Waiting messages are sent within the hour.',
      'Write once a day to keep receiving full messages.',
    ],
  },
  'number-unreachable': {
    title: 'WhatsApp can’t deliver to this number. / WhatsApp can’t reach this number.',
    why: 'The number has no WhatsApp, has an old version, or has not accepted the latest terms.',
    todo: ['Update WhatsApp on that phone and open it once.', 'Send any message to our number from it.'],
  },
  'recipient-limit-reached': {
    title: 'WhatsApp limits how many business messages this person receives.',
    why: 'WhatsApp limits how many business messages a person receives in total.',
    todo: [
      'No action needed. The message is retried a day later.',
      'Send fewer messages to WhatsApp, for example with a second webhook for the important ones.',
    ],
  },
  'incoming-webhook-gone': {
    also: ['webhook-url-wrong'],
    title: 'The webhook was deleted in Discord. / The URL is not a Discord webhook URL',
    why: 'The Discord webhook or its channel was deleted, or the URL is new or wrong.',
    todo: [
      'In Discord, open the channel’s settings > Integrations > Webhooks and create a webhook.',
      'Paste its URL into the target, then reactivate the target.',
    ],
  },
  'channel-not-writable': {
    title: 'The webhook isn’t allowed to post in this channel. / The channel is a forum.',
    why: 'The channel’s permissions forbid it, or the channel does not accept plain messages.',
    todo: ['Choose a text channel for the webhook in Discord.', reactivate],
  },
  'address-unconfirmed': {
    also: ['own-address-unconfirmed', 'confirmation-limit-reached'],
    title: 'Open the link in the email to …',
    why: 'An email address receives messages only after its reader agrees.',
    todo: [
      'Open the email, follow the link and select the button. The link works for 24 hours.',
      'Check the spam folder, or select Refresh on the target to send the email again. You can do this a few times an hour.',
    ],
  },
  'mail-bounced': {
    title: 'Emails to … bounced.',
    why: 'The mailbox does not exist, is full, or its server rejects our email.',
    todo: [
      'Check the address for typos and the mailbox for free space.',
      'Reactivate this target to try again, or create one with the correct address. Otherwise a rejected address gets no email for two weeks.',
    ],
  },
  'recipient-unsubscribed': {
    also: ['mail-reported-as-spam', 'address-declined'],
    title: 'The recipient unsubscribed. / The recipient reported an email as spam.',
    why: 'The reader does not want these emails.',
    todo: [
      'Ask the reader. After an unsubscription, reactivating the target asks for their consent again.',
      'Use another address after a spam report.',
    ],
  },
  'address-refused': {
    title: 'No email can be sent to this address',
    why: 'The address is incomplete or can’t receive email.',
    todo: ['Check for typos and spaces. Non-ASCII letters before the @ are not supported.'],
  },
  'receiver-gone': {
    title: 'The receiver is permanently gone (410).',
    why: 'Your server asked to receive no more messages.',
    todo: ['Make your server return 2xx again.', reactivate],
  },
  'receiver-loop': {
    title: 'The receiver reported a delivery loop (508).',
    why: 'The target leads, perhaps through another service, to a webhook that sends messages back to it.',
    todo: ['Change the target’s URL, or remove the target from the webhook.'],
  },
  'receiver-redirects': {
    title: 'The receiver redirects (3…), and Tellhook does not follow redirects.',
    why: 'A signed message is sent only to the URL you entered.',
    todo: ['Enter the final URL, with https and without a redirect.'],
  },
  'receiver-error': {
    title: 'The receiver returned …',
    why: 'Your server received the message and returned an error.',
    todo: [
      'Check your server’s log at the time of the attempt. The dispatch shows the beginning of the response.',
      'Fix the error. The message is retried automatically.',
    ],
  },
  'address-not-allowed': {
    title: 'The address is not allowed.',
    why: 'Tellhook calls only public https addresses: no private networks, no user name in the URL, no unusual ports.',
    todo: ['Give the target a URL that is reachable from the internet, then reactivate it.'],
  },
  'target-disabled': {
    also: ['waits-for-target'],
    title: 'The target is disabled. Its messages are sent after it is enabled.',
    why: 'You disabled the target, or it keeps failing. Its messages wait in order.',
    todo: [
      'Open the target and enable it.',
      'Act before your plan’s retry period ends. After that, waiting messages fail.',
    ],
  },
  'review-awaited': {
    title:
      'The target was created before you confirmed your email address. Keep it on the dashboard to send its messages.',
    why: 'You reset your password before you confirmed your email address. Targets from before the reset pause, because another person could have registered your address. Until you answer, they can’t be enabled and get no test messages.',
    todo: [
      'Open the dashboard and keep the targets that are yours. Waiting messages are then sent in order.',
      'Act before your plan’s retry period ends. After that, waiting messages fail.',
    ],
  },
  'target-pending': {
    title: 'The target is not active yet. Finish its set-up, then resend the message.',
    why: 'The target still needs a code, a link or a choice at its provider.',
    todo: ['Open the target and finish its set-up.', send],
  },
  'activation-code-awaited': {
    title: 'Send the activation code to the bot. / Send the activation code to our WhatsApp number.',
    why: 'The activation code has not arrived yet.',
    todo: [
      'Open the target, follow the link to the chat and send the code.',
      'In a Telegram group, write /start@BotName followed by the code. A bot in a group sees only messages addressed to it.',
      'Select New code if the code is older than 30 minutes.',
    ],
  },
  'target-inactive': {
    title: 'The target is inactive.',
    why: 'The provider rejected the target permanently. The message and the target page show the reason.',
    todo: ['Open the target, fix the problem shown, and select Reactivate.', send],
  },
  'target-deleted': {
    title: 'The target was deleted before the message could be delivered.',
    why: 'The target was deleted before its message was sent.',
    todo: ['Choose another target in the webhook if you still need the messages.'],
  },
  'message-empty': {
    title: 'The message is empty',
    why: 'Your template produced no text for this call, often because a field has another name.',
    todo: ['Open the call in the editor. It marks empty values.', 'Use ?? to set a fallback value.'],
  },
  'message-too-long': {
    also: ['message-cut'],
    title: 'The text was too long for the target, so it was cut.',
    why: 'Each provider has a maximum message length.',
    todo: [
      'Turn on Split Messages to send long messages in parts.',
      'Or shorten fields in the template with $truncate.',
    ],
  },
  'message-refused': {
    title: '… rejected this message. / … could not read this message.',
    why: 'The provider rejected the text of this message. The provider’s error follows.',
    todo: [
      'Open the call in the editor and look for unusual characters or very long lines.',
      'Contact us with the dispatch number if plain text fails too. Other messages are not affected.',
    ],
  },
  'provider-rate-limited': {
    also: ['mail-quota-used-up'],
    title: '… is limiting our message rate. The message is retried automatically.',
    why: 'Providers accept about one message a second per chat, so bursts have to wait.',
    todo: [
      'No action needed. The message is sent automatically.',
      'If this happens often, combine events before you call, or use several targets.',
    ],
  },
  'provider-unavailable': {
    also: ['provider-unreachable'],
    title: '…  is having problems. / … could not be reached. / … is not responding. / …  took too long to respond.',
    why: 'The target’s provider, or your own server, has problems. While it does not respond at all, messages wait without using up attempts.',
    todo: [
      'No action needed. The message is retried automatically for as long as your plan allows.',
      'If it is your own server, check that it is reachable from the internet and has a valid certificate.',
    ],
  },
  'answer-lost': {
    title: '… did not respond after it received the message. The message is sent again, so it may arrive twice.',
    why: 'The connection closed before the response. The message may or may not have been delivered.',
    todo: ['No action needed. An HTTP target can drop duplicates by webhook-id.'],
  },
  'credentials-refused': {
    also: ['credentials-missing', 'installation-misconfigured', 'kind-unsupported', 'kind-unavailable'],
    title: '… rejected this service’s account. / This service’s … is not set up.',
    why: 'Something is wrong with this installation, not with your target.',
    todo: [
      'No action needed. The operator is notified and the message is retried automatically.',
      'Contact us if it does not stop.',
    ],
  },
  'processing-interrupted': {
    title: 'Processing this message failed on our side. It is retried.',
    why: 'Our delivery program stopped while it worked on this message.',
    todo: [
      'No action needed. The message is retried automatically. After three failures in a row it is marked failed.',
    ],
  },
  'processing-failed': {
    also: ['call-gone', 'internal', 'unavailable'],
    title:
      'Something went wrong on our side. / Processing this message failed repeatedly on our side. / An error occurred',
    why: 'Something failed on our side. After three failures in a row a message is marked failed, and we are notified.',
    todo: [
      'Try again in a moment. For a message, select Retry now or Resend.',
      'If the error persists, contact us and quote the number shown.',
    ],
  },
  'late-failure': {
    title: 'WhatsApp could not deliver the message: …',
    why: 'The provider accepted the message and later reported that it did not arrive. The provider’s error follows.',
    todo: ['Fix the problem shown in the error, if there is one.', send],
  },
  'given-up': {
    title: 'Gave up after … attempts. / Gave up after … days. / You stopped retrying this message.',
    why: 'The target did not work for as long as your plan retries.',
    todo: ['Fix the problem shown in the error, then resend.', send],
  },
  'not-wanted': {
    title: 'Skipped: …',
    why: 'The target’s routing rule excludes this call. The text names the condition.',
    todo: [
      'To send such calls, change the rule under Routing on the webhook’s page and check the preview.',
      'Select Resend to send this one. A message that you resend ignores the rule.',
    ],
  },
  'held-by-quiet-hours': {
    title: 'Held: quiet hours until …',
    why: 'The target has quiet hours. The message is sent automatically when they end, in the order of the calls.',
    todo: ['Select Retry now to send it right away.', 'Open Routing to let critical calls through during quiet hours.'],
  },
  'rule-failed': {
    title: 'Sent, because its routing rule could not be evaluated: …',
    why: 'The rule’s expression failed or timed out, so Tellhook sent the message anyway.',
    todo: ['Fix the expression under Routing on the webhook’s page. The preview shows the result for recent calls.'],
  },
  'formatting-refused': {
    title: '… rejected the formatting, so the message was sent as plain text',
    why: 'The provider rejected the colours, styles or buttons of this message, so it was sent without them.',
    todo: ['No action needed. The message arrived. Contact us with the link to the call if it happens often.'],
  },
  'templates-too-long': {
    title: `A webhook’s templates together can have up to ${MAX_TEMPLATES_BYTES / 1024} KB. These have … KB`,
    why: 'A webhook’s template and the custom templates of its targets share one limit.',
    todo: ['Shorten the templates, or use a second webhook for some of the targets.'],
  },
  'webhook-unknown': {
    also: ['webhook-disabled', 'webhook-without-target'],
    title:
      '404: There is no webhook at this URL. / This webhook is disabled by its owner. / This webhook has no target: …',
    why: 'The URL is incomplete, or the webhook was deleted or disabled. A webhook is disabled when its last target is deleted.',
    todo: [
      'Compare the URL with the one on the webhook’s page, character by character.',
      'Open the webhook, select Settings, and enable it or choose a target. Choosing a target enables it again.',
    ],
  },
  'verify-token-wrong': {
    also: ['handshake-unconfirmed', 'handshake-limit-reached'],
    title: `The verify token does not match this webhook. / The subscription could not be confirmed. / At most … URL verification requests are answered in an hour.`,
    why: 'The service checks the URL before it sends calls. This webhook could not respond, or was asked too often.',
    todo: [
      'Open the webhook, select Settings > Intake, and turn on “Respond to URL verification requests”.',
      'For Meta, enter the same verify token in the webhook and in the app at Meta.',
      'Start the verification in the service again.',
    ],
  },
  unverified: {
    title: '401: This webhook accepts only verified calls.',
    why: `The signature is missing or wrong, or the call came from an IP that is not allowed. The webhook’s page lists rejected calls for ${REJECTIONS_DAYS} days, with the reason for each.`,
    todo: [
      'Open the webhook and select “… rejected” below its URL. Each call shows the reason and how to fix it.',
      'Select Change, paste the secret from the service, and select “Check the last … calls” to find common mistakes.',
      'Select “Accept and deliver” for a call that was yours. Until you know the cause, choose “Accept and label” instead of “Reject”.',
    ],
  },
  'call-not-kept': {
    title: 'Only the first … bytes of this call were stored.',
    why: 'Rejected calls are stored up to 16 KB. A larger one can’t be delivered later.',
    todo: ['Fix the secret and send the call again from the service.'],
  },
  'webhook-beyond-plan': {
    title: '404: Your plan allows … webhooks; this one is beyond it and accepts no calls.',
    why: 'After a downgrade the newest webhooks over the limit stop accepting calls.',
    todo: ['Delete an older webhook, or upgrade to Premium in Settings.'],
  },
  'quota-exceeded': {
    title: '429: The daily quota of … calls is used up, and … more are held until quota is available.',
    why: 'Your webhooks accepted all calls of the day, and the limit of held calls is reached too.',
    todo: [
      'Wait for the time in `Retry-After`. The quota resets at midnight UTC.',
      'Send fewer events, or upgrade to Premium in Settings.',
    ],
  },
  'too-large-to-hold': {
    title:
      '429: The daily quota of … calls is used up, and a call with more than … bytes is not held until midnight UTC.',
    why: 'Calls over the daily quota are held only if their body has up to 64 KB.',
    todo: [
      'Send the call again after midnight UTC. `Retry-After` has the time to wait.',
      'Send smaller bodies, or upgrade to Premium in Settings.',
    ],
  },
  'held-by-quota': {
    title: 'Held: daily quota reached.',
    why: 'This call, or one before it, exceeded the daily quota. It is stored and waits for quota.',
    todo: [
      'No action needed. The call is delivered at the time that it shows, within the quota of that day.',
      'Choose in Settings > Preferences whether held calls are sent in order of arrival or the newest day first.',
      'Upgrade to Premium in Settings to deliver all held calls within a minute.',
    ],
  },
  'held-by-pause': {
    title: 'Held: the webhook is paused or still catching up.',
    why: 'A paused webhook accepts and stores calls, but sends no messages.',
    todo: ['Open the webhook and resume it. Held calls are then delivered in order or discarded, as you choose.'],
  },
  'held-too-long': {
    title: 'The call was held until shortly before it expired.',
    why: 'It waited for quota, or for its paused webhook, for the whole retention period.',
    todo: [
      'Resend it from its page within two hours, before it is deleted.',
      'Upgrade, resume the webhook earlier, or increase its retention.',
    ],
  },
  'held-discarded': {
    title: 'You discarded this call while it was held.',
    why: 'You discarded the held calls of its webhook.',
    todo: ['Resend it from its page if you need it after all.'],
  },
  'message-held': {
    title: 'This call is held. Its messages are sent when the hold ends.',
    why: 'The call waits for the next day’s quota, or for its paused webhook.',
    todo: ['Wait until it is delivered, upgrade, or resume the webhook.'],
  },
  'storage-full': {
    title: '429: Your call storage of … is full.',
    why: 'Stored calls use all of your plan’s storage.',
    todo: [
      'Wait for the time in `Retry-After`, until older calls expire.',
      'Send smaller bodies, shorten a webhook’s retention, or upgrade to Premium in Settings.',
    ],
  },
  'payload-too-large': {
    title: '413: The body has … bytes. The limit is ….',
    why: 'A body can have up to 1 MiB.',
    todo: ['Send less data, or a link to it.'],
  },
  'address-not-public': {
    title: '403: Use the public invoke URL.',
    why: 'The caller uses an internal host name instead of the invoke URL.',
    todo: ['Copy the URL from the webhook’s page and use it unchanged.'],
  },
  'loop-detected': {
    title: '508: This call passed through more than … Tellhook deliveries in a row.',
    why: 'A target of one of your webhooks leads back, through other services, to a webhook.',
    todo: ['Change that target’s URL, or filter the events in the service between them.'],
  },
  'call-not-stored': {
    title: '503: The call could not be stored. / The webhook was changed at the same moment. Send the call again.',
    why: 'We had a short outage. The call was not stored.',
    todo: ['Retry the call after the time in `Retry-After`. In GitHub, use Redeliver.'],
  },
  'target-limit-reached': {
    also: ['limit-reached'],
    title: 'You hit the limit of Targets you can create.',
    why: 'You’ve reached your plan’s target limit.',
    todo: ['Delete a target you don’t need, or upgrade to Premium in Settings.'],
  },
  'webhook-limit-reached': {
    title: 'You hit the limit of Webhooks you can create. / Your plan allows … webhooks.',
    why: 'You’ve reached your plan’s webhook limit.',
    todo: ['Use one webhook for several services, delete one, or upgrade to Premium in Settings.'],
  },
  'sample-limit-reached': {
    title: 'This webhook has … saved samples, the maximum. / The saved samples of this webhook would exceed ….',
    why: `A webhook has up to ${MAX_KEPT_SAMPLES} saved samples, with up to 5 MB of bodies in total.`,
    todo: ['Remove a sample you don’t need: select Send test call, choose the sample, then Rename or remove.'],
  },
  'target-needed': {
    also: ['target-unknown', 'target-not-active'],
    title: 'At least one target needs to be selected / Target … is not active',
    why: 'A webhook needs at least one active target.',
    todo: ['Choose an active target. If there is none, create one or finish the set-up of a pending one.'],
  },
  'target-exists': {
    title: 'Target already exists: A Target with this name already exists.',
    why: 'Targets of this type need unique names.',
    todo: ['Choose another name, or use the existing target.'],
  },
  'target-changed': {
    also: ['webhook-changed', 'conflict'],
    title: 'The target (or webhook) has changed in the meantime. Reload it, then try again.',
    why: 'Another window or the provider changed it at the same moment.',
    todo: ['Reload the page and try again.'],
  },
  'rotation-limit-reached': {
    title: '3 old URLs of this webhook still work',
    why: `Each old URL works for up to ${OLD_VALID_HOURS} hours, and a webhook can have three of them.`,
    todo: ['Wait until the oldest URL expires, or choose “Disable it now” to end all old URLs.'],
  },
  'method-not-allowed': {
    title: 'This webhook accepts POST only, and this call is a GET / This endpoint accepts GET only',
    why: 'The webhook’s owner limited its methods, or a program called the API with the wrong method.',
    todo: ['Set one of the methods listed in the error at the service.', 'Or add the method under Settings > Intake.'],
  },
  'target-options-wrong': {
    also: ['kind-unknown'],
    title: 'The target’s options are invalid',
    why: 'A field has an invalid value.',
    todo: ['Read the error below the field. A URL begins with https://. A header has a plain name and ASCII text.'],
  },
  'sign-in-failed': {
    also: ['password-wrong'],
    title: 'Email address or password is wrong / The current password is wrong',
    why: 'No account has this email address and password. For security, the page does not show which one is wrong.',
    todo: [
      'Check capital letters and the address you registered with.',
      'Select “Forgot your password?” to get a reset token.',
    ],
  },
  'address-taken': {
    title: 'This address can’t be registered. If it is yours, sign in or reset your password.',
    why: 'The address already has an account.',
    todo: ['Sign in, or reset your password.'],
  },
  'password-too-weak': {
    also: ['passwords-differ'],
    title: 'Passwords do not match / The password is too common',
    why: 'Both fields must match. A password has 8 to 128 characters and must not be easy to guess.',
    todo: ['Enter it again, or use a password manager to create one.'],
  },
  'reset-token-wrong': {
    title: 'Token cannot be empty. / The reset token is invalid, already used or older than an hour.',
    why: 'The token from the email is missing, already used, or older than an hour.',
    todo: [
      'Follow the link in the latest email, or copy the full token.',
      'Request a new email if the token is older than an hour.',
    ],
  },
  unauthenticated: {
    also: ['forbidden', 'foreign-page'],
    title: 'token invalid or expired / Failed to refresh tokens',
    why: 'You were inactive for 30 days, signed out elsewhere, changed your password, or your browser blocks cookies.',
    todo: [
      'Sign in again. You return to the same page.',
      'Allow cookies for this site if it happens immediately.',
      'In a program, sign in again. An access token expires after 15 minutes.',
    ],
  },
  'too-many-tries': {
    also: ['throttled'],
    title: 'Too many attempts. Wait a while and try again.',
    why: 'A rate limit protects against guessing and floods.',
    todo: ['Wait a few minutes. In a program, wait for the time in `Retry-After`.'],
  },
  'challenge-failed': {
    also: ['challenge-unavailable'],
    title: 'The check that you are not a robot failed.',
    why: 'Your browser could not solve the bot check, or the page was open for more than 20 minutes.',
    todo: ['Select Try again, or reload the page.', 'Turn off extensions that block scripts or workers.'],
  },
  'mail-not-sent': {
    title: 'The message could not be sent. / The email could not be sent.',
    why: 'Our email service rejected the message.',
    todo: ['Try again in a few minutes. The form keeps your text.'],
  },
  offline: {
    title: 'The request failed and the interceptors did not return an alternative response',
    why: 'Your browser could not reach Tellhook. You may be offline, or an extension or firewall blocks the connection.',
    todo: ['Check your connection and try again.', 'Try another network, or turn off browser extensions.'],
  },
  'key-scope-missing': {
    also: ['key-not-allowed', 'key-bound'],
    title: 'This request needs an API key with the scope … / This request does not accept an API key / …',
    why: 'An API key works only for its scopes and its webhooks, and never for account settings.',
    todo: [
      'Create a key with the scope named in the error, in Settings. The API reference lists the scope of each request.',
      'Use an unrestricted key to create webhooks or change targets.',
      'Sign in and send the access token for account settings.',
    ],
  },
  'key-limit-reached': {
    title: 'Your plan allows … keys.',
    why: 'You’ve reached the number of active keys in your plan. Expired keys do not count.',
    todo: ['Revoke a key you don’t use, or upgrade to Premium in Settings.'],
  },
  'no-subscription': {
    also: ['premium-already', 'subscription-changing', 'payments-unavailable'],
    title: 'There is no subscription to cancel. / You already have Premium.',
    why: 'The subscription was changed in another window or at the same moment.',
    todo: ['Reload Settings and check Account Status. Contact us if it is wrong.'],
  },
  'message-under-way': {
    also: ['message-not-waiting', 'message-decided', 'message-changing', 'replay-empty', 'replay-limit-reached'],
    title: 'This message is still being delivered. / You can resend up to … messages a day.',
    why: 'You can resend a message only after it was delivered or failed, and retry or stop one only while it is waiting. Resends have a daily limit.',
    todo: ['Reload the call and check its status.', 'Continue after midnight UTC if you reached the daily limit.'],
  },
  'not-found': {
    title: '… not found',
    why: 'It was deleted or belongs to another account. Both cases look the same.',
    todo: ['Check that you are signed in to the right account.'],
  },
  'unsupported-media-type': {
    also: ['body-malformed', 'cursor-wrong', 'invalid-input'],
    title: 'The body must be sent as application/json in UTF-8',
    why: 'A program sent the API a request in an unsupported format.',
    todo: ['Send JSON with the header Content-Type: application/json. See the API reference.'],
  },
} as const satisfies Partial<Record<Topic, Answer>>;
