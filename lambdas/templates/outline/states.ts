import { type Dictionary, entriesOf, own, type Severity } from './outline.ts';
import { severityOf } from './severity.ts';
import { oneLine } from './signs.ts';
import { pastOf, spaced } from './words.ts';

export const STATE_FIELDS =
  'conclusion,result,outcome,status,state,buildStatus,build_status,current_state,currentState,new_state,newState,NewStateValue,alert_state,alertState,jobStatus,payment_status,financial_status,verdict,phase'.split(
    ',',
  );
const SEVERITY_FIELDS =
  'severity,Severity,level,priority,urgency,criticality,alert_severity,severity_level,impact,importance'.split(',');

const textIn = (value: Dictionary, names: string[]): { field: string; text: string } | undefined => {
  for (const field of names) {
    const raw = own(value, field);
    const inner = typeof raw === 'object' ? (own(raw, 'name') ?? own(raw, 'status') ?? own(raw, 'state')) : raw;
    if (typeof inner !== 'string') continue;
    const text = oneLine(inner.slice(0, 100));
    if (text !== '' && text.length <= 40 && /[a-z]/i.test(text) && text.split(' ').length <= 4) return { field, text };
  }
  return undefined;
};

/** The state a thing is in, in the sender's words, and the field that says it. */
export const stateIn = (value: Dictionary) =>
  textIn(value, STATE_FIELDS) ??
  textIn(
    value,
    entriesOf(value, 40).flatMap(([name]) => (/[a-z][_-]?(?:status|state|Status|State)$/.test(name) ? [name] : [])),
  );
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
    return own(item, 'ok') === false || own(item, 'success') === false || own(item, 'passed') === false;
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

/** A field of changes and what it was, from the shapes that senders use. */
export function changesIn(levels: Dictionary[]): { name: string; from: unknown; to: unknown }[] {
  const changes: { name: string; from: unknown; to: unknown }[] = [];
  const add = (name: unknown, from: unknown, to: unknown) => {
    if (typeof name === 'string' && name !== '' && changes.length < 6) changes.push({ name, from, to });
  };
  for (const level of levels) {
    for (const [key, value] of entriesOf(level)) {
      if (
        !/^(?:changes?|changelog|changed_?fields|diff|previous(?:_?attributes|_?data|_?values?)?|updated_?from|old|before|modifications|changed|updates)$/i.test(
          key,
        )
      )
        continue;
      const list = Array.isArray(value)
        ? value
        : Array.isArray(own(value, 'items'))
          ? (own(value, 'items') as unknown[])
          : typeof own(value, 'field') === 'string'
            ? [value]
            : undefined;
      if (list) {
        for (const each of list.slice(0, 20)) {
          const to =
            own(each, 'toString') ??
            own(each, 'new') ??
            own(each, 'to') ??
            own(each, 'new_value') ??
            own(each, 'newValue') ??
            own(each, 'after') ??
            own(each, 'current');
          const from =
            own(each, 'fromString') ??
            own(each, 'old') ??
            own(each, 'from') ??
            own(each, 'old_value') ??
            own(each, 'oldValue') ??
            own(each, 'before') ??
            own(each, 'previous');
          if (to !== undefined || from !== undefined)
            add(
              own(each, 'field') ??
                own(each, 'name') ??
                own(each, 'property') ??
                own(each, 'key') ??
                own(each, 'attribute'),
              from,
              to,
            );
        }
        continue;
      }
      for (const [name, change] of entriesOf(
        (typeof value === 'object' && value !== null ? value : {}) as Dictionary,
        30,
      )) {
        if (Array.isArray(change)) {
          if (change.length === 2) add(name, change[0], change[1]);
          continue;
        }
        const to =
          own(change, 'new') ??
          own(change, 'to') ??
          own(change, 'current') ??
          own(change, 'after') ??
          own(change, 'newValue') ??
          own(change, 'new_value');
        const from =
          own(change, 'old') ??
          own(change, 'from') ??
          own(change, 'previous') ??
          own(change, 'before') ??
          own(change, 'oldValue') ??
          own(change, 'old_value');
        if (from !== undefined || to !== undefined) add(name, from, to ?? currentOf(levels, name));
        else if (!/^change/i.test(key) && (typeof change !== 'object' || change === null))
          add(name, change, currentOf(levels, name));
      }
    }
  }
  return changes;
}

const currentOf = (levels: Dictionary[], name: string): unknown =>
  levels.map((level) => own(level, name)).find((value) => value !== undefined);
