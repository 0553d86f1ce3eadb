import { wordsOf } from '#contract/secret-words';
import { oneLine } from './characters.ts';
import { tableOf } from './word-lists.ts';

const ACRONYMS = new Set(
  (
    'ai api avs aws bvn cve cvss cvv pii gdpr ci cpu csv db dns eta gcp gpu html http https id io ip json jwt kpi nas os pdf pr qa ram rss sku sla sms ' +
    'sql sqs sns ssh ssl sso tls tv ui url utc vat vm vpc vpn xml ec2 s3 ecs iam'
  ).split(' '),
);

/** Two words that some senders write as one. */
const SEAM =
  /^(total|grand|net|gross|unit|host|server|client|order|invoice|phone|serial|start|end|due|birth)(amount|price|sum|cost|ip|number|date|time|day)$/;

/** Converts a field's name to readable words: `customerEmail` → `customer email`, `ipAddress` → `IP address`. */
export function spaced(name: string): string {
  return wordsOf(name.replace(/^[@$_]+/, ''))
    .flatMap((word) => word.replace(SEAM, '$1 $2').split(' '))
    .map((word) => (ACRONYMS.has(word) ? word.toUpperCase() : word))
    .join(' ')
    .replace(/\be mail\b/, 'email');
}

export const capital = (text: string): string => {
  const [first = ''] = text;
  return first.toUpperCase() + text.slice(first.length);
};

/**
 * Converts a field's name to the label of a fact: `pull_request` → `Pull request`. Redundant words are removed:
 * `environment_name` → `Environment`.
 */
export const factLabel = (name: string): string =>
  labelOf(name).replace(
    /^(?!(?:your|first|last|full|user|nick|middle|family|given|file|host|domain|display|event) name$)(.+?)(?: full| display)? name$/i,
    '$1',
  );

/** Converts a field's name to readable words, capitalised: `pull_request` → `Pull request`. */
export const labelOf = (name: string): string =>
  /^[\x20-\x7e]*$/.test(name) ? capital(written(spaced(name))) : capital(oneLine(name.slice(0, 60)));

/** Programmers' abbreviations and their meanings. */
const SHORT = tableOf(
  'pkg package,cmd command,hum humidity,bat battery,batt battery,rcpt recipient,msg message,num number,qty quantity,amt amount,addr address,desc description,dst destination,' +
    'dest destination,src source,cnt count,txn transaction,trx transaction,acct account,cust customer,dept department,' +
    'pct percent,prev previous,avg average,usr user,dob date of birth,pmt payment,env environment,resp response,err error',
);

/** Expands abbreviations and drops redundant words: `rcpt to` → `recipient`. */
const written = (words: string): string =>
  words
    .split(' ')
    .map((word) => SHORT.get(word) ?? word)
    .join(' ')
    .replace(/^(.+) date time$/, '$1 date')
    .replace(/^message (?=to$|from$)/, '');

/** Returns a word's singular: `policies` → `policy`. Good enough to find the field that an event names. */
export function singular(word: string): string {
  if (/(?:ss|us|is|news|status|series|canvas|atlas|alias|gas|bias)$/.test(word) || word.length < 4) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:ch|sh|x|ss|tus|z)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') ? word.slice(0, -1) : word;
}

export function plural(word: string): string {
  if (/(?:people|data|info|information|news|feedback|equipment|media)$/.test(word)) return word;
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(?:s|x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}

/** Past participles of commands, because senders use `create` and `created` for the same event. */
const PAST = new Map(
  tableOf(
    'die died,cancel cancelled,canceled cancelled,transfer transferred,leave left,submit submitted,send sent,pay paid,insert added,unsub unsubscribed,untag untagged,build built,ban banned,grab grabbed,withdraw withdrawn,skip skipped,stop stopped,failure failed,success succeeded,successful succeeded,error failed,errored failed',
  ),
);
for (const verb of 'create open delete update add remove start finish fail pass succeed complete close merge publish assign approve trigger resolve acknowledge archive restore rename invite join edit change modify upload download install enable disable suspend expire renew reject accept refund reopen destroy move bounce unsubscribe escalate deploy pause resume lock unlock subscribe follow unfollow like share register confirm verify sign click purchase book schedule detect attach detach connect disconnect activate deactivate import export revoke grant trash convert replace extend upgrade downgrade restart retry clear decline dismiss abandon unassign reassign unpublish unarchive play scrobble push pull reply post hire enroll redeem kill'.split(
  ' ',
))
  PAST.set(verb, `${verb.replace(/e$/, '').replace(/([^aeiou])y$/, '$1i')}ed`);
/** Words for results and states that count as verbs although they don't end in `ed`. */
const HAPPENED = new Set(
  'sent paid made built done won lost left begun started opened up down online offline firing alerting running pending ready due overdue missing late unreachable degraded healthy unhealthy upcoming live ok written sold bought taken broken held'.split(
    ' ',
  ),
);

/** Returns the past participle of a verb; undefined if the word isn't a known verb. */
export function pastOf(word: string): string | undefined {
  if (PAST.has(word)) return PAST.get(word);
  if (HAPPENED.has(word)) return word;
  return /[a-z]{2}ed$/.test(word) && !/^(?:feed|need|seed|speed|embed|shed|bed|red|med|unlimited|related)$/.test(word)
    ? word
    : undefined;
}

/** Words without meaning in an event's name. */
const EMPTY = new Set(
  'a an the activity default event events data webhook webhooks hook notification v0 v1 v2 v3 com io net org http api'.split(
    ' ',
  ),
);

/** Words for events that have not happened yet. */
const UNDECIDED = new Set(['pending', 'due', 'overdue', 'upcoming', 'ready']);

/** True for a command whose result is still open: `approve pending review`. */
export const isUndecided = (verb: string): boolean => {
  const [first = '', ...rest] = verb.split(' ');
  return PAST.has(first) && PAST.get(first) !== first && rest.some((word) => UNDECIDED.has(word));
};

/** Particles of verbs: `signed up`, `checked in`. */
const PARTICLES = new Set(['up', 'in', 'out', 'off', 'on', 'over', 'down']);

/** Words that name a thing as often as an action. */
const AMBIGUOUS = new Set(
  'post build change release deploy error merge open start reply lock invite transfer move download upload pass failure success'.split(
    ' ',
  ),
);

/** An event, split into its thing and its verb: `invoice.payment_failed` → `invoice payment`, `failed`. */
export interface EventWords {
  noun: string[];
  verb: string;
}

/** Last words that make the whole name a noun: `PURCHASE_CHARGEBACK` doesn't mean that a purchase happened. */
const OUTCOMES = new Set(
  'chargeback refund dispute cancellation failure completion reversal success request reminder delay expiration limit attempt warning'.split(
    ' ',
  ),
);

/** Things and actions that some senders write as one word: `ONCRMDEALADD`, `customeridentification.failed`. */
const UNSEAMED =
  /^(on)?([a-z]{0,24}?)(message|call(?:back)?|lead|deal|contact|task|order|invoice|comment|user|company|product|payment|file|calendar|booking|ticket|customer|identification|subscription|account|app)(add|update|delete|create|start|end|init|complete|install|uninstall|identification|verification|registration)(?:ed|d)?$/;

/** Returns the words of an event, including events written without separators. */
function eventParts(name: string): string[] {
  return wordsOf(name).flatMap((word) => {
    const [, , before = '', thing, deed] = (word.length > 9 ? UNSEAMED.exec(word) : undefined) ?? [];
    if (word === 'pr') return ['pull', 'request'];
    // A word before the thing is the name of a sender's module, which is dropped.
    return thing && deed && (before === '' || word.startsWith('on')) ? [thing, deed] : [word];
  });
}

/** Splits an event's name: `order.paid`, `IssueCreated`, `repo:push`, `pull_request`, `created issue`. */
export function eventWords(name: string): EventWords {
  const all = eventParts(name);
  // `loyalty.event.created` is about an event in the ordinary sense.
  const isThing = (word: string, index: number) =>
    (word === 'activity' && (index > 0 || all.length === 1)) ||
    (word === 'event' && index > 0 && index === all.length - 2 && /ed$/.test(all.at(-1) as string));
  const said = all.filter((word, index) => (!EMPTY.has(word) && !/^\d{4,}$/.test(word)) || isThing(word, index));
  // Drop repeated words: `thread.thread_created`.
  const words = said.filter((word, index) => word !== said[index - 1]);
  if (words.length === 0) return { noun: [], verb: '' };
  const last = words.length - 1;
  // `pending_expiration` is a future event.
  if (last > 0 && words[last - 1] === 'pending' && !PAST.has(words[0] as string))
    return { noun: [...words.slice(0, last - 1), words[last] as string], verb: 'pending' };
  if (last > 0 && words[last] === 'new') return { noun: words.slice(0, last), verb: 'created' };
  const past =
    words[last] === 'up' && /^(?:follow|sign|set|back|clean|start|warm|top)$/.test(words[last - 1] ?? '')
      ? undefined
      : pastOf(words[last] as string);
  if (last > 0 && PARTICLES.has(words[last] as string) && /ed$/.test(words[last - 1] as string))
    return { noun: words.slice(0, last - 1), verb: words.slice(last - 1).join(' ') };
  // A command can have a particle: `SIGN_UP`, `user.check_in`.
  const before = words[last - 1] ?? '';
  if (last > 0 && PARTICLES.has(words[last] as string) && PAST.has(before) && !AMBIGUOUS.has(before))
    return { noun: words.slice(0, last - 1), verb: `${PAST.get(before)} ${words[last]}` };
  // A verb can have an object after it: `ErrorAssignedToUser`.
  const middle = words.findIndex(
    (word, index) =>
      index > 0 && /[a-z]{2}ed$/.test(word) && /^(?:to|by|from|for|in|on|with|as)$/.test(words[index + 1] ?? ''),
  );
  if (middle > 0) return { noun: words.slice(0, middle), verb: words.slice(middle).join(' ') };
  // In `build_error`, `error` is a noun, not the verb "failed".
  if (past !== undefined && words[last] === 'error') return { noun: words, verb: '' };
  // In `publish_post`, the command comes first.
  const first = words[0] as string;
  if (
    AMBIGUOUS.has(words[last] as string) &&
    /^(?:create|publish|delete|update|add|remove|edit|approve|reject|cancel|submit|archive|restore|close)$/.test(first)
  )
    return { noun: words.slice(1), verb: PAST.get(first) as string };
  if (past !== undefined && last > 0) {
    const modal = /^(?:not|is|was|has|been|be|un|re|partially|fully|soft|hard|force|auto|automatically)$/.test(
      words[last - 1] as string,
    );
    const cut = modal ? last - 1 : last;
    return { noun: words.slice(0, cut), verb: [...words.slice(cut, last), past].join(' ') };
  }
  // `build` alone names the thing; its state gives the result.
  if (words[0] === 'build' && last === 0) return { noun: words, verb: '' };
  // For `notification.sent`, keep the noun, which `EMPTY` has removed.
  if (past !== undefined)
    return {
      noun:
        all.includes('notification') && /^(?:created|sent|read|delivered|opened|clicked|dismissed)$/.test(past)
          ? ['notification']
          : [],
      verb: past,
    };
  // The verb can come first: `created issue`, `updated-lead`.
  // For `approve-pending-review`, the result is still open, so the past tense would be wrong.
  if (isUndecided(words.join(' '))) return { noun: [], verb: words.join(' ') };
  if (
    words.length > 1 &&
    (/ed$/.test(first) ||
      (PAST.has(first) &&
        !/^(?:merge|build|change|post|deploy|error|failure|success|open|start|reply)$/.test(first) &&
        // `PURCHASE_CHARGEBACK` doesn't mean that a purchase happened.
        !OUTCOMES.has(words[last] as string)))
  )
    return { noun: words.slice(1), verb: pastOf(first) ?? first };
  return { noun: words, verb: '' };
}
