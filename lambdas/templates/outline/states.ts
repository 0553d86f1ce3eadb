import { wordsOf } from '#contract/secret-words';
import { holdsAddress } from './addresses.ts';
import { oneLine } from './characters.ts';
import { pastOf, spaced } from './grammar.ts';
import { type Dictionary, entriesOf, firstOwn, isDictionary, own, type Severity } from './outline.ts';
import { severityOf, severityOfLevel } from './severity.ts';
import { withoutField } from './values.ts';
import { inAllCases } from './word-lists.ts';

export const STATE_FIELDS = inAllCases(
  'conclusion,result,outcome,status,state,build_result,test_result,build_status,current_state,new_state,newStateValue,alert_state,jobStatus,payment_status,financial_status,verdict,phase,to_state,monitorCondition,status_name,state_name,status_code',
);
const SEVERITY_FIELDS = inAllCases(
  'severity,level,priority,urgency,criticality,alert_severity,severity_level,impact,importance',
);

const textIn = (value: Dictionary, names: string[]): { field: string; text: string } | undefined => {
  for (const field of names) {
    const raw = own(value, field);
    const inner =
      typeof raw === 'object'
        ? (own(raw, 'name') ?? own(raw, 'status') ?? own(raw, 'state') ?? own(raw, 'overall'))
        : raw;
    if (typeof inner !== 'string') continue;
    const text = oneLine(withoutField(field, inner.slice(0, 100)));
    // A short text such as `A` or `NY` is a sender's code, often with a description next to it.
    if (text.length < 3 && !(names === SEVERITY_FIELDS ? /^(?:ok|p\d)$/i : /^(?:ok|up|on)$/i).test(text)) {
      continue;
    }
    if (text === '' || text.length > 40 || !/[a-z]/i.test(text) || text.split(' ').length > 4) continue;
    if (
      /state(?:_?name)?$/i.test(field) &&
      holdsAddress(value) &&
      severityOf(text) === undefined &&
      !findWords(text).isVerb
    )
      continue;
    return { field, text };
  }
  return undefined;
};

/** Prefixes of fields with a previous value. */
export const OF_BEFORE = /^(?:[fF]rom|[oO]ld|[lL]ast|[pP]rev(?:ious)?|[pP]rior|before)(?=[_-]|[A-Z])[_-]?/;

/** Returns the state of a thing, in the sender's words, and its field. What came in was received, not sent. */
export function stateIn(value: Dictionary): { field: string; text: string } | undefined {
  const found = stateOf(value);
  return /^(?:sent|delivered)$/i.test(found?.text ?? '') &&
    /^i(?:n|nbound|ncoming)?$/i.test(String(own(value, 'direction')))
    ? found && { ...found, text: 'received' }
    : found;
}

const stateOf = (value: Dictionary) =>
  textIn(value, STATE_FIELDS) ??
  textIn(
    value,
    entriesOf(value, 40).flatMap(([name]) =>
      /^(?:status|state)_?[tT]ext$|[a-z][_-]?(?:status|state|Status|State)(?:_?(?:name|code|string|text|label)|Name|Code|String|Text|Label)?$/.test(
        name,
      ) &&
      // `size_analysis_status` and `master_link_state` are about a part, not about the thing.
      wordsOf(name.replace(/^(?:new|current)_?|_?(?:name|code|string|text|label)$/gi, '')).length < 3 &&
      !OF_BEFORE.test(name) &&
      // `client_state` is data that the sender only echoes.
      !/^client_?state$/i.test(name)
        ? [name]
        : [],
    ),
  ) ??
  flagIn(value) ??
  successIn(value);

/** Derives a state from a boolean about a problem. False says nothing: a problem that is not resolved can be new. */
function flagIn(value: Dictionary): { field: string; text: string } | undefined {
  const flags = entriesOf(value, 40).filter(
    ([, said]) => said === true || (typeof said === 'string' && /^true$/i.test(said)),
  );
  const over = flags.find(([field]) => /^(?:is_?)?(?:cleared|resolved|recovered)$/i.test(field));
  if (over) return { field: over[0], text: 'resolved' };
  const gone = entriesOf(value, 60).flatMap(
    ([field, at]) =>
      (/^[12]\d{3}/.test(String(at)) && /^(cancell?ed|deleted|destroyed|revoked)_?at$/i.exec(field)) || [],
  );
  if (gone[1] !== undefined) return { field: gone[0] as string, text: gone[1].toLowerCase() };
  const raised = flags.find(([field]) => /^(?:(?:is|in)_?)?alarm(?:ed|ing)?$/i.test(field));
  return raised && { field: raised[0], text: 'alarm' };
}

const SUCCESSES = inAllCases('success,succeeded,passed,successful,is_success');
const UPS = inAllCases('is_up,is_ok,is_healthy,healthy');
const EXITS = inAllCases('exit_code,exit,exit_status,return_code,returncode,rc');

/** Derives a state from a boolean or an exit code. */
function successIn(value: Dictionary): { field: string; text: string } | undefined {
  for (const field of SUCCESSES) {
    const said = String(own(value, field));
    if (/^(?:true|false)$/i.test(said)) return { field, text: /^t/i.test(said) ? 'succeeded' : 'failed' };
  }
  for (const field of UPS) {
    const said = String(own(value, field));
    if (/^(?:true|false|0|1)$/i.test(said)) return { field, text: /^[t1]/i.test(said) ? 'up' : 'down' };
  }
  // Only a failure counts, because APIs return `ok: true` for any request.
  if (own(value, 'ok') === false) return { field: 'ok', text: 'failed' };
  const code = firstOwn(value, EXITS);
  if (/^\d{1,3}$/.test(String(code))) return { field: '', text: Number(code) === 0 ? 'succeeded' : 'failed' };
  return undefined;
}
/** Returns the severity in the service's words. */
export const levelIn = (value: Dictionary) => textIn(value, SEVERITY_FIELDS);

/**
 * Converts a state to readable words: `timed_out` → `timed out`, `FAILURE` → `failed`.
 * @param isAlarm true for a thing such as an alarm, whose opening is news
 */
export function findWords(state: string, isAlarm = false): { text: string; isVerb: boolean; isNews: boolean } {
  const text = spaced(state) || state;
  const past = pastOf(text.toLowerCase()) ?? text.toLowerCase();
  // States such as open or active are what readers expect, so they aren't news.
  const isRaised = isAlarm && /^(?:open|opened|active|new)$/.test(past);
  const isNews =
    isRaised ||
    !/^(?:open|opened|active|enabled|new|created|published|public|available|normal|default|none|unknown|valid|live|visible)$/.test(
      past,
    );
  const isVerb =
    isRaised ||
    /..ed$/.test(past) ||
    /^(?:sent|paid|made|built|done|won|lost|down|up|firing|ok|running|pending|ready|overdue|degraded|unhealthy|healthy|queued|skipped|in progress|in transit|out for delivery|on hold|alerting|timed out|no data|late|cancelled|critical|warning)$/.test(
      past,
    );
  return { text: isRaised && past === 'opened' ? 'open' : past, isVerb, isNews };
}

/** Verbs that end a thing, then states that an ended thing can no longer have. */
const ENDED = /^(?:completed|finished|ended|cancelled|rejected|declined|deleted|removed|expired|failed)$/;
const UNDECIDED = /^(?:pending|draft|queued|scheduled|in progress|processing)$/;

/** True if an event ends a state: a cancelled order is not pending. */
export const isStale = (state: string, verb: string): boolean =>
  ENDED.test(verb) && UNDECIDED.test(findWords(state).text);

/** Returns the failed items of a list, by their states. */
export function failedOf(items: Dictionary[]): Dictionary[] {
  return items.filter((item) => {
    const state = stateIn(item)?.text;
    if (state !== undefined) return severityOf(state) === 'critical';
    return (
      own(item, 'ok') === false ||
      own(item, 'success') === false ||
      own(item, 'passed') === false ||
      own(item, 'failed') === true
    );
  });
}

/** States of a thing that has ended, with any result. */
const IS_OVER = /^(?:completed|complete|finished|done|ended)$/;

/** States of an active alert; its level gives the severity. */
const IS_RAISED = /^(?:firing|alerting|triggered|alert|alarm|in alarm)$/;
const IS_RESOLVED = /(?:^| )(?:resolved|recovered|recovery|fixed|cleared|clear)$/;

const FAILED_COUNT =
  /^(?:(?:num(?:ber)?|total|count|tests?|checks?|jobs?|steps?)_?(?:of_?)?)?(?:(?:failed|failures?|failing|errors|errored|broken|unsuccessful|crashed)_?(?:count|total|tests?|steps?|checks?|jobs?)?|error_?(?:count|total))$/i;
const IS_RATED = /^(?:rating|score|stars|nps|csat|sentiment|satisfaction)(?:_?(?:score|value))?$/i;
const OF_RATINGS =
  /^(?!.*\b(?:pull|merge|request|deployment|code|thread)\b).*\b(?:survey|review|feedback|rating|nps|csat)\b/;
const UNHAPPY = /^(?:detractor|negative|unhappy|dissatisfied|very dissatisfied|bad|poor)$/i;

const leavesOf = (value: Dictionary, depth: number): [string, unknown][] =>
  entriesOf(value, 60).flatMap(([name, inner]): [string, unknown][] =>
    isDictionary(inner) && depth > 0 ? leavesOf(inner, depth - 1) : [[name, inner]],
  );

/** Names such as `[Resolved] Disk full`. The level next to it is that of the problem that is over. */
const OVER_BY_NAME =
  /^\W{0,3}(?:(?:manually|auto|automatically)[ -])?(?:resolved|recovered|recovery|cleared|closed|ok)\s?[\]):–-]|\b(?:has recovered|recovered from|is back to normal)\b/i;

/** Matches the name of a field that says how something ended. */
const IS_END = /^(?:status|state|result|conclusion|outcome)$/i;

/**
 * Determines a call’s severity from the sender's own level, or from the meaning of the words. Only an explicitly good
 * result is `ok`. A completed survey is not, and neither are finished tests with some failures.
 */
export function judge(levels: Dictionary[], words: string, noun = '', name = ''): Severity {
  const state = levels.map((level) => stateIn(level)?.text).find((text) => text !== undefined);
  const ofState = state === undefined ? undefined : severityOf(state);
  const leaves = levels.slice(0, 20).flatMap((level) => leavesOf(level, 2));
  const ofWords = severityOf(severityOf(words) === 'ok' ? `${noun} ${words}` : words);
  if (ofState === undefined && ofWords === 'ok' && !IS_RESOLVED.test(words)) {
    // `completed` says that a nested thing is over, but not how it ended.
    const ends = leaves.flatMap(([name, value]) =>
      IS_END.test(name) && typeof value === 'string' ? [severityOf(value)] : [],
    );
    const bad = ends.find((end) => end === 'critical') ?? ends.find((end) => end === 'warning');
    if (bad) return bad;
  }
  const isOver = IS_OVER.test(state ?? '') || (ofState === undefined && ofWords === 'ok');
  if (isOver && leaves.some(([name, value]) => FAILED_COUNT.test(name) && /^[1-9]\d*$/.test(String(value))))
    return 'critical';
  if (ofState !== 'critical' && (OF_RATINGS.test(noun) || leaves.some(([name]) => IS_RATED.test(name)))) {
    if (leaves.some(([, value]) => typeof value === 'string' && UNHAPPY.test(value))) return 'warning';
    if (isOver) return 'info';
  }
  if (ofState === 'ok') return 'ok';
  // A completed build can still have failed.
  if ((ofState === 'critical' || ofState === 'warning') && IS_OVER.test(words)) return ofState;
  if (ofWords === 'ok' && IS_RESOLVED.test(words)) return 'ok';
  const found = levels.map(levelIn).find((each) => each !== undefined);
  const said = found && severityOfLevel(found);
  const ofLevel = OVER_BY_NAME.test(name) && said !== 'ok' ? 'info' : said;
  if (ofLevel === 'info' && ofState === 'critical' && !IS_RAISED.test(state?.toLowerCase() ?? '')) return 'critical';
  const isPriority = found !== undefined && /priority|urgency|importance|impact/i.test(found.field);
  return (isPriority ? undefined : ofLevel) ?? ofWords ?? ofState ?? ofLevel ?? 'info';
}
