import { isSecretField } from './secret-words.ts';

/** What stands in the place of a secret. */
export const MASK = '***';

/**
 * Secrets that are told by how they look, whatever their name. Every pattern takes time linear in the text: what may
 * repeat is bounded or cannot begin twice at one place.
 */
const PATTERNS: [pattern: RegExp, shown: string][] = [
  [/-----BEGIN [A-Z0-9 ]{1,40}-----[\s\S]*?(?:-----END [A-Z0-9 ]{1,40}-----|$)/g, MASK],
  // A three-part token of RFC 7519: its first part is a JSON object in base64url.
  [/\beyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g, MASK],
  [/\b(Bearer|Token) +(?=[\w.~+/-]{0,400}\d)[\w.~+/-]{12,}=*/gi, `$1 ${MASK}`],
  [/\b(Basic) +(?=[A-Za-z+/]{0,400}(?:[\d=]|[a-z][A-Z]+[a-z]+[A-Z]))[\w+/]{8,}=*/g, `$1 ${MASK}`],
  [/(:\/\/)[^\s/:@"'<>]{0,200}:[^\s/@"'<>]{1,200}@/g, `$1${MASK}@`],
  // AWS: long-term and temporary key ids. https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html
  [/\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g, MASK],
  // Addresses that let whoever knows them post into a chat.
  [/\bhooks\.slack(?:-gov)?\.com\/(?:services|workflows|triggers)\/[^\s"'<>\\|]+/g, `hooks.slack.com/${MASK}`],
  [/\b(discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\/\d+)\/[\w-]+/g, `$1/${MASK}`],
  [/\b([\w-]+\.webhook\.office\.com)\/[^\s"'<>\\|]+/g, `$1/${MASK}`],
  [/\b(api\.telegram\.org\/(?:file\/)?bot)\d+:[\w-]+/g, `$1${MASK}`],
  [/\b(\w[\w.-]{0,100}\/hooks\/)[a-z0-9]{26}\b/g, `$1${MASK}`],
  // Parameters by which a signed address, or one that carries a key, lets everybody in.
  [
    /([?&](?:X-(?:Amz|Goog)-(?:Signature|Credential|Security-Token)|AWSAccessKeyId|(?:client_?)?secret|(?:access_?|auth_?|api_?|id_?|refresh_?)?token|api_?key|password|passwd|pwd|jwt|hmac|otp)=)[^\s&#"'<>\\|)]+/gi,
    `$1${MASK}`,
  ],
  [/([?&](?:Signature|sig|key|auth|code)=)[^\s&#"'<>\\|)]{12,}/gi, `$1${MASK}`],
  // Keys whose makers gave them a beginning of their own, so that they are found: forges, payments, chats, mail, maps, AI.
  [
    /\b(?:gh[opsur]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{20,}|xox[a-z]-[\w-]{10,}|xapp-[\w-]{10,}|[rs]k_(?:live|test)_\w{10,}|whsec_[\w+/=]{10,}|SG\.[\w-]{16,}\.[\w-]{16,}|AIza[\w-]{30,}|npm_\w{30,}|shp(?:at|ss|ca|pa)_\w{20,}|dop_v1_\w{20,}|ya29\.[\w-]{20,}|sk-[\w-]{20,}|hf_\w{30,}|pypi-[\w-]{30,}|thk_\w{20,})/g,
    MASK,
  ],
];

/** One look that costs little tells most texts from those that may hold one. */
const SUSPICIOUS =
  /-----BEGIN|eyJ|bearer|token|basic|:\/\/|AKIA|ASIA|hooks|webhook|[?&]|gh[opsur]_|github_pat|glpat-|xox|xapp-|[rs]k_|whsec_|SG\.|AIza|npm_|shp|dop_v1|ya29|sk-|hf_|pypi-|thk_|api\.telegram/i;

/** A text without the secrets in it that can be told by their looks. Linear in its length. */
export function withoutSecretValues(text: string): string {
  if (!SUSPICIOUS.test(text)) return text;
  let clean = text;
  for (const [pattern, shown] of PATTERNS) clean = clean.replace(pattern, shown);
  return clean;
}

/** Whether a text holds a secret that can be told by its looks. */
export const holdsSecretValue = (text: string): boolean => withoutSecretValues(text) !== text;

/** `"name": "value"`, `name=value`, `Name: value`, as bodies, forms and headers write them. */
const NAMED =
  /(["']?)\b([A-Za-z_][\w.-]{1,80})\1(\s{0,4}[:=]\s{0,4})("(?:[^"\\]|\\[\s\S]){0,4000}(?:"|$)|'[^'\n]{0,4000}(?:'|$)|(?:(?:Bearer|Basic|Digest|Token) )?[^\s,;&"'{}[\]<>]{1,4000})/g;

/** A raw body, or a piece of one, without secrets by name or looks. Linear in its length. */
export function withoutSecretsInRaw(text: string): string {
  const named = text.replaceAll(NAMED, (whole, quote: string, name: string, sign: string, value: string) => {
    const bare = value.replace(/^["']|["']$/g, '');
    if (!isSecretField(name, bare)) return whole;
    const mark = /^["']/.exec(value)?.[0] ?? '';
    return `${quote}${name}${quote}${sign}${mark}${MASK}${mark}`;
  });
  return withoutSecretValues(named);
}
