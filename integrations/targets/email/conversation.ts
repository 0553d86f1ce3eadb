import * as z from 'zod';
import { parseJson } from '../../../lambdas/platform/parse-json.ts';

/** The start of a conversation, as a delivery's `ref`: the id that all its emails name, and the first subject. */
const conversation = z.tuple([z.string().max(120), z.string()]);

/** The headers by which email programs show emails as one conversation (RFC 5322, 3.6.4). */
const headersOf = (root: string): Record<string, string> => ({ References: `<${root}>`, 'In-Reply-To': `<${root}>` });

/**
 * Begins a conversation. SES replaces the Message-ID of every email, so they all refer to one made here. Programs
 * group emails with the same reference, even if the email with that id is missing (RFC 5256, threading).
 */
export const beginConversation = (messageId: string, subject: string, appUrl: string) => {
  const root = `matter-${messageId.replace(/[^\w.-]/g, '-')}@${new URL(appUrl).hostname}`;
  return { headers: headersOf(root), ref: JSON.stringify([root, subject]) };
};

/** Continues a conversation under its first subject, by which some programs group too; undefined for another `ref`. */
export const continueConversation = (ref: string) => {
  const { data } = conversation.safeParse(parseJson(ref));
  return data && { headers: headersOf(data[0]), subject: `Re: ${data[1]}` };
};
