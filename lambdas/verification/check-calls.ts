import { toModel } from '#contract/names';
import { MASK } from '#contract/secret-values';
import type { CheckedCalls, VerificationCheck } from '#contract/verification';
import type { InvocationSummary } from '../model/invocation.ts';
import type { InvocationStore } from '../model/invocation-ports.ts';
import { inForce, verificationBinding } from '../model/verification.ts';
import { notFound } from '../platform/errors.ts';
import { sameSecret } from '../platform/same-secret.ts';
import { routesOf } from '../webhooks/rotation.ts';
import { type Hint, hintFor } from './hints.ts';
import type { SignedCall } from './scheme.ts';
import { schemeOf } from './senders/index.ts';
import { NO_VERIFICATION, type VerificationPorts } from './set-verification.ts';
import { verify } from './verify.ts';

export interface CheckPorts extends VerificationPorts {
  invocations: Pick<InvocationStore, 'list' | 'content'>;
}

/**
 * Checks whether recent calls of a webhook would have been verified when they arrived. Also checks whether a secret is
 * among the webhook's secrets. Changes nothing.
 * @throws AppError('not-found')
 */
export const checkCalls = async (
  userId: number,
  webhookId: number,
  { sender, own, secret, last }: VerificationCheck,
  { webhooks, invocations, readSealer, clock }: CheckPorts,
): Promise<CheckedCalls> => {
  const webhook = await webhooks.get(userId, webhookId);
  if (!webhook) throw notFound('Webhook');
  const scheme = schemeOf(sender, own && toModel(own));
  const now = clock();
  const { secrets: notes, sealed } = webhook.verification ?? NO_VERIFICATION;
  const known = sealed === undefined ? {} : (await readSealer()).open(sealed, verificationBinding(userId, webhookId));
  const kept = inForce(notes, now).flatMap(({ id, expiresAt }) =>
    known[id] === undefined ? [] : [{ id, expiresAt, text: known[id] }],
  );
  const given = secret?.trim();
  const equal = kept.find(({ text, expiresAt }) => given !== undefined && !expiresAt && sameSecret(text, given));
  const tried: { id?: string; text: string }[] = given === undefined ? kept : [{ text: given }];
  const secrets = tried.map(({ text }) => text);

  const { items } =
    last === 0 ? { items: [] } : await invocations.list(userId, webhookId, { offset: 0, limit: last }, now);
  const results: CheckedCalls['results'] = [];
  let hint: Hint | undefined;
  for (const summary of items) {
    const isMasked = scheme.proof.by === 'secret' || (scheme.signed.includes('url') && summary.query.includes(MASK));
    // Contents are read one after the other, because a body can have a megabyte.
    const content = isMasked ? undefined : await invocations.content(userId, summary.id);
    if (!content) {
      results.push({ invocation_id: summary.id, outcome: 'not-checkable' });
      continue;
    }
    const at = new Date(summary.invokedAt);
    // Some services also sign the URL, which a stored call does not contain, so each URL of the webhook is tried.
    const tries = routesOf(webhook).map((route) => {
      const call = storedCall(route, summary, content);
      return { call, verdict: verify(scheme, call, secrets, at) };
    });
    const { call, verdict } = tries.find((each) => each.verdict.verified) ?? (tries[0] as (typeof tries)[number]);
    if (!verdict.verified) hint ??= hintFor(scheme, call, secret ?? secrets[0] ?? '', at);
    results.push(
      verdict.verified
        ? { invocation_id: summary.id, outcome: 'verified', ...idOf(tried[verdict.secret]) }
        : { invocation_id: summary.id, outcome: 'unverified', reason: verdict.reason, detail: verdict.detail },
    );
  }
  return {
    ...idOf(equal),
    checked: results.filter(({ outcome }) => outcome !== 'not-checkable').length,
    passed: results.filter(({ outcome }) => outcome === 'verified').length,
    results,
    ...(hint && { hint: hintWords(hint) }),
  };
};

const idOf = (tried: { id?: string } | undefined) => (tried?.id === undefined ? {} : { secret_id: tried.id });

const storedCall = (
  route: string,
  { method, query }: InvocationSummary,
  { headers, body }: { headers: Record<string, string>; body: Uint8Array },
): SignedCall => ({ method, path: `/${route}`, query, headers, body });

const WORDS: Record<Exclude<Hint['slip'], 'other-hash' | 'other-sender'>, string> = {
  'blank-in-secret': 'The secret matches with different spaces or line breaks around it. Copy it again.',
  'secret-is-base64': 'The secret matches after Base64 decoding. The service uses the decoded bytes.',
  'secret-is-hex': 'The secret matches after hex decoding. The service uses the decoded bytes.',
  'secret-without-prefix': 'The secret matches with the prefix whsec_. Copy the whole secret.',
  'secret-with-prefix': 'The secret matches without the prefix whsec_. Remove the prefix.',
  'newline-lost': 'The signature matches a body that ends with a line break. A proxy removed it.',
  'newline-added': 'The signature matches a body without the final line break. A proxy added it.',
};

const hintWords = (hint: Hint): string => {
  if (hint.slip === 'other-sender') return `This call has a ${hint.name} signature.`;
  if (hint.slip === 'other-hash') return `The signature matches with the hash ${hint.hash}.`;
  return WORDS[hint.slip];
};
