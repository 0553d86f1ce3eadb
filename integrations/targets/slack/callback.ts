import type { CallbackAnswer } from '../../../lambdas/platform/outbound/callback.ts';
import { sameSecret } from '../../../lambdas/platform/same-secret.ts';
import { stateCookieName } from '../../../lambdas/targets/browser-state.ts';
import type { CallbackHandler } from '../../../lambdas/targets/callback.ts';
import { exchange, STATE } from './connect.ts';

/** The result, passed in the query of the page to which the browser returns. */
type Result = 'connected' | 'refused' | 'expired' | 'failed' | 'elsewhere';

/**
 * Handles Slack's redirect after the owner picked a channel (`?code&state`) or declined (`?error&state`). The session
 * cookie is SameSite=Strict, so browsers don't send it on a redirect from Slack. Instead, `state` authenticates the
 * request: 128 random bits that only the signed-in owner has seen. It identifies the user and the target, and can be
 * used once within ten minutes. A cookie binds it to the owner's browser (RFC 9700, 2.1). Otherwise an attacker could
 * make another person connect a channel to the attacker's target.
 */
export const callback: CallbackHandler = async (request, context) => {
  if (request.path.length > 0) return { status: 404 };
  if (request.method !== 'GET') return { status: 405, headers: { allow: 'GET' } };
  const claim = await context.redeem(STATE, request.query.get('state') ?? '');
  const target = claim && (await context.target(claim.userId, claim.targetId));
  if (!target) return backTo(`${context.appUrl}/targets`, 'expired');
  const isOwners = sameSecret(request.cookies[stateCookieName(target.id)] ?? '', request.query.get('state') ?? '');
  const page = `${context.appUrl}/targets/${target.id}`;
  const code = request.query.get('code');
  const grant = code && isOwners ? await exchange(code, context) : undefined;
  if (!grant) {
    // The link to Slack has been used. Without its expiry time, it is renewed before its next use.
    const { expires_at: _end, ...options } = target.options;
    await context.change(target, { options });
    if (!isOwners) return backTo(`${context.appUrl}/targets`, 'elsewhere');
    return backTo(page, request.query.get('error') === 'access_denied' ? 'refused' : 'failed');
  }
  const { url, channel, channel_id, configuration_url } = grant.incoming_webhook;
  // GovSlack has another Web API.
  const isCommercial = url.startsWith('https://hooks.slack.com/');
  const token = isCommercial && grant.scope.split(',').includes('chat:write') ? grant.access_token : undefined;
  await context.change(target, {
    // A disabled target stays disabled when its channel changes.
    ...(target.status !== 'disabled' && { status: 'active' }),
    statusReason: undefined,
    options: {
      channel,
      channel_id,
      team: grant.team?.name ?? '',
      ...(configuration_url && { configuration_url }),
    },
    secrets: { url, ...(token && { token }) },
  });
  return backTo(page, 'connected');
};

const backTo = (page: string, setup: Result): CallbackAnswer => ({
  status: 302,
  headers: { location: `${page}?setup=${setup}`, 'referrer-policy': 'no-referrer' },
});
