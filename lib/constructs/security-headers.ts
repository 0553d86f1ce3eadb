import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import type { Settings } from '../settings.ts';

/** `csp.json` next to the built pages: hashes (`sha256-…`) of the scripts and styles that the pages carry inline. */
const inlineHashes = z.object({ script: z.array(z.string()), style: z.array(z.string()) });
type InlineHashes = z.infer<typeof inlineHashes>;

const hash = z.string().regex(/^'?sha(256|384|512)-[A-Za-z0-9+/]+=*'?$/);

/** The hashes of a built front end; none when nothing is built, so only own files run. */
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
 * The content security policy of the pages. It allows own files, the listed inline parts, and requests to the own
 * origin only (the API is below it). No one can frame them, and text can never become script.
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

/** The policy for an API response that a browser opens as a page: nothing is allowed. */
export const API_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Device features that no page uses; copying to the clipboard stays. */
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
    'publickey-credentials-get',
    'screen-wake-lock',
    'serial',
    'usb',
    'xr-spatial-tracking',
  ].map((feature) => `${feature}=()`),
  'clipboard-write=(self)',
].join(', ');

/**
 * The other headers of OWASP's Secure Headers project. The pages load nothing from other sites and share no process
 * with them, and no site can load ours. No name is looked up before it is needed, no plug-in reads across sites.
 */
export const isolation = ({ provider }: Settings['challenge']): Record<string, string> => ({
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // The frame of a hosted challenge does not say that it may be embedded so strictly.
  ...(provider === 'pow' && { 'Cross-Origin-Embedder-Policy': 'require-corp' }),
  'X-DNS-Prefetch-Control': 'off',
  'X-Permitted-Cross-Domain-Policies': 'none',
});
