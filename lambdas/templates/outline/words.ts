import { wordsOf } from '#contract/secret-words';
import { oneLine } from './signs.ts';

const ACRONYMS = new Set(
  (
    'api aws ci cpu csv db dns eta gcp gpu html http https id io ip json jwt kpi nas os pdf pr qa ram rss sku sla sms ' +
    'sql sqs sns ssh ssl sso tls tv ui url utc vat vm vpc vpn xml ec2 s3 ecs iam'
  ).split(' '),
);

/** The words of a field's name for a person: `customerEmail` → `customer email`, `ipAddress` → `IP address`. */
export function spaced(name: string): string {
  return wordsOf(name.replace(/^[@$_]+/, ''))
    .map((word) => (ACRONYMS.has(word) ? word.toUpperCase() : word))
    .join(' ');
}

export const capital = (text: string): string => {
  const [first = ''] = text;
  return first.toUpperCase() + text.slice(first.length);
};

/** A field's name as the label of a fact: `pull_request` → `Pull request`. */
export const labelOf = (name: string): string =>
  /^[\x20-\x7e]*$/.test(name) ? capital(spaced(name)) : capital(oneLine(name.slice(0, 60)));

/** `policies` → `policy`, `issues` → `issue`; good enough to find the field that an event names. */
export function singular(word: string): string {
  if (/(?:ss|us|is|news|status|series)$/.test(word) || word.length < 4) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:ch|sh|x|ss|z)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') ? word.slice(0, -1) : word;
}

export function plural(word: string): string {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(?:s|x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}

/** Commands as what has happened: senders call the same event `create`, `creating` and `created`. */
const PAST: Record<string, string> = Object.fromEntries(
  (
    'create created,open opened,delete deleted,update updated,add added,remove removed,start started,finish finished,fail failed,' +
    'succeed succeeded,complete completed,close closed,merge merged,publish published,assign assigned,approve approved,' +
    'cancel cancelled,canceled cancelled,trigger triggered,resolve resolved,acknowledge acknowledged,archive archived,' +
    'restore restored,rename renamed,transfer transferred,invite invited,join joined,leave left,submit submitted,' +
    'edit edited,change changed,modify modified,upload uploaded,download downloaded,install installed,enable enabled,' +
    'disable disabled,suspend suspended,expire expired,renew renewed,reject rejected,accept accepted,send sent,pay paid,' +
    'refund refunded,reopen reopened,destroy destroyed,insert added,move moved,bounce bounced,unsubscribe unsubscribed,' +
    'escalate escalated,deploy deployed,build built,pause paused,resume resumed,lock locked,unlock unlocked,' +
    'failure failed,success succeeded,successful succeeded,error failed,errored failed,reply replied,post posted'
  )
    .split(',')
    .map((pair) => pair.split(' ') as [string, string]),
);
/** What ends an event's name without ending in `ed`. */
const HAPPENED = new Set(
  'sent paid made built done won lost left begun started opened up down firing alerting running pending ready due overdue missing late unreachable degraded healthy unhealthy upcoming live ok'.split(
    ' ',
  ),
);

/** A verb in the form that tells what happened; undefined when the word is none. */
export function pastOf(word: string): string | undefined {
  if (Object.hasOwn(PAST, word)) return PAST[word];
  if (HAPPENED.has(word)) return word;
  return /[a-z]{2}ed$/.test(word) && !/^(?:feed|need|seed|speed|embed|shed|bed|red|med|unlimited|related)$/.test(word)
    ? word
    : undefined;
}

/** Words that say nothing in the name of an event. */
const EMPTY = new Set(
  'event events data webhook webhooks hook notification v1 v2 v3 com io net org http api'.split(' '),
);

/** An event as its thing and what happened to it: `invoice.payment_failed` → `invoice payment`, `failed`. */
export interface EventWords {
  noun: string[];
  verb: string;
}

/** @param name `order.paid`, `IssueCreated`, `repo:push`, `pull_request`, `created issue` */
export function eventWords(name: string): EventWords {
  const all = wordsOf(name);
  const words = all.filter((word) => !EMPTY.has(word) && !/^\d{4,}$/.test(word));
  if (words.length === 0) return { noun: [], verb: '' };
  const last = words.length - 1;
  const past = pastOf(words[last] as string);
  if (past !== undefined && last > 0) {
    const modal = /^(?:not|is|was|has|been|be|un|re|partially|fully|soft|force|auto|automatically)$/.test(
      words[last - 1] as string,
    );
    const cut = modal ? last - 1 : last;
    return { noun: words.slice(0, cut), verb: [...words.slice(cut, last), past].join(' ') };
  }
  if (past !== undefined) return { noun: [], verb: past };
  // `created issue`, `updated-lead`: the other way round.
  const first = words[0] as string;
  if (
    words.length > 1 &&
    (/ed$/.test(first) ||
      (Object.hasOwn(PAST, first) &&
        !/^(?:merge|build|change|post|deploy|error|failure|success|open|start|reply)$/.test(first)))
  )
    return { noun: words.slice(1), verb: pastOf(first) ?? first };
  return { noun: words, verb: '' };
}
