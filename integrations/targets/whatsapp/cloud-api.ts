import {
  type HttpAnswer,
  type HttpFailure,
  jsonPost,
  type OutboundHttp,
} from '../../../lambdas/platform/outbound/outbound.ts';
import type { WhatsappAccount } from './credentials.ts';

export const GRAPH_HOST = 'graph.facebook.com';

/** Returns a URL of the Graph API (developers.facebook.com/docs/graph-api). */
export const graphUrl = ({ apiVersion }: Pick<WhatsappAccount, 'apiVersion'>, path: string): string =>
  `https://${GRAPH_HOST}/${apiVersion}/${path}`;

/** Sends one message from the business account (developers.facebook.com/docs/whatsapp/cloud-api). */
export const sendMessage = (
  message: object,
  account: WhatsappAccount,
  http: OutboundHttp,
): Promise<HttpAnswer | HttpFailure> =>
  http.send(
    jsonPost(graphUrl(account, `${account.phoneNumberId}/messages`), message, [GRAPH_HOST], {
      authorization: `Bearer ${account.accessToken}`,
    }),
  );

/**
 * Returns the common fields of every message. Numbers get a leading `+`; ids with a dot (since 2026) are sent
 * unchanged.
 */
export const messageTo = (waId: string) => ({
  messaging_product: 'whatsapp',
  recipient_type: 'individual',
  to: /^\d+$/.test(waId) ? `+${waId}` : waId,
});

/** Returns the fields of a plain text message. */
export const plainText = (body: string) => ({ type: 'text', text: { preview_url: false, body } });
