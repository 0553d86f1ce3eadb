import type { Topic } from '../../../lib/help.ts';

/** What a message says, why, and what to do: one sentence a step. */
export interface Answer {
  /** Codes that this is the answer to as well. */
  also?: readonly Topic[];
  /** The message as it is shown; … stands for what differs. */
  title: string;
  why: string;
  todo: readonly string[];
}

const send = 'Send the messages that failed meanwhile again, from the webhook’s page.';
const reactivate = 'Open the target and press Reactivate: new messages go there again.';

/** Answers by the code of what the product says: the address of their heading. */
export const answers = {
  'bot-blocked': {
    title: 'The bot was blocked. Unblock it in Telegram, then reactivate this target.',
    why: 'Somebody pressed Stop or Block in the chat with the bot, and Telegram lets it write no more.',
    todo: ['Open the chat with the bot in Telegram and press Restart or Unblock.', reactivate, send],
  },
  'bot-removed': {
    title: 'The bot was removed from the group. / The bot is not a member of this chat.',
    why: 'A member or administrator took the bot out of the group or channel.',
    todo: ['Add the bot to the group again; in a channel, make it an administrator.', reactivate, send],
  },
  'bot-not-allowed': {
    title: 'The bot may not write in this chat.',
    why: 'The permissions of the group forbid it to send messages.',
    todo: [
      'In Telegram, open the group’s permissions or the bot’s administrator rights and allow it to send messages.',
      reactivate,
    ],
  },
  'recipient-must-write-first': {
    title: 'Telegram lets a bot write only to people who wrote first.',
    why: 'A bot can never open a conversation.',
    todo: [
      'Open the target, follow the link to the bot and press Start, or send it the code.',
      'In a group, write /start@BotName followed by the code: there a bot sees only what is addressed to it.',
      'A code works for 30 minutes; press New code if it is older.',
    ],
  },
  'chat-gone': {
    title: 'Telegram does not know this chat any more. / The group was deleted.',
    why: 'The chat, the group or the account behind it was deleted, or belongs to another bot.',
    todo: [
      'Delete this target.',
      'Create a new one, activate it in the chat that you want, and choose it in the webhook.',
    ],
  },
  'topic-gone': {
    also: ['topic-closed'],
    title: 'The topic was deleted in Telegram. / The topic was closed in Telegram.',
    why: 'The topic of the group that this target writes to is closed, or is no longer there.',
    todo: [
      'If it was only closed, open it again in Telegram: the target is active again by itself.',
      'Otherwise open the page of the target and get a new code.',
      'Send the code in the topic that is to get the messages; what was refused meanwhile can be sent again from the page.',
    ],
  },
  'connection-revoked': {
    also: ['connection-awaited'],
    title: 'Slack revoked the access. Connect it to a channel again.',
    why: 'The app was removed from the workspace, the channel was deleted, the connection was not allowed, it took too long, or it was begun in another browser.',
    todo: [
      'Open the target and connect it again at Slack.',
      'Choose workspace and channel and press Allow within ten minutes.',
      send,
    ],
  },
  'posting-restricted': {
    title: 'An administrator of the workspace forbids these messages.',
    why: 'The workspace or the channel lets only some members or apps post.',
    todo: ['Ask an administrator of the workspace to allow the app, or connect another channel.', reactivate],
  },
  'channel-closed': {
    title: 'The channel is archived. Un-archive it in Slack, then reactivate this target.',
    why: 'Nobody can post into an archived channel or a workspace that is switched off.',
    todo: ['Un-archive the channel in Slack, or connect the target to another one.', reactivate],
  },
  'workflow-off': {
    title: 'The workflow in Teams is switched off or deleted.',
    why: 'Power Automate switches off workflows that failed for long or whose owner left.',
    todo: ['Open the workflow in Teams (Workflows app) or in Power Automate and switch it on.', reactivate],
  },
  'workflow-access-denied': {
    title: 'The workflow does not let this service in. / Your organisation’s rules keep this service out.',
    why: 'The trigger of the workflow is limited to certain people, or an administrator blocks calls from outside.',
    todo: [
      'In the workflow’s trigger, set “Who can trigger the flow” to Anyone, save, and copy the whole URL again.',
      'If your organisation forbids that, ask its administrator.',
    ],
  },
  'workflow-schema-mismatch': {
    title: 'The workflow in Teams expects another message format.',
    why: 'A request schema was added to the trigger.',
    todo: ['Remove the schema from the trigger, or add the workflow again from the template.', reactivate],
  },
  'workflow-url-wrong': {
    title: 'The URL is not a valid Azure Webhook URL',
    why: 'It is not the URL of a workflow, it is incomplete, or the workflow behind it is gone. URLs at logic.azure.com stopped working on 30 November 2025, those at webhook.office.com were retired.',
    todo: [
      'In Teams, open Workflows and add “Post to a channel when a webhook request is received”.',
      'Copy the whole URL, up to its end: it has to hold sig=….',
      'Paste it into the target under Change URL, or create a new target.',
    ],
  },
  'accepted-unconfirmed': {
    title: 'Accepted by Teams, but nothing appears in the channel',
    why: 'Teams only says that it took the message. What goes wrong inside the workflow never comes back to us.',
    todo: [
      'Open the workflow’s run history in Power Automate: it shows the error.',
      'Often the workflow’s owner left the team, or the channel is private: add the workflow again as a member of the channel.',
    ],
  },
  'reply-window-closed': {
    title: 'WhatsApp lets us write only within 24 hours after the recipient wrote.',
    why: 'WhatsApp allows free messages only for 24 hours after somebody last wrote. The message waits and is tried about once an hour; or a short notice is sent instead.',
    todo: [
      'Send any message to our number from that phone. What waits goes out within the hour.',
      'Write once a day to keep whole messages coming.',
    ],
  },
  'number-unreachable': {
    title: 'WhatsApp cannot deliver to this number. / WhatsApp cannot reach this number.',
    why: 'The number has no WhatsApp, an old version, or has not accepted the newest terms.',
    todo: ['Update WhatsApp on that phone and open it once.', 'Send any message to our number from it.'],
  },
  'recipient-limit-reached': {
    title: 'WhatsApp limits how much this person gets from businesses.',
    why: 'WhatsApp protects people from too many messages of all businesses together.',
    todo: [
      'Nothing: the message is sent again a day later.',
      'Send fewer messages to WhatsApp, for example by a second webhook for what matters.',
    ],
  },
  'incoming-webhook-gone': {
    also: ['webhook-url-wrong'],
    title: 'The webhook was deleted in Discord. / The URL is not a Discord webhook URL',
    why: 'The webhook or its channel is gone, its URL was renewed, or the URL is another one.',
    todo: [
      'In Discord, open the channel’s settings, Integrations, Webhooks, and make a new one.',
      'Change the URL of the target to it, then reactivate the target.',
    ],
  },
  'channel-not-writable': {
    title: 'The webhook may not write in this channel. / The channel is a forum.',
    why: 'The channel’s permissions forbid it, or the channel takes no plain messages.',
    todo: ['Choose a text channel for the webhook in Discord.', reactivate],
  },
  'address-unconfirmed': {
    also: ['own-address-unconfirmed', 'confirmation-limit-reached'],
    title: 'Open the link in the mail to …',
    why: 'An address gets messages only after its reader has agreed.',
    todo: [
      'Open the mail, follow the link and press the button. It works for 24 hours.',
      'No mail? Look into the spam folder, or press Refresh on the target to have a new one sent; a few an hour are possible.',
    ],
  },
  'mail-bounced': {
    title: 'Mails to … come back.',
    why: 'The mailbox does not exist, is full, or its server refuses our mail.',
    todo: [
      'Check the address for typos and whether its mailbox has room.',
      'Create a new target with the right address, or reactivate this one: it is tried again then. An address that refused for good gets no mail of ours for two weeks otherwise.',
    ],
  },
  'recipient-unsubscribed': {
    also: ['mail-reported-as-spam', 'address-declined'],
    title: 'The recipient unsubscribed. / The recipient reported a mail as spam.',
    why: 'The reader does not want these mails.',
    todo: [
      'Speak with them. After an unsubscription, reactivating asks for their consent again.',
      'After a report as spam, use another address.',
    ],
  },
  'address-refused': {
    title: 'No mail can be sent to this address',
    why: 'It is not a complete address, or one that mail cannot reach.',
    todo: ['Check for typos and blanks. Letters beyond ASCII before the @ are not possible.'],
  },
  'receiver-gone': {
    title: 'The receiver answered that it is gone for good (410).',
    why: 'Your server said that it wants no more messages.',
    todo: ['Let it answer 2xx again.', reactivate],
  },
  'receiver-loop': {
    title: 'The receiver answered that the message goes round in a loop (508).',
    why: 'The target leads, perhaps by way of another service, to a webhook whose messages come back to it.',
    todo: ['Let the target lead elsewhere, or take it out of the webhook.'],
  },
  'receiver-redirects': {
    title: 'The receiver redirects (3…), which is not followed.',
    why: 'A signed message goes only to the address that you entered.',
    todo: ['Enter the final address, with https and without a redirect.'],
  },
  'receiver-error': {
    title: 'The receiver answered …',
    why: 'Your server took the call and answered with an error.',
    todo: [
      'Look into its log at the time of the attempt. Its first words stand in the dispatch.',
      'Nothing else: the message is sent again by itself.',
    ],
  },
  'address-not-allowed': {
    title: 'The address is not allowed.',
    why: 'Only public https addresses can be called: no private networks, no user name in the URL, no odd ports.',
    todo: ['Give the target an address that the internet can reach, then reactivate it.'],
  },
  'target-disabled': {
    also: ['review-awaited', 'waits-for-target'],
    title: 'The target is disabled by its owner: messages go out once it is enabled.',
    why: 'You switched the target off, or it is failing for long. Its messages wait in the order of their arrival.',
    todo: [
      'Open the target and switch it on.',
      'Messages wait as long as your plan tries them again, then they end as failed.',
    ],
  },
  'target-pending': {
    title: 'The target is not activated yet. Finish its set-up, then send the message again.',
    why: 'A code, a link or a choice at its service is still missing.',
    todo: ['Open the target and go on with its set-up.', send],
  },
  'activation-code-awaited': {
    title: 'Send the activation code to the bot. / Send the activation code to our WhatsApp number.',
    why: 'The activation code has not arrived yet.',
    todo: [
      'Open the target, follow the link to the chat and send the code that it shows.',
      'In a Telegram group, write /start@BotName followed by the code: there a bot sees only what is addressed to it.',
      'A code works for 30 minutes; press New code if it is older.',
    ],
  },
  'target-inactive': {
    title: 'The target is inactive.',
    why: 'Its service refused it for good. The reason stands behind these words and on the page of the target.',
    todo: ['Open the target, repair what is said there, and press Reactivate.', send],
  },
  'target-deleted': {
    title: 'The target was deleted before the message could be delivered.',
    why: 'It was on its way when somebody deleted the target.',
    todo: ['Choose another target in the webhook if you still need the messages.'],
  },
  'message-empty': {
    title: 'The message is empty',
    why: 'Your template printed nothing for this call, often because a field has another name.',
    todo: ['Open the call in the editor: it marks places that are empty.', 'Use ?? to say what to print instead.'],
  },
  'message-too-long': {
    also: ['message-cut'],
    title: 'The text was longer than the target takes and was cut.',
    why: 'Every messenger has a longest message.',
    todo: [
      'Switch Split Messages on: the message then arrives in parts.',
      'Or shorten fields in the template with $truncate.',
    ],
  },
  'message-refused': {
    title: '… refused this message. / … could not read this message.',
    why: 'The service took the call and refused this one text. Its own words stand behind ours.',
    todo: [
      'Open the call in the editor and look for unusual characters or very long lines.',
      'Other messages are not affected.',
      'If it happens with plain text, write to us with the number of the dispatch.',
    ],
  },
  'provider-rate-limited': {
    also: ['mail-quota-used-up'],
    title: '… asks to slow down. The message is sent again by itself.',
    why: 'Messengers take about one message a second for each chat; bursts have to wait.',
    todo: [
      'Nothing: it goes out in its turn.',
      'If it is always so, gather events before you call, or use several targets.',
    ],
  },
  'provider-unavailable': {
    also: ['provider-unreachable'],
    title: '… has a fault right now. / … could not be reached. / … does not answer at the moment. / … took too long.',
    why: 'The service of the target, or your own server, is in trouble at the moment. While it answers nothing at all, messages wait without using up an attempt.',
    todo: [
      'Nothing: the message is tried again by itself, for as long as your plan says.',
      'For a server of your own, check that it is reachable from the internet with a valid certificate.',
    ],
  },
  'answer-lost': {
    title: '… did not answer after it got the message. It is sent again, so it may arrive twice.',
    why: 'The connection broke before the answer. Nobody can tell whether the message counts as taken.',
    todo: ['Nothing. An HTTP target can drop doubles by webhook-id.'],
  },
  'credentials-refused': {
    also: ['credentials-missing', 'installation-misconfigured', 'kind-unsupported', 'kind-unavailable'],
    title: '… refused this service’s account. / This service’s … is not set up.',
    why: 'Something is wrong on the side of this installation, not with your target.',
    todo: ['Nothing: the operator is told, and the message is tried again by itself.', 'If it lasts, write to us.'],
  },
  'processing-interrupted': {
    title: 'Processing this message failed on our side. It is tried again.',
    why: 'The program that delivers messages broke off while it worked on this one.',
    todo: ['Nothing: it is tried again by itself, and given up only when that fails three times in a row.'],
  },
  'processing-failed': {
    also: ['call-gone', 'internal', 'unavailable'],
    title:
      'Something went wrong on our side. / Processing this message failed repeatedly on our side. / An error occurred',
    why: 'A fault of ours. A message that failed so three times in a row is given up, and we were told about it.',
    todo: [
      'Try again in a moment; a message has a button for it.',
      'If it stays, write to us with the number that the message shows.',
    ],
  },
  'late-failure': {
    title: 'WhatsApp could not deliver the message: …',
    why: 'The service took the message, and said later that it has not arrived. Its own words stand behind ours.',
    todo: ['Repair what these words say, if they say something.', send],
  },
  'given-up': {
    title: 'Gave up after … attempts. / Gave up after … days. / You gave this message up.',
    why: 'The target did not work for as long as your plan tries again.',
    todo: ['Repair the reason that stands before these words.', send],
  },
  'not-wanted': {
    title: 'Not wanted: …',
    why: 'The rule of this target under Who gets what does not want the call; the words say which condition decided.',
    todo: [
      'If it should have been sent, change the rule on the webhook’s page and look at the preview of the last calls.',
      'Send this one with Send again: what you send yourself is not judged.',
    ],
  },
  'held-by-quiet-hours': {
    title: 'Held: quiet hours until …',
    why: 'The target has quiet hours. The message goes out by itself when they end, in the order of the calls.',
    todo: ['Press Retry now to send it at once.', 'Quiet hours can let critical calls through: see Who gets what.'],
  },
  'rule-failed': {
    title: 'Sent, because its routing rule could not be judged: …',
    why: 'The expression of the rule has an error, or took too long. So that nothing is lost, the message was sent.',
    todo: [
      'Correct the expression under Who gets what on the webhook’s page; the preview shows what it makes of your calls.',
    ],
  },
  'formatting-refused': {
    title: '… refused the formatting; sent as plain text',
    why: 'The service did not take the colours, marks or buttons of this message, so that its words went out without them.',
    todo: ['Nothing: the message has arrived. If it stays, write to us with the link of the call.'],
  },
  'templates-too-long': {
    title: 'All templates of a webhook together may have 64 KB; these have … KB',
    why: 'A webhook keeps its template and those of its targets together.',
    todo: ['Shorten the templates, or use a webhook of its own for some of the targets.'],
  },
  'webhook-unknown': {
    also: ['webhook-disabled', 'webhook-without-target'],
    title:
      '404: There is no webhook at this address. / This webhook is disabled by its owner. / This webhook has no target: …',
    why: 'The URL is not complete, the webhook was deleted, it is switched off, or its last target was deleted, which switches it off.',
    todo: [
      'Compare the URL with the one on the webhook’s page, character by character.',
      'Open the webhook, press Edit, and choose a target or switch it on. A webhook that lost its last target is switched on by the choice.',
    ],
  },
  'verify-token-wrong': {
    also: ['handshake-unconfirmed', 'handshake-limit-reached'],
    title:
      'The verify token is not the one of this webhook. / The subscription could not be confirmed. / At most … handshakes are answered in an hour.',
    why: 'The sender asks, before it sends anything, whether the address is wanted, and this webhook could not answer, or was asked too often.',
    todo: [
      'Open the webhook, press Edit and, under More settings, switch on “Answer handshakes”.',
      'For Meta, enter the same verify token in the webhook and in the app at Meta.',
      'Let the sender ask again.',
    ],
  },
  unverified: {
    title: '401: This webhook takes only calls that prove who made them.',
    why: 'The webhook refuses what its sender has not signed, and this call carried no signature, another one, or came from another address. The webhook’s page lists refused calls for a week, with the reason of each.',
    todo: [
      'Open the webhook and press “… refused” in the line below its URL: each call says why, and what repairs it.',
      'Press Change beside it, paste the secret from the sender, and press “Check the last 20 calls”: that finds the commonest slips.',
      'Press “Deliver it” at a call that was yours. Until you know why, choose “Mark them” instead of “Refuse them”.',
    ],
  },
  'call-not-kept': {
    title: 'Only the first … bytes of this call were kept.',
    why: 'Of a refused call 16 KB are kept, so a larger one cannot be delivered later.',
    todo: ['Let the sender send it again, with the right secret.'],
  },
  'webhook-beyond-plan': {
    title: '404: Your plan allows … webhooks; this one is beyond it and accepts no calls.',
    why: 'After a downgrade the newest webhooks beyond the limit stop taking calls.',
    todo: ['Delete an older webhook, or upgrade to premium in your settings.'],
  },
  'quota-exceeded': {
    title: '429: The daily quota of … calls is used up, and … more are held until there is quota for them.',
    why: 'All webhooks together have taken as many calls today as your plan allows, and three times as many are held.',
    todo: [
      'Wait until midnight UTC; the header Retry-After says how long that is.',
      'Send fewer events, or upgrade to premium in your settings.',
    ],
  },
  'too-large-to-hold': {
    title:
      '429: The daily quota of … calls is used up, and a call with more than … bytes is not held until midnight UTC.',
    why: 'Calls beyond the quota of the day are held, but only with bodies up to 64 KB.',
    todo: [
      'Send the call again after midnight UTC; the header Retry-After says how long that is.',
      'Send smaller bodies, or upgrade to premium in your settings.',
    ],
  },
  'held-by-quota': {
    title: 'Held: the calls of the day are used up.',
    why: 'The call came beyond the quota of the day, or behind one that did. It is stored and waits in its turn.',
    todo: [
      'Nothing: it goes out by itself after midnight UTC, in its order, as many calls a day as your plan has.',
      'Upgrade to premium in your settings, and all that is held goes out within a minute.',
    ],
  },
  'held-by-pause': {
    title: 'Held: the webhook is paused, or calls of its pause are still before this one.',
    why: 'A paused webhook accepts and stores its calls, and sends none of them.',
    todo: ['Open the webhook and resume it: what is held goes out in its order, or is discarded, as you choose.'],
  },
  'held-too-long': {
    title: 'The call was held until it was about to be removed.',
    why: 'It waited for quota, or for its paused webhook, for as long as calls are kept.',
    todo: [
      'Send it again from its page within two hours, before it is removed.',
      'Upgrade, resume the webhook earlier, or let the webhook keep its calls for longer.',
    ],
  },
  'held-discarded': {
    title: 'You discarded this call while it was held.',
    why: 'You chose to discard what a paused webhook had held.',
    todo: ['Send it again from its page if it is wanted after all.'],
  },
  'message-held': {
    title: 'This call is held, so that its messages are not on their way yet.',
    why: 'It waits for the quota of the next day, or for its paused webhook.',
    todo: ['Wait for its turn, upgrade, or resume the webhook.'],
  },
  'storage-full': {
    title: '429: The stored calls of this account take up all of the … that its plan has.',
    why: 'The calls that are kept leave no room for another one of this size.',
    todo: [
      'Wait until older calls expire; the header Retry-After says how long that is.',
      'Send smaller bodies, let a webhook keep its calls for fewer days, or upgrade to premium in your settings.',
    ],
  },
  'payload-too-large': {
    title: '413: The body has … bytes; at most … are accepted.',
    why: 'A body may have up to 1 MiB.',
    todo: ['Send less, or a link to the data.'],
  },
  'address-not-public': {
    title: '403: Calls are answered under the public address only.',
    why: 'The caller uses the name of a machine behind the service instead of the address of the webhook.',
    todo: ['Copy the URL from the page of the webhook and let the caller use it as it is.'],
  },
  'loop-detected': {
    title: '508: This call was led here by more than … deliveries of this service in a row.',
    why: 'A target of one of your webhooks leads, by way of other services, back to a webhook.',
    todo: ['Let the target lead elsewhere, or let the service between pass on less.'],
  },
  'call-not-stored': {
    title: '503: The call could not be stored. / The webhook was changed at this very moment. Please send it again.',
    why: 'A short outage on our side. Nothing of the call was kept.',
    todo: ['Let the caller try again after the seconds in Retry-After. GitHub has a Redeliver button for it.'],
  },
  'target-limit-reached': {
    also: ['limit-reached'],
    title: 'You hit the limit of Targets you can create.',
    why: 'Your plan allows no more targets.',
    todo: ['Delete a target that you do not need, or upgrade to premium in your settings.'],
  },
  'webhook-limit-reached': {
    title: 'You hit the limit of Webhooks you can create. / Your plan allows … webhooks.',
    why: 'Your plan allows no more webhooks.',
    todo: ['Use one webhook for several senders, delete one, or upgrade to premium in your settings.'],
  },
  'sample-limit-reached': {
    title:
      'This webhook keeps … samples, which is the most. / The samples of this webhook would have more than … together.',
    why: 'A webhook keeps a few calls for trials, however long: 20, and 5 MB of bodies together.',
    todo: ['Remove a sample that you do not need: Send test call, choose it, then Rename or remove.'],
  },
  'target-needed': {
    also: ['target-unknown', 'target-not-active'],
    title: 'At least one target needs to be selected / Target … is not active',
    why: 'A webhook without a target would have nobody to tell.',
    todo: ['Choose an active target. If there is none, create one or finish the set-up of a pending one.'],
  },
  'target-exists': {
    title: 'Target already exists: A Target with this name already exists.',
    why: 'Targets of this type need different names.',
    todo: ['Choose another name, or use the target that you have.'],
  },
  'target-changed': {
    also: ['webhook-changed', 'conflict'],
    title: 'The target (or webhook) has changed meanwhile. Load it again, then try again.',
    why: 'Another window or its service changed it at the same moment.',
    todo: ['Reload the page and do it again.'],
  },
  'rotation-limit-reached': {
    title: '3 old addresses of this webhook still take calls',
    why: 'Each new URL keeps the one before for a day, and at most three old ones take calls at the same time.',
    todo: ['Change the URL again when the oldest has ended, or choose to end all old URLs at once.'],
  },
  'method-not-allowed': {
    title: 'This webhook takes POST only, and this call is a GET / This path knows GET only',
    why: 'The owner of the webhook chose the methods that it takes; or a program calls the API by another method than the path knows.',
    todo: [
      'Choose one of the methods that the answer lists at the service that calls.',
      'Or take the method in under More settings of the webhook, Methods.',
    ],
  },
  'target-options-wrong': {
    also: ['kind-unknown'],
    title: 'The options of this target are wrong',
    why: 'A field of the form is not as it has to be.',
    todo: ['Read the words below the field. URLs begin with https://; a header has a plain name and plain ASCII text.'],
  },
  'sign-in-failed': {
    also: ['password-wrong'],
    title: 'E-mail address or password is wrong / The current password is wrong',
    why: 'There is no account with this pair. For safety the page does not say which of the two is wrong.',
    todo: [
      'Check capital letters and the address that you registered with.',
      'Forgot it? Have a reset token sent to you.',
    ],
  },
  'address-taken': {
    title: 'This address cannot be registered. If it is yours, sign in or ask for a new password.',
    why: 'It has an account already.',
    todo: ['Sign in, or set a new password with Forgot password.'],
  },
  'password-too-weak': {
    also: ['passwords-differ'],
    title: 'Passwords do not match / The password is too common',
    why: 'Both fields have to be the same, 8 to 128 characters long, and not what attackers try first.',
    todo: ['Type it again, or let a password manager make one.'],
  },
  'reset-token-wrong': {
    title: 'Token cannot be empty. / The reset token is wrong, used or older than an hour.',
    why: 'The token of the mail is missing, was used, or is older than an hour.',
    todo: [
      'Follow the link in the newest mail, or copy the whole token.',
      'Ask for a new mail if it is older than an hour.',
    ],
  },
  unauthenticated: {
    also: ['forbidden', 'foreign-page'],
    title: 'token invalid or expired / Failed to refresh tokens',
    why: 'You were not here for 30 days, signed out elsewhere, changed your password, or your browser refuses cookies.',
    todo: [
      'Sign in again; you come back to where you were.',
      'If it happens at once, allow cookies for this site.',
      'In a program: an access token lasts 15 minutes; sign in again.',
    ],
  },
  'too-many-tries': {
    also: ['throttled'],
    title: 'Too many tries. Please wait a while and try again.',
    why: 'A limit keeps out whoever guesses or floods.',
    todo: ['Wait a few minutes. In a program, wait for the seconds in Retry-After.'],
  },
  'challenge-failed': {
    also: ['challenge-unavailable'],
    title: 'The check that you are not a robot failed.',
    why: 'Your browser could not solve the small calculation, or the page was open for more than 20 minutes.',
    todo: ['Press Try again, or reload the page.', 'Extensions that block scripts or workers can be the cause.'],
  },
  'mail-not-sent': {
    title: 'The message could not be sent. / The mail could not be sent.',
    why: 'Our mail did not take it.',
    todo: ['Try again in a few minutes. What you typed stays.'],
  },
  offline: {
    title: 'The request failed and the interceptors did not return an alternative response',
    why: 'Your browser could not reach us: no network, or an extension or firewall between us.',
    todo: ['Check your connection and try again.', 'Try another network, or switch extensions off.'],
  },
  'key-scope-missing': {
    also: ['key-not-allowed', 'key-bound'],
    title:
      'This call needs an API key with the scope … / This call takes no API key / This call concerns the whole account',
    why: 'A key opens only the calls of its scopes, at the webhooks that it is bound to, and none of the account itself.',
    todo: [
      'Create a key with the scope that the message names, in your settings. The API reference names the scope of each call.',
      'For new webhooks and changes of targets, take a key that is not bound to single webhooks.',
      'For calls of the account, sign in and send the access token.',
    ],
  },
  'key-limit-reached': {
    title: 'Your plan allows … keys.',
    why: 'So many keys are alive at the same time; expired ones do not count.',
    todo: ['Revoke a key that you no longer use, or upgrade to premium in your settings.'],
  },
  'no-subscription': {
    also: ['premium-already', 'subscription-changing', 'payments-unavailable'],
    title: 'There is no subscription to cancel. / You have premium already.',
    why: 'The subscription was changed in another window, or at this very moment.',
    todo: ['Reload your settings and look at Account Status. If it shows something else than you did, write to us.'],
  },
  'message-under-way': {
    also: ['message-not-waiting', 'message-decided', 'message-changing', 'replay-empty', 'replay-limit-reached'],
    title: 'This message is under way. / At most … messages can be sent again each day.',
    why: 'Only a message that is decided can be sent again, only one that waits can be tried at once or given up, and there is a number for each day.',
    todo: [
      'Reload the call and look at its status.',
      'Go on after midnight UTC when the number of the day is used up.',
    ],
  },
  'not-found': {
    title: '… not found',
    why: 'It was deleted, or it belongs to another account: both are answered in the same way.',
    todo: ['Check that you are signed in with the right account.'],
  },
  'unsupported-media-type': {
    also: ['body-malformed', 'cursor-wrong', 'invalid-input'],
    title: 'The body must be sent as application/json in UTF-8',
    why: 'A program calls the API in another way than it understands.',
    todo: ['Send JSON with the header Content-Type: application/json, and see the API reference.'],
  },
} as const satisfies Partial<Record<Topic, Answer>>;
