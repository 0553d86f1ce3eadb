import { wordsOf } from '#contract/secret-words';
import type { Severity } from './outline.ts';

/** Words in states and events that show a severity. */
const WORDS: [Severity, string][] = [
  [
    'critical',
    'critical fatal emergency disaster alarm failed fails failure failures unsuccessful failing error errored errors down outage firing alerting alert ' +
      'triggered crash crashed crashing p0 p1 sev0 sev1 blocker danger unhealthy exception panic sos broken denied ' +
      'unreachable offline dead breached bounce bounced rejected chargeback dispute disputed high oom overdue',
  ],
  [
    'warning',
    'warning warnings warn incomplete degraded major p2 sev2 medium flapping unstable timeout cancelled canceled aborted expired expiring ' +
      'suspended blocked slow late missing delayed paused skipped declined dismissed',
  ],
  [
    'ok',
    'ok okay success successful succeeded succeed passed pass passing resolved recovered recovery healthy up online ' +
      'fixed merged completed complete finished paid delivered approved operational normal clear cleared good ' +
      'deployed ready done',
  ],
];
/** Services' words for severity. As a state, many of them mean something else. */
const LEVELS: [Severity, string][] = [
  [
    'critical',
    'critical crit fatal emergency disaster alert alarm error severe high highest urgent p0 p1 sev0 sev1 blocker danger panic',
  ],
  ['warning', 'warning warn medium moderate major average p2 sev2'],
  ['info', 'info information informational notice low lowest minor normal none debug trace verbose p3 p4 p5 sev3 sev4'],
  ['ok', 'ok okay success good green clear cleared resolved recovered'],
];
/** Words for priority. Low priority doesn't mean good news, so it is left out. */
const PRIORITIES: [Severity, string][] = [
  ['critical', 'critical emergency urgent high highest blocker p0 p1 immediate'],
  ['warning', 'major p2'],
];
const mapOf = (table: [Severity, string][]) =>
  new Map(table.flatMap(([severity, words]) => words.split(' ').map((word) => [word, severity])));
const levels = mapOf(LEVELS);
const priorities = mapOf(PRIORITIES);

/** Returns the severity in a service's own field for it; undefined for neutral words. */
export function severityOfLevel({ field, text }: { field: string; text: string }): Severity | undefined {
  const table = /priority|urgency|importance|impact/i.test(field) ? priorities : levels;
  return wordsOf(text)
    .toReversed()
    .map((word) => table.get(word))
    .find((found) => found !== undefined);
}

const severities = mapOf(WORDS);
/** Match phrases for a missing thing that is expected, and words that limit a good result. */
const MISSED = /^no (?:data|response|answer|reply|heartbeat|signal|success|connection|contact|power)\b/;
const HALF = /\b(?:partial|partially|never|cannot|not|without|but)\b/;

/** Returns the severity of a state, a level or an event's words; undefined for neutral words. */
export function severityOf(text: string): Severity | undefined {
  const words = wordsOf(text);
  if (words.length === 0 || words.length > 12) return undefined;
  // In `not ready`, `no errors` and `error resolved`, the words together give the result.
  if (words[0] === 'timed') return 'warning';
  if (words[0] === 'no') {
    if (severities.get(words.at(-1) as string) === 'critical') return 'ok';
    return MISSED.test(words.join(' ')) ? 'warning' : undefined;
  }
  if (words[0] === 'not') return severities.get(words.at(-1) as string) === 'ok' ? 'warning' : undefined;
  for (const word of words.toReversed()) {
    const found = severities.get(word);
    if (found) return found === 'ok' && HALF.test(words.join(' ')) ? 'warning' : found;
  }
  return undefined;
}
