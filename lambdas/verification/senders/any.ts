import type { OwnScheme } from '../../model/verification.ts';
import type { Scheme } from '../scheme.ts';
import { standardWebhooks } from './shapes.ts';

const byHmac = (own: OwnScheme): Scheme => ({
  name: 'the sender',
  source: 'the owner of the webhook',
  proof: { by: 'hmac', hash: own.hash ?? 'sha256', key: 'text' },
  signature: {
    header: own.header?.toLowerCase() ?? 'x-signature',
    encoding: own.encoding ?? 'hex',
    ...(own.prefix !== undefined && { prefix: own.prefix }),
  },
  signed: own.timeHeader === undefined ? ['body'] : ['time', { text: own.between ?? '.' }, 'body'],
  ...(own.timeHeader !== undefined && {
    time: { header: own.timeHeader.toLowerCase(), unit: 's', toleranceSeconds: own.toleranceSeconds ?? 300 },
  }),
});

const bySecret = (own: OwnScheme): Scheme => ({
  name: 'the sender',
  source: 'the owner of the webhook',
  proof: { by: 'secret' },
  signature: {
    header: own.header?.toLowerCase() ?? 'authorization',
    encoding: 'text',
    prefix: own.prefix ?? (own.header === undefined ? 'Bearer ' : ''),
  },
  signed: [],
});

/** Signing methods for services without their own row. */
export const anySenders = {
  'standard-webhooks': () =>
    standardWebhooks({ name: 'Standard Webhooks', source: 'standard-webhooks/standard-webhooks, spec 1.0' }),
  svix: () => standardWebhooks({ name: 'Svix', source: 'svix 2.5.0, webhook.js' }, 'svix'),
  hmac: byHmac,
  secret: bySecret,
  // The secret is `user:password` (RFC 7617).
  basic: (): Scheme => ({
    name: 'HTTP Basic',
    source: 'RFC 7617',
    proof: { by: 'secret' },
    signature: { header: 'authorization', encoding: 'base64', prefix: 'Basic ' },
    signed: [],
  }),
} satisfies Record<string, (own: OwnScheme) => Scheme>;
