import { type FakeAnswer, type FakeRequest, jsonAnswer } from '../../../../lib/local/fakes/fake.ts';
import type { WhatsappAccount } from '../credentials.ts';
import { refusal } from './answers.ts';

/** Responds to the operator's setup script. Returns undefined for every other call. */
export const operatorCall = (credentials: WhatsappAccount, request: FakeRequest): FakeAnswer | undefined => {
  const [, id, edge] = /^\/v\d+\.\d+\/(\d+)(?:\/(\w+))?$/.exec(request.path) ?? [];
  const { authorization } = request.headers;
  const isOwn = authorization === `Bearer ${credentials.accessToken}`;
  if (request.method === 'GET' && id && !edge) {
    if (!isOwn) return refusal('190');
    if (id !== credentials.phoneNumberId) return refusal('100', { subcode: 33 });
    return jsonAnswer(200, { display_phone_number: `+${credentials.number}`, verified_name: 'Tellhook', id });
  }
  if (request.method !== 'POST') return undefined;
  if (edge === 'subscribed_apps') return isOwn ? jsonAnswer(200, { success: true }) : refusal('190');
  if (edge === 'subscriptions') {
    if (authorization !== `Bearer ${id}|${credentials.appSecret}`) return refusal('190');
    const form = new URLSearchParams(request.body);
    // Only the product's verify token is valid. With any other token, URL verification fails, as with Meta.
    return form.get('verify_token') === credentials.verifyToken && form.get('fields')?.includes('messages')
      ? jsonAnswer(200, { success: true })
      : jsonAnswer(400, {
          error: {
            message: '(#2200) Callback verification failed with the following errors: HTTP Status Code = 403',
            type: 'OAuthException',
            code: 2200,
          },
        });
  }
  return undefined;
};
