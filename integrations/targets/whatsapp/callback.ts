import { parseJson } from '../../../lambdas/platform/parse-json.ts';
import { sameSecret } from '../../../lambdas/platform/same-secret.ts';
import { redeemActivation } from '../../../lambdas/targets/activation.ts';
import type { CallbackContext, CallbackHandler } from '../../../lambdas/targets/callback.ts';
import { messageTo, plainText, sendMessage } from './cloud-api.ts';
import { accountOf, type WhatsappAccount } from './credentials.ts';
import { type Inbound, isSigned, parseNotification, type Status } from './notification.ts';

/** Seconds for which handled messages are remembered. Meta repeats requests without a response for up to seven days. */
const REPEATS_SECONDS = 8 * 24 * 3600;
const CODE = /^\s*([A-Za-z0-9]{16})\s*$/;

/**
 * Handles `/api/callbacks/whatsapp`: Meta's URL verification (GET), and inbound messages and delivery statuses (signed
 * POST).
 */
export const callback: CallbackHandler = async (request, context) => {
  const account = accountOf(context.credentials);
  if (!account || request.path.length > 0) return { status: 404 };
  if (request.method === 'GET') return handshake(request.query, account);
  if (request.method !== 'POST') return { status: 405, headers: { allow: 'GET, POST' } };
  if (!isSigned(request.body, request.headers['x-hub-signature-256'], account.appSecret)) return { status: 401 };
  const { messages, statuses } = parseNotification(parseJson(request.body.toString('utf8')));
  for (const message of messages)
    await context.once(message.id, REPEATS_SECONDS, () => receive(message, account, context));
  for (const status of statuses)
    if (status.status === 'failed')
      await context.once(`${status.id} failed`, REPEATS_SECONDS, () => failed(status, context));
  return { status: 200 };
};

const handshake = (query: URLSearchParams, { verifyToken }: WhatsappAccount) =>
  query.get('hub.mode') === 'subscribe' && sameSecret(query.get('hub.verify_token') ?? '', verifyToken)
    ? {
        status: 200,
        headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
        body: (query.get('hub.challenge') ?? '').slice(0, 1024),
      }
    : { status: 403 };

const receive = async (message: Inbound, account: WhatsappAccount, context: CallbackContext): Promise<void> => {
  for (const target of await context.targetsAt(message.from))
    await context.change(target, {
      // A person who writes can be reached, so an inactive target becomes active again.
      ...(target.status === 'inactive' && { status: 'active', statusReason: undefined }),
      options: { ...target.options, lastInboundAt: message.at.toISOString(), waId: message.movedTo ?? message.from },
    });
  const code = CODE.exec(message.text)?.[1];
  if (!code || message.movedTo) return;
  const activation = await redeemActivation(message.from, code, context);
  if (activation.kind === 'unknown') {
    const words = 'This code is unknown or has expired. Open the target in Tellhook, get a new code and send it here.';
    await reply(words, message, account, context);
  }
  if (activation.kind !== 'activates') return;
  const { target, activatedWith } = activation;
  await context.change(target, {
    status: 'active',
    statusReason: undefined,
    options: { waId: message.from, name: message.name, lastInboundAt: message.at.toISOString(), activatedWith },
  });
  await reply(`Activated. Messages for "${target.name}" will arrive here from now on.`, message, account, context);
};

/**
 * Replies in the conversation. A failure is ignored, because an error would make Meta send the inbound message again.
 */
const reply = async (
  text: string,
  { from }: Inbound,
  account: WhatsappAccount,
  { http }: CallbackContext,
): Promise<void> => {
  await sendMessage({ ...messageTo(from), ...plainText(text) }, account, http);
};

/** Errors that make a number permanently unreachable: it is not on WhatsApp, or not allowed in the test account. */
const UNREACHABLE = [131026, 131030];

const failed = async ({ trace, code, detail }: Status, context: CallbackContext): Promise<void> => {
  const [, user, id, messageId] = /^(\d+)\.(\d+)\.(.+)$/.exec(trace) ?? [];
  if (!messageId) return;
  const target = await context.target(Number(user), Number(id));
  if (!target) return;
  const words = `WhatsApp could not deliver the message${detail ? `: ${detail}` : '.'}`;
  await context.reportFailure({ userId: target.userId, targetId: target.id }, messageId, {
    code: 'late-failure',
    text: words,
  });
  if (code !== undefined && UNREACHABLE.includes(code) && target.status === 'active')
    await context.change(target, {
      status: 'inactive',
      statusReason: {
        code: 'number-unreachable',
        text: 'WhatsApp can’t reach this number. Send a message from it to our number to reactivate this target.',
      },
    });
};
