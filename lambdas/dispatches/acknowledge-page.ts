import { linkPage } from '../mail/link-page.ts';
import type { TargetStore } from '../model/target-ports.ts';
import type { Watch, WatchStore } from '../model/watch.ts';
import type { WebhookStore } from '../model/webhook-ports.ts';
import type { Clock } from '../platform/clock.ts';
import { parseInvocationId } from '../platform/ids.ts';
import type { CallbackAnswer, CallbackRequest } from '../platform/outbound/callback.ts';
import { acknowledge, stateOf } from './acknowledge.ts';
import { type LinkSigner, parseAcknowledgeToken } from './acknowledge-link.ts';
import { acknowledgedLine, isWaiting } from './watch.ts';

type PagePorts = {
  watches: WatchStore;
  webhooks: Pick<WebhookStore, 'get'>;
  targets: Pick<TargetStore, 'get'>;
  signer: LinkSigner;
  clock: Clock;
};

const BUTTON = { label: 'Acknowledge' };

/** The page for every link without effect, so it does not reveal whether the call exists. */
const over = () =>
  linkPage(
    410,
    'Nothing to acknowledge',
    'The alert is resolved or no longer stored, or this link is from an earlier message. Use the link in the latest message.',
  );

/**
 * Answers `/api/callbacks/acknowledge?t=…`. Opening the link changes nothing, because scanners open links too. Only the
 * page's button does.
 */
export const acknowledgePage = async (request: CallbackRequest, ports: PagePorts): Promise<CallbackAnswer> => {
  if (request.path.length > 0) return { status: 404 };
  if (!['GET', 'HEAD', 'POST'].includes(request.method)) return { status: 405, headers: { allow: 'GET, HEAD, POST' } };
  const link = parseAcknowledgeToken(request.query.get('t') ?? '', ports.signer);
  const { webhookId } = parseInvocationId(link?.invocationId ?? '') ?? {};
  if (!link || webhookId === undefined) return over();
  const { userId, targetId, invocationId: call, name } = link;
  const [webhook, target] = await Promise.all([
    ports.webhooks.get(userId, webhookId),
    ports.targets.get(userId, targetId),
  ]);
  if (!webhook?.acknowledge || !target) return over();
  const id = { userId, webhookId, name };
  const said = (watch: Watch): string => {
    const line =
      watch.acknowledged && acknowledgedLine(watch.acknowledged, new Date(watch.startedAt), webhook.timeZone);
    return [watch.title || webhook.name, `${line} (${webhook.timeZone}).`].join('\n\n');
  };
  if (request.method === 'POST') {
    const { kind, watch } = await acknowledge(id, { call, by: `${target.name} (by link)` }, ports);
    if (kind === 'first')
      return linkPage(200, 'Acknowledged', `${watch.title || webhook.name}\n\nNo further targets get this alert.`);
    return kind === 'known' ? linkPage(200, 'Already acknowledged', said(watch)) : over();
  }
  const watch = await ports.watches.get(id);
  const now = ports.clock();
  if (watch && isWaiting(watch, now, call))
    return linkPage(
      200,
      watch.title || webhook.name,
      'Acknowledge this alert to show that you are working on it. No further targets then get it.',
      [BUTTON],
    );
  const state = stateOf(watch, call, now);
  return state.kind === 'known' ? linkPage(200, 'Already acknowledged', said(state.watch)) : over();
};
