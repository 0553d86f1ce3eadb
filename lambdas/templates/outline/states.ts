import { holdsAddress } from './addresses.ts';
import { type Dictionary, entriesOf, own, type Severity } from './outline.ts';
import { severityOf } from './severity.ts';
import { oneLine } from './signs.ts';
import { inBothCases, pastOf, spaced } from './words.ts';

export const STATE_FIELDS = inBothCases(
  'conclusion,result,outcome,status,state,buildResult,build_result,testResult,test_result,buildStatus,build_status,current_state,currentState,new_state,newState,newStateValue,alert_state,alertState,jobStatus,payment_status,financial_status,verdict,phase,to_state,toState,monitorCondition,status_name,statusName,state_name,stateName,status_code',
);
const SEVERITY_FIELDS = inBothCases(
  'severity,level,priority,urgency,criticality,alert_severity,severity_level,impact,importance',
);

const textIn = (value: Dictionary, names: string[]): { field: string; text: string } | undefined => {
  for (const field of names) {
    const raw = own(value, field);
    const inner = typeof raw === 'object' ? (own(raw, 'name') ?? own(raw, 'status') ?? own(raw, 'state')) : raw;
    if (typeof inner !== 'string') continue;
    const text = oneLine(inner.slice(0, 100));
    if (text === '' || text.length > 40 || !/[a-z]/i.test(text) || text.split(' ').length > 4) continue;
    if (/state$/i.test(field) && /^[A-Z]{2}$/.test(text) && !/^(?:OK|UP)$/.test(text)) continue;
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

/** Names of what was before. */
export const OF_BEFORE =
  /^(?:from|old|last|previous|prev|prior|before|From|Old|Last|Previous|Prior)(?=[_-]|[A-Z])[_-]?/;

/** The state a thing is in, in the sender's words, and the field that says it. */
export const stateIn = (value: Dictionary) =>
  textIn(value, STATE_FIELDS) ??
  textIn(
    value,
    entriesOf(value, 40).flatMap(([name]) =>
      /[a-z][_-]?(?:status|state|Status|State)(?:_?(?:name|code)|Name|Code)?$/.test(name) && !OF_BEFORE.test(name)
        ? [name]
        : [],
    ),
  ) ??
  successIn(value);

/** Some say it by yes or no, or by an exit code. `ok` is left out: it is what interfaces answer to any question. */
function successIn(value: Dictionary): { field: string; text: string } | undefined {
  for (const field of ['success', 'succeeded', 'passed', 'successful', 'isSuccess', 'is_success']) {
    const said = String(own(value, field));
    if (/^(?:true|false)$/i.test(said)) return { field, text: /^t/i.test(said) ? 'succeeded' : 'failed' };
  }
  const code = own(value, 'exit_code') ?? own(value, 'exitCode');
  if (/^\d{1,3}$/.test(String(code))) return { field: '', text: Number(code) === 0 ? 'succeeded' : 'failed' };
  return undefined;
}
/** How serious the sender says it is. */
export const levelIn = (value: Dictionary) => textIn(value, SEVERITY_FIELDS);

/** A state as words: `timed_out` → `timed out`, `FAILURE` → `failed`. */
export function findWords(state: string): { text: string; isVerb: boolean; isNews: boolean } {
  const text = spaced(state) || state;
  const past = pastOf(text.toLowerCase()) ?? text.toLowerCase();
  // That something open is open, or something active active, is no news.
  const isNews =
    !/^(?:open|opened|active|enabled|new|created|published|public|available|normal|default|none|unknown|valid|live|visible)$/.test(
      past,
    );
  const isVerb =
    /ed$/.test(past) ||
    /^(?:sent|paid|made|built|done|won|lost|down|up|firing|ok|running|pending|ready|overdue|degraded|unhealthy|healthy|queued|skipped|in progress|alerting|timed out|no data|late|cancelled|critical|warning)$/.test(
      past,
    );
  return { text: past, isVerb, isNews };
}

/** How many of a list failed, by the states of its items. */
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

/** The severity of a call: what the sender says, else what its words mean. */
export function judge(levels: Dictionary[], words: string): Severity {
  const state = levels.map((level) => stateIn(level)?.text).find((text) => text !== undefined);
  const ofState = state === undefined ? undefined : severityOf(state);
  if (ofState === 'ok') return 'ok';
  const level = levels.map((each) => levelIn(each)?.text).find((text) => text !== undefined);
  return (level && severityOf(level)) || severityOf(words) || ofState || 'info';
}
