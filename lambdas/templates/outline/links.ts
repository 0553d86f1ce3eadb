import { holdsSecretValue } from '#contract/secret-values';
import { isSecretName, wordsOf } from '#contract/secret-words';
import { PEOPLE, PLACES } from './names.ts';
import { type Dictionary, entriesOf, isDictionary } from './outline.ts';

/** Maximum length of a URL in characters; longer ones are for programs. */
const LONGEST = 500;

/** Words in a field's name that mark a URL as not useful for readers, such as one of an API or a picture. */
const NOT_TOLD = new Set(
  (
    'base service key routing request response api avatar gravatar icon image img logo picture photo thumb thumbnail screenshot banner favicon callback postback hook hooks webhook ' +
    'webhooks schema subscribe unsubscribe signing cert template git clone ssh svn mirror diff patch raw archive zip tarball ' +
    'zipball statuses labels languages contributors subscribers subscription followers following gists starred organizations ' +
    'received delivered notify keys trees refs tags blobs artifacts commits_url compare_url deployments downloads endpoint terms privacy optout optin ' +
    'xmlns referrer referer referring origin namespace preferences asset assets media css cdn next prev previous first endpoint upload feed rss websocket ws redirect return cancel reschedule cancellation decline reject accept confirm approve authorize authorization deny delete remove refund documentation'
  ).split(' '),
);
const HOST_OF_PROGRAMS =
  /(?:^|[.-])(?:api|rest)\d*[.-]|apis\.|^(?:api|hooks?|webhooks?|cdn|static|assets|avatars?|media|img|images|gravatar|secure\.gravatar|schemas?|raw|ws|graphql|s3|storage|sqs|sns|events)[.-]|\.(?:s3|sqs|sns)[.-]|schema\.org$|w3\.org$|githubusercontent\.com$|gravatar\.com$|(?:^|\.)googleapis\.com$/i;
const PATH_OF_PROGRAMS =
  /\/(?:_?apis?|rest|graphql|soap|checkout|oauth2?|api-?v\d|v\d\/api|webhooks?|hooks|services\/v\d)(?:\/|$)|^\/(?:v\d+(?:\.\d+)?)\/|\.(?:json|xml|ya?ml|git|diff|patch|zip|gz|tgz|tar|png|jpe?g|gif|svg|webp|ico|bmp|css|js|pem|ics|csv|mp[34]|wav|webm|mov)$|avatar|\/https?:/i;

/** True if a person would open a URL. The URL decides, because field names can mislead. */
export function isForPeople(address: string): boolean {
  if (address.length > LONGEST || !/^https?:\/\/[^\s<>"{}|\\^`]+$/i.test(address)) return false;
  const url = URL.parse(address);
  if (url?.username !== '' || url.hostname === '') return false;
  if (HOST_OF_PROGRAMS.test(url.hostname) || PATH_OF_PROGRAMS.test(url.pathname)) return false;
  return !holdsSecretValue(address);
}

/** Ranks a URL by the likelihood that it is the call's page. Returns undefined if it can't be one. */
function linkRank(path: readonly string[], address: string): number | undefined {
  const name = path.at(-1) ?? '';
  const words = wordsOf(name);
  if (words.some((word) => NOT_TOLD.has(word)) || !isForPeople(address) || isSecretName(`${path.join(' ')} url`))
    return undefined;
  const url = URL.parse(address);
  const isHome = url?.pathname === '/' && url.search === '' && url.hash.length < 2;
  const squashed = words.join('');
  let rank = 20;
  if (
    /^(?:html|web|permalink|public|page|view|browser|app|ui|short|target|details?|dashboard|console|incident|issue|ticket|alert|build|run|job|log|deploy|hosted|tracking){0,3}(?:url|link|uri|href|page)s?$/.test(
      squashed,
    )
  )
    rank = 40;
  if (/^(?:htmlurl|weburl|webui|html|permalink|permalinkurl|weblink|publicurl|hostedurl|appurl)$/.test(squashed))
    rank = 50;
  if (
    /^(?:homepage|website|blog|site|docs?|documentation|help|support|readme|runbook|guide|wiki|store|profile|panel|silence|status|privacy)/.test(
      squashed,
    )
  )
    rank = 8;
  return rank - path.length * 2 - (isHome ? 14 : 0);
}

/** Maximum number of objects that are searched for a URL; the best one is usually near the top. */
const MAX_VISITED = 500;

/** Finds the most useful URL for readers. Returns undefined if the call contains none. */
export function linkIn(levels: Dictionary[]): string | undefined {
  let best: { url: string; rank: number } | undefined;
  const consider = (path: string[], value: unknown, rank: number) => {
    if (typeof value !== 'string' || !/^https?:\/\//i.test(value)) return;
    const own = linkRank(path, value.trim());
    if (own !== undefined && own + rank > (best?.rank ?? 0)) best = { url: value.trim(), rank: own + rank };
  };
  let visited = 0;
  const visit = (value: Dictionary, path: string[], rank: number) => {
    if (++visited > MAX_VISITED) return;
    for (const [key, inner] of entriesOf(value)) {
      if (/^(?:web_?)?hook$|image|thumbnail/i.test(key)) continue;
      if (isDictionary(inner)) {
        if (path.length < 3)
          visit(
            inner,
            [...path, key],
            rank - (PEOPLE.test(key) ? 40 : PLACES.test(key) ? 22 : /^(?:_?links?|urls?|html)$/i.test(key) ? 0 : 6),
          );
      } else if (Array.isArray(inner)) {
        if (path.length < 2)
          for (const item of inner.slice(0, 2))
            isDictionary(item) ? visit(item, [...path, key], rank - 14) : consider([...path, key], item, rank - 14);
      } else consider(path.length > 0 && /^href$/i.test(key) ? path : [...path, key], inner, rank);
    }
  };
  for (const [index, level] of levels.entries()) visit(level, [], 30 - index * 10);
  return best?.url;
}
