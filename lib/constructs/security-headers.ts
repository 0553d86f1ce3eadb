import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import type { Settings } from '../settings.ts';

/** The content of `csp.json` next to the built pages: hashes (`sha256-…`) of their inline scripts and styles. */
const inlineHashes = z.object({ script: z.array(z.string()), style: z.array(z.string()) });
type InlineHashes = z.infer<typeof inlineHashes>;

const hash = z.string().regex(/^'?sha(256|384|512)-[A-Za-z0-9+/]+=*'?$/);

/** The hashes of a built front end. Without a build, there are none, and the policy allows no inline code or style. */
export const readInlineHashes = (webDir: string): InlineHashes => {
  const file = path.join(webDir, 'csp.json');
  if (!existsSync(file)) return { script: [], style: [] };
  const { script, style } = inlineHashes.parse(JSON.parse(readFileSync(file, 'utf8')));
  const quoted = (values: string[]) => values.map((value) => `'${hash.parse(value).replaceAll("'", '')}'`);
  return { script: quoted(script), style: quoted(style) };
};

/** Origins of a hosted challenge's script, frame and requests. */
const challengeSources: Record<Settings['challenge']['provider'], string[]> = {
  pow: [],
  turnstile: ['https://challenges.cloudflare.com'],
  recaptcha: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
};

/**
 * The content security policy of the pages. It allows the site's own files, the listed inline parts, and requests to
 * the same origin (which includes the API). No site can frame the pages, and scripts cannot insert plain strings as
 * HTML.
 */
export const contentSecurityPolicy = ({ script, style }: InlineHashes, { provider }: Settings['challenge']): string => {
  const hosted = challengeSources[provider];
  return [
    ['default-src', "'none'"],
    ['script-src', "'self'", ...script, ...hosted],
    ['style-src', "'self'", ...style],
    ['font-src', "'self'"],
    ['img-src', "'self'", 'data:'],
    ['connect-src', "'self'", ...hosted],
    ['manifest-src', "'self'"],
    ...(hosted.length > 0 ? [['frame-src', ...hosted]] : []),
    ['object-src', "'none'"],
    ['base-uri', "'none'"],
    ['form-action', "'self'"],
    ['frame-ancestors', "'none'"],
    ['require-trusted-types-for', "'script'"],
  ]
    .map((directive) => directive.join(' '))
    .join('; ');
};

/** The policy for an API response that is opened as a page, which allows nothing. */
export const API_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Device features that no page uses; copying to the clipboard and passkeys stay allowed. */
export const PERMISSIONS_POLICY = [
  ...[
    'accelerometer',
    'autoplay',
    'browsing-topics',
    'camera',
    'clipboard-read',
    'display-capture',
    'encrypted-media',
    'fullscreen',
    'gamepad',
    'geolocation',
    'gyroscope',
    'hid',
    'idle-detection',
    'magnetometer',
    'microphone',
    'midi',
    'payment',
    'picture-in-picture',
    'screen-wake-lock',
    'serial',
    'usb',
    'xr-spatial-tracking',
  ].map((feature) => `${feature}=()`),
  'clipboard-write=(self)',
  'publickey-credentials-create=(self)',
  'publickey-credentials-get=(self)',
].join(', ');

/**
 * The remaining headers of OWASP's Secure Headers project. The pages load nothing from other sites, share no process
 * with them, and cannot be embedded by them. Browsers resolve no names in advance, and plug-ins cannot read from this
 * site.
 */
export const isolation = ({ provider }: Settings['challenge']): Record<string, string> => ({
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // The frame of a hosted challenge doesn't work with this header.
  ...(provider === 'pow' && { 'Cross-Origin-Embedder-Policy': 'require-corp' }),
  'X-DNS-Prefetch-Control': 'off',
  'X-Permitted-Cross-Domain-Policies': 'none',
});
