import { wordsOf } from '#contract/secret-words';
import { isoMillis } from './times.ts';
import { epochMillis, isMachineText } from './values.ts';

/** Last words of field names with data for programs. */
const FOR_MACHINES = new Set(
  (
    'id ids uuid guid sha sha1 sha256 hash digest etag checksum fingerprint signature hmac nonce sequence seq offset ' +
    'index position ordinal rank path paths uri urn arn url urls href link links avatar gravatar icon image images picture photo thumbnail ' +
    'logo color colour locale lang language timezone tz livemode created updated modified timestamp ts schema ' +
    'specversion mime encoding charset protocol permalink html markdown mrkdwn object kind class action event events webhook hook ' +
    'template templates headers header useragent agent metadata meta permissions settings options config configuration ' +
    'cursor token tokens key keys slug ref refs handle sid oid pid gid raw base64 attempt attempts retry retries dataset partition shard ' +
    'visibility encrypted mode selfurl generation source origin integration namespace trace span correlation request ' +
    'internal external flags flag bitmask resourceversion apiversion iconurl emoji mention mentions blob tree parents rel ' +
    'epoch lid cid mid eid rid psid npi ton mta ticks unsubscribe optout endpoint callback receiver stamp str uid luid jid wid identifier algo mimetype typename'
  ).split(' '),
);
const NOISE =
  /^(?:type|@type|_type|__typename|format|method|pending webhooks|content type|data content type|installation|truncated alerts|org|public|private|default branch|watchers|forks|open issues|stargazers|size|node|self|when|ip number|id .+|remote|referer|referrer|total count|count|limit|page|per page|has more|retry count|event name|trigger|version number|subtype|site admin|user view type|author association|active lock reason|state reason|performed via github app|reactions|committer|amount decimal|dkim|spf|spam score|sender ip|spam report|envelope|charsets|datacontenttype|iid|number|[a-z]+ version|zen|issue event type name|before|after|messaging product|user email|author email|committer email|interval count|master branch|privacy level|repository selection|ext ?name|account type|entropy|ttl|num|tls|spam status|sms coding|correlate|library|dev addr|scheduled for|(?:email|tenant|message|payload|resource|event|object|sub|pusher|target|parent|media|trigger|mime) type|ip (?:opt|signup|type)|revision|cloud events version|access token.*|update trigger|producer|scoping project number|bin|(?:frm|raw) payload|f port|f cnt|account number suffix|primary bank identification number|(?:audio |video )?(?:sample rate|bit ?rate|codec)|fps|crc ?32 ?c?|cache control|component count|content disposition|kms key(?: name)?|screen resolution|viewport|http verb|callback data|session|session name|release method|(?:last|next) check(?: at)?|time ?zone|working directory|result reason|.*text type|middle name|o ?data .*|.*\btimestamp\b.*|(?:user|client|actor|remote|host) (?:ip|host|os|browser|device|ip address)|(?:web ?)?hook .+|utm .+|attempt (?:total|number)|(?:message|sending) stream|message (?:direction|parts)|(?:avs|cvv|cvv2|cavv|eci|message) (?:result )?code|modulation|(?:data|coding|code) rate|spreading factor|slug name|tracking data|language codes?|.*\blength|time ?range .*|(?:source )?streams|voice|meta ?generation|encryption algorithm|type code|(?:network|gateway) code|is .+ install|test ?mode text|attempts? counts?|time to live|purge state|template roles?|request (?:start|end) time|request (?:type|method)|.+ time ?zone)$/;
/** Words for the time when something was stored, sent or viewed, which doesn't matter to readers. */
const OF_RECORDS =
  /\b(?:create|creation|update|modification|change|sent|event|seen|login|activity|registration|submission|order|transaction|payment|paid|invoice|issue|build|commit|trigger|sample|scan|report|alert|log|signup|notification|message|request|response|server|local|current|today|now|action|status|state|last|first|post|entry|capture|since|join|long|short|ref|clearing|processing|issuing|effective|upload|import|sale|purchase)\b|[a-z]{3}ed\b/;
/** Words for times that matter to readers, such as deadlines. The call's own time is visible anyway. */
const TELLING_TIME =
  /\b(?:due|starts?|begins?|ends?|expir(?:es?|y|ation|ed)|deadline|until|scheduled?|renew\w*|next|trial|delivery|arrival|departure|eta|birthday|valid|available|check|appointment|pickup|dropoff|booking|period|reservation|visit|interview)\b|\bcheck ?(?:in|out)(?: (?:at|on|date|time))?$/;
const WHEN = /\b(?:at|on|time|date|ts|created|updated|modified|since|datetime)$/;

/** Ids whose name is written as one word: `buildid`, `userid`. */
const BUILT_ID =
  /^(?:build|user|order|job|task|customer|client|account|session|request|device|ticket|event|message|transaction|product|project|team|group|node|host|chat|page|post|item|lead|deal|contact|company|site|member|tenant|original\w*)id$/;
/** True for a generated name: `cf_cJd1lRfCdIWT`, `6cc0dcf4-0ca8-43e4`. */
export const isSenseless = (name: string): boolean =>
  isMachineText(name) ||
  /^\d+$/.test(name) ||
  name.split(/[._-]/).some((part) => /^(?=.*\d)(?=.*[a-z])[a-z0-9]{12,}$/i.test(part));

/** True if a field should not be in a message for a person. */
export function isNoise(name: string, value: unknown): boolean {
  const words = wordsOf(name);
  const low = words.join(' ').replace(/ (?:ms|s|sec|seconds|millis)$/, '');
  const last = words.at(-1) ?? '';
  if (last === 'version' && /^v?\d{1,3}(?:\.0)?$/.test(String(value))) return true;
  // `last_login: 1564096971` is a time, although its name doesn't show it.
  if (
    typeof value === 'number' &&
    Number.isInteger(value) &&
    value > 1.2e9 &&
    value < 2e9 &&
    !/\b(?:bytes|size|count|total|amount|balance|price|value|revenue|phone|number|memory|capacity)\b/.test(low) &&
    !TELLING_TIME.test(low)
  )
    return true;
  if (words.length === 0) return /^[\x20-\x7e]*$/.test(name);
  if (/^(?:subject|topic)$/.test(low) && !/\s/.test(String(value))) return true;
  // `time` can be logged work or a time of day, and `date` a plain day.
  if (
    low === 'time' &&
    (typeof value === 'number' || /^\d{1,2}:\d\d(?:\s?[AP]M)?$/i.test(String(value))) &&
    epochMillis(Number(value)) === undefined
  )
    return false;
  if (low === 'date' && /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d)?$/.test(String(value))) return false;
  // Show `onboarding_date` and `preferredDateTime`, and `event_date` if it has no time of day.
  if (
    words.length > 1 &&
    /\bdate(?: time)?$/.test(low) &&
    (!OF_RECORDS.test(low.replace('preferred', '')) ||
      (words[0] === 'event' && /^\d{4}-\d\d-\d\d$/.test(String(value))))
  )
    return false;
  // A reference of several words is meaningful to readers.
  if (/(?:^|_)(?:ref|reference)$/i.test(name) && /\S\s\S/.test(String(value))) return false;
  // `image` can be the readable name of a container image, not only a picture.
  if (/^(?:node|image)$/.test(low) && typeof value === 'string' && !isMachineText(value))
    return /^https?:|\.(?:png|jpe?g|gif|svg|webp|avif)$/i.test(value);
  if (/^(?:user ?name|login)$/.test(low) && /^(?:system|root|bot|anonymous)$/i.test(String(value))) return true;
  if (low === 'domain' && !String(value).includes('.')) return true;
  if (/\bip$/.test(low) && /^(?:0\.0\.0\.0|127\.0\.0\.1)$/.test(String(value))) return true;
  if (/^custom ?field(?: \d+)?$|^http method$/.test(low)) return true;
  // These values only confirm a success.
  if (/\bstatus code$/.test(low) && /^2\d\d$/.test(String(value))) return true;
  if (/^error(?: (?:code|no|number))?$/.test(low) && /^[A-Z]{0,3}0+$/i.test(String(value))) return true;
  if (isSenseless(name) || BUILT_ID.test(last) || /(?:^|_)sensorid$/i.test(name)) return true;
  if (FOR_MACHINES.has(last) || NOISE.test(low) || (words.length > 1 && words[0] === 'node')) return true;
  if (/currency(?: code| from| to)?$|^decimal (?:digits|places)$|^client state$/.test(low)) return true;
  const isTime =
    (typeof value === 'string' && isoMillis(value) !== undefined) ||
    (typeof value === 'number' && WHEN.test(low) && epochMillis(value) !== undefined);
  return (isTime || WHEN.test(low)) && !TELLING_TIME.test(low);
}

/** Names of fields in which a number is a sender's code: `status: 2`, `level: 40`, `last_modified_by: 2147`. */
const CODED =
  /(?:^| )(?:status|state|level|type|kind|mode|lock|framework|platform|by|user|author|owner|creator|watcher|watchers|assignee|category|source|group|layout|format|order|gen|sequence|counter|client|alert|results?|reason|class|rank|company|manager|supervisor|customer|contact|department|role|report to|parent|assigned to)$/;

/** True if a value is a code that only the sender understands. HTTP status codes are generally known. */
export function isCode(name: string, value: unknown): boolean {
  if (/^[A-Z]{1,2}$/.test(String(value)) && /(?:status(?: code)?|direction)$/.test(wordsOf(name).join(' ')))
    return value !== 'OK' && value !== 'UP';
  if (
    !/^-?\d+$/.test(String(value)) ||
    (/status|state|result|reason/i.test(name) && Number(value) >= 100 && Number(value) < 600)
  )
    return false;
  return CODED.test(wordsOf(name).join(' '));
}
