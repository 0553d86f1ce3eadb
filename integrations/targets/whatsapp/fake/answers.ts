import { randomBytes } from 'node:crypto';
import { type FakeAnswer, isCodeOf, jsonAnswer, rejections } from '../../../../lib/local/fakes/fake.ts';

interface ApiError {
  status: number;
  title: string;
  details?: string;
  subcode?: number;
}

/**
 * The Cloud API's errors by code: HTTP status, title, details and subcode (developers.facebook.com, error codes). The
 * status is unreliable: even throttling mostly returns 400.
 */
const errors = {
  '0': { status: 401, title: 'AuthException' },
  '1': { status: 400, title: 'API Unknown' },
  '2': { status: 503, title: 'API Service' },
  '3': { status: 500, title: 'API Method' },
  '4': { status: 400, title: 'API Too Many Calls' },
  '10': { status: 403, title: 'Permission Denied' },
  '100': { status: 400, title: 'Invalid parameter', details: 'The parameter is not valid.' },
  '190': { status: 401, title: 'Access token has expired', subcode: 463 },
  '200': { status: 403, title: 'API Permission' },
  '368': { status: 403, title: 'Temporarily blocked for policies violations' },
  '80007': { status: 400, title: 'Rate limit issues' },
  '130429': { status: 400, title: 'Rate limit hit', details: 'Cloud API message throughput has been reached.' },
  '130497': { status: 403, title: 'Business account is restricted from messaging users in this country.' },
  '131000': { status: 500, title: 'Something went wrong' },
  '131008': { status: 400, title: 'Required parameter is missing' },
  '131009': { status: 400, title: 'Parameter value is not valid' },
  '131016': { status: 503, title: 'Service unavailable' },
  '131026': { status: 400, title: 'Message undeliverable', details: 'Message Undeliverable.' },
  '131030': { status: 400, title: 'Recipient phone number not in allowed list' },
  '131031': { status: 403, title: 'Business Account locked' },
  '131047': {
    status: 400,
    title: 'Re-engagement message',
    details: 'More than 24 hours have passed since the recipient last replied to the sender number.',
  },
  '131048': { status: 400, title: 'Spam rate limit hit' },
  '131049': { status: 400, title: 'This message was not delivered to maintain healthy ecosystem engagement.' },
  '131056': { status: 400, title: '(Business Account, Consumer Account) pair rate limit hit' },
  '132000': { status: 400, title: 'Number of parameters does not match the expected number of params' },
  '132001': { status: 404, title: 'Template name does not exist in the translation' },
  '132015': { status: 400, title: 'Template is paused' },
  '133010': { status: 400, title: 'Phone number not registered' },
} satisfies Record<string, ApiError>;

/** Returns an error of the table in Meta's format. */
export const refusal = (
  code: keyof typeof errors,
  more: { details?: string; subcode?: number; headers?: Record<string, string> } = {},
): FakeAnswer => {
  const row: ApiError = errors[code];
  const details = more.details ?? row.details ?? row.title;
  const subcode = more.subcode ?? row.subcode;
  return jsonAnswer(
    row.status,
    {
      error: {
        message: `(#${code}) ${row.title}`,
        type: 'OAuthException',
        code: Number(code),
        error_data: { messaging_product: 'whatsapp', details },
        ...(subcode === undefined ? {} : { error_subcode: subcode }),
        fbtrace_id: `A${randomBytes(8).toString('hex')}`,
      },
    },
    more.headers,
  );
};

export const rejected = rejections(errors, refusal, ({ status, title }, code) => `${status} (#${code}) ${title}`);

/** Returns a failure that is reported later, in a status notification. */
export const lateError = (code: string): Record<string, unknown> => {
  const row: ApiError | undefined = isCodeOf(errors, code) ? errors[code] : undefined;
  return {
    code: Number(code),
    title: row?.title ?? '',
    message: row?.title ?? '',
    error_data: { details: row?.details ?? row?.title ?? '' },
    href: 'https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/',
  };
};

/** Numbers whose last digits select the response. */
const magicEndings: Record<string, keyof typeof errors> = {
  '0026': '131026',
  '0030': '131030',
  '0047': '131047',
  '0049': '131049',
  '0056': '131056',
  '0429': '130429',
  '0190': '190',
  '0368': '368',
  '0500': '131000',
  '0503': '131016',
};

export const magicAnswer = (number: string): FakeAnswer | undefined => {
  const code = magicEndings[number.slice(-4)];
  return code === undefined ? undefined : refusal(code);
};

/** True for a number that is accepted and later reported as failed. */
export const failsLater = (number: string): boolean => number.endsWith('0949');
