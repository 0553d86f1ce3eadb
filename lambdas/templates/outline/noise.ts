import { wordsOf } from '#contract/secret-words';
import { isoMillis } from './times.ts';
import { epochMillis } from './values.ts';

/** Last words of names under which machines keep what they need. */
const FOR_MACHINES = new Set(
  (
    'id ids uuid guid sha sha1 sha256 hash digest etag checksum fingerprint signature hmac cursor nonce sequence seq offset ' +
    'index position ordinal rank path paths uri urn arn url urls href link links avatar gravatar icon image images picture photo thumbnail ' +
    'logo color colour locale lang language timezone tz livemode created updated modified timestamp ts schema ' +
    'specversion mime encoding charset protocol permalink html markdown mrkdwn object kind class action event events webhook hook ' +
    'template templates headers header useragent agent user_agent metadata meta permissions settings options config configuration ' +
    'cursor token tokens key keys slug ref refs handle sid oid pid gid raw base64 attempt attempts retry retries version_id dataset partition shard ' +
    'visibility encrypted mode selfurl generation source origin integration namespace trace span correlation request ' +
    'internal external flags flag bitmask resourceversion apiversion iconurl emoji mention mentions blob tree parents rel ' +
    'unsubscribe optout endpoint callback receiver recipient_id stamp'
  ).split(' '),
);
const NOISE =
  /^(?:type|@type|_type|__typename|format|method|pending webhooks|api version|spec version|schema version|event version|data version|content type|data content type|data schema|installation|group key|truncated alerts|org|public|private|default branch|watchers|forks|open issues|stargazers|size|node|self|subject|topic|time|date|at|when|occurred at|received at|sent at|created at|updated at|event time|timestamp ms|pushed at|account id|ip|remote|referer|referrer|hostname id|total count|count|limit|page|per page|has more|retry count|message type|payload type|resource type|event type|event name|object type|hook type|trigger|version number|sub type|subtype|site admin|user view type|author association|active lock reason|state reason|performed via github app|reactions|gravatar|committer|amount decimal|dkim|spf|spam score|spam report|envelope|charsets|data content type|datacontenttype|signature version|iid|number|[a-z]+ version|zen|issue event type name|before|after|messaging product|user email|author email|committer email|interval count|object version|master branch|privacy level|repository selection|pusher type|target type)$/;
/** Moments that lie ahead or mark an end are told; when a call was made is seen anyway. */
const TELLING_TIME =
  /\b(?:due|start|starts|begin|begins|end|ends|expires?|expiry|expiration|expired|deadline|until|scheduled?|renew\w*|next|trial|delivery|arrival|departure|eta|birthday|valid|available|check|appointment|pickup|dropoff|booking|period)\b/;
const WHEN = /\b(?:at|on|time|date|timestamp|ts|created|updated|modified|since|datetime)$/;

/** Whether a field is better left out of a message that a person reads. */
export function isNoise(name: string, value: unknown): boolean {
  const words = wordsOf(name);
  const low = words.join(' ').replace(/ (?:ms|s|sec|seconds|millis)$/, '');
  const last = words.at(-1) ?? '';
  if (last === 'version' && /^\d{1,3}(?:\.0)?$/.test(String(value))) return true;
  if (words.length === 0) return /^[\x20-\x7e]*$/.test(name);
  if (/^custom ?field(?: \d+)?$|^http method$/.test(low)) return true;
  if (FOR_MACHINES.has(last) || NOISE.test(low) || (words.length > 1 && words[0] === 'node')) return true;
  if (/currency(?: code)?$/.test(low)) return true;
  if (
    last === 'version' &&
    /^(?:api|schema|spec|event|payload|format|protocol|webhook|message|hook|data|sdk|client|lib|config|object|lock|rule)$/.test(
      words.at(-2) ?? '',
    )
  )
    return true;
  const isTime =
    (typeof value === 'string' && isoMillis(value) !== undefined) ||
    (typeof value === 'number' && WHEN.test(low) && epochMillis(value) !== undefined);
  return (isTime || WHEN.test(low)) && !TELLING_TIME.test(low);
}
