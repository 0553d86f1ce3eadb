import { wordsOf } from '#contract/secret-words';
import type { Severity } from './outline.ts';

/** The one table of words by which states and levels are judged. */
const WORDS: [Severity, string][] = [
  [
    'critical',
    'critical fatal emergency disaster alarm failed fails failure failing error errored errors down outage firing alerting alert ' +
      'triggered crash crashed crashing p0 p1 sev0 sev1 blocker danger unhealthy exception panic sos broken denied ' +
      'unreachable offline dead breached bounce bounced rejected chargeback dispute disputed high oom overdue',
  ],
  [
    'warning',
    'warning warn degraded major p2 sev2 medium flapping unstable timeout cancelled canceled aborted expired expiring ' +
      'suspended blocked slow late missing delayed paused skipped declined dismissed',
  ],
  [
    'ok',
    'ok okay success successful succeeded succeed passed pass passing resolved recovered recovery healthy up online ' +
      'fixed merged completed complete finished paid delivered approved available operational normal clear cleared good ' +
      'deployed ready done',
  ],
];
const severities = new Map(WORDS.flatMap(([severity, words]) => words.split(' ').map((word) => [word, severity])));

/** What a state, a level or the words of an event mean; undefined when they say nothing about it. */
export function severityOf(text: string): Severity | undefined {
  const words = wordsOf(text);
  if (words.length === 0 || words.length > 12) return undefined;
  // `not ready`, `no errors`, `error resolved`: the end tells what became of the beginning.
  if (words[0] === 'no' || words[0] === 'timed') return words[0] === 'no' ? 'ok' : 'warning';
  if (words[0] === 'not') return severities.get(words.at(-1) as string) === 'ok' ? 'warning' : undefined;
  for (const word of words.toReversed()) {
    const found = severities.get(word) as Severity | undefined;
    if (found) return found;
  }
  return undefined;
}
