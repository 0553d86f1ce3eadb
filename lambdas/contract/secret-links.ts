import { isOpaque, isSecretName, wordsOf } from './secret-words.ts';

const setOf = (words: string) => new Set(words.split(' '));
/** Words in the paths of URLs that grant access, and words that occur next to them in a path segment. */
const OPENING = setOf(
  'magic login signin reset verify verification activate activation confirm confirmation confirmations recover recovery unlock ' +
    'invite invites invitation invitations otp otl token password passwords passwordless autologin onetime sso impersonate auth session join accept',
);
const BESIDE = setOf(
  'log sign in up to link email mail account user code new your request callback me set forgot change auto one time go page with by',
);
/** Matches paths of repositories and builds, in which such a word can be a project name. */
const IS_PROJECT =
  /\/(?:commits?|pull|pull-requests|merge_requests|tree|blob|compare|releases|actions|issues|pipelines|jobs|builds?|deploys?|runs)\//;

/** Short parameter names that grant access, and parameters that only select a page. */
const KEY_NAMES =
  /^(?:t|k|c|s|h|l|i|tk|rt|zak|sid|sig|signature|policy|hash|hmac|jwt|pass|pwd|key|auth|code|ticket|nonce|magic|otp|pin|invite|activation|verification|reset|session_?id|client_?secret|x-(?:amz|goog)-(?:signature|credential|security-token)|awsaccesskeyid|.*(?:token|secret|password|api_?key|oobcode))$/i;
const PAGE_NAMES =
  /^(?:v|id|ids|q|query|search|page|tab|view|ref|sha|commit|branch|path|file|name|title|project|repo|type|sort|filter|from|to|range|since|until|date|stream|group|log|run|build|job|trace|span|event|alert|issue|host|instance|service|env|cluster|namespace|region|account|tenant|org|workspace|utm_\w+|(?:.*[-_a-z])?(?:id|uid|guid|uuid|no|number|slug|name|at|date))$/i;

const isOpening = (part: string): boolean => {
  const words = wordsOf(part);
  return words.some((word) => OPENING.has(word)) && words.every((word) => OPENING.has(word) || BESIDE.has(word));
};

/**
 * Masks the parts of a URL that grant access: secret parameters, and random segments after a word such as `reset`.
 * @param deeper the number of levels of URLs inside parameters to mask too: `?next=https://…?token=…`
 */
export function withoutKeys(address: string, mask: string, deeper = 2): string {
  const [, site = '', path = '', rest = address] = /^([a-z+.-]+:\/\/[^/?#;]*)([^?#;]*)([\s\S]*)$/i.exec(address) ?? [];
  const parts = path.split('/');
  const opens =
    !IS_PROJECT.test(path) &&
    (parts.some(isOpening) ||
      /(?:^|\/\/)(?:login|auth|accounts?|sso|id|invite)\./.test(site) ||
      /[?&#/](?:action|mode)=[a-z]*(?:password|rp\b|verify|sign_?in|login)/i.test(rest));
  const isKey = (piece: string) => isOpaque(piece) || /^\d{4,8}$/.test(piece);
  const shown = parts.some(isOpening) && opens ? parts.map((part) => (isKey(part) ? mask : part)).join('/') : path;
  const asked = rest.replaceAll(
    /([?&#;/])([\w.~%[\]-]{1,60})=([^&#;\s]*)/g,
    (whole, sign: string, name: string, value: string) =>
      value !== '' &&
      value !== mask &&
      ((isSecretName(name) && value.length > 3) ||
        (KEY_NAMES.test(name) && (value.length > 11 || isKey(value))) ||
        (isOpaque(value) && (opens || !PAGE_NAMES.test(name))))
        ? `${sign}${name}=${mask}`
        : deeper > 0
          ? `${sign}${name}=${innerWithoutKeys(value, mask, deeper - 1)}`
          : whole,
  );
  // A query that is one random text opens a page on its own: `https://sign.example/?FYhnr5WV0v…`.
  const unnamed = asked.replace(/^\?(?=[^#\s]{0,200}\d)(?=[^#\s]{0,200}[A-Z])[\w+/-]{24,}={0,2}(?=#|$)/, `?${mask}`);
  // The part after `#/` is a route of a single-page app: `#/reset/…`.
  const [before, ...behind] = unnamed.split('#/');
  const route = behind.join('#/');
  return (
    site +
    shown +
    (before ?? '') +
    (behind.length === 0
      ? ''
      : `#/${
          route.split('/').some(isOpening)
            ? route
                .split('/')
                .map((part) => (isKey(part) ? mask : part))
                .join('/')
            : route
        }`)
  );
}

/** Masks the secrets of a URL in a parameter's value, which may be percent-encoded. */
function innerWithoutKeys(value: string, mask: string, deeper: number): string {
  const plain = decoded(value);
  if (!/[?&#;/][\w.~%[\]-]{1,60}=/.test(plain)) return value;
  const clean = withoutKeys(plain, mask, deeper);
  if (clean === plain) return value;
  return plain === value ? clean : encodeURIComponent(clean);
}

const decoded = (value: string): string => {
  if (!value.includes('%')) return value;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
};
