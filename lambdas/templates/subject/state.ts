import { wordsOf } from '#contract/secret-words';

/** The state of a call's subject after the call: begun, changed or ended. */
export type State = 'open' | 'update' | 'resolved';

/** Services' words for states. An unknown word means `open`. */
const WORDS: [State, string][] = [
  [
    'open',
    'open opened reopened new created create started start triggered trigger activated activate firing alert alerting alarm down ' +
      'failed failure fails error errored unhealthy crashed outage critical warning major degraded investigating raised todo ' +
      'unresolved',
  ],
  [
    'update',
    'update updated edited edit changed synchronize synchronized acknowledged acknowledge acked assigned unassigned labeled unlabeled ' +
      'submitted commented comment pending queued scheduled running progress building waiting identified monitoring escalated ' +
      'escalate snoozed snooze annotated note reassigned indeterminate unacknowledged unacknowledge requested active planning ' +
      'applying verifying waits preparing manual',
  ],
  [
    'resolved',
    'resolved resolve solved closed close ok okay up recovered recover success successful succeeded passed passing fixed merged ' +
      'completed complete finished done healthy normal operational cleared deactivated dismissed deleted removed declined ' +
      'cancelled canceled superseded delivered ready applied skipped neutral postmortem promoted live inactive stopped ignored archived muted stale',
  ],
];
const states = new Map(WORDS.flatMap(([state, words]) => words.split(' ').map((word) => [word, state] as const)));

/** Returns the state that a service's words express, by the last known word. Returns undefined if no word is known. */
export function stateOf(text: string): State | undefined {
  for (const word of wordsOf(text).toReversed()) {
    const found = states.get(word);
    if (found) return found;
  }
  return undefined;
}
