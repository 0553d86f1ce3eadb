import { singular, spaced } from './grammar.ts';

/** Words in labels, with their rank for readers. */
const WANTED: [RegExp, number][] = [
  [/\b(?:rating|score|nps|stars|grade|csat|sentiment)\b/, 82],
  [/\b(?:amount|total|balance|price|revenue|mrr|value|refund)\b/, 90],
  [/\b(?:severity|priority|level|urgency)\b/, 86],
  [/\b(?:status|state|result|conclusion|outcome)\b/, 84],
  [/\b(?:environment|env|stage|region|branch|target|base|head)\b/, 80],
  [
    /\b(?:host|hostname|server|instance|service|node|cluster|device|sensor|monitor|url|job|step|stage|check|component|resource)\b/,
    78,
  ],
  [
    /\b(?:customer|company|name|email|phone|subject|product|plan|item|question|answer|from|to|guest|attendee|invitee)\b/,
    74,
  ],
  [/\b(?:assignee|owner|author|user|reporter|by|requester|reviewer|sender|actor|agent)\b/, 70],
  [/\b(?:due|date|time|start|starts|end|ends|expires|scheduled|deadline|duration|took|latency|elapsed)\b/, 66],
  [
    /\b(?:reason|cause|code|error|threshold|current|rating|score|votes|nps|recommend|satisfaction|count|occurrences|temperature|humidity|speed|depth|usage|percent|quantity|stock|inventory|remaining|failed|failures|errors|commit|message|comment|note|condition|trigger|operator|boundary|metric|critical|high|medium|low|command|script|query)\b/,
    64,
  ],
  [/\b(?:label|labels|tag|tags|category|version|release|milestone|country|city|location|language|file|size)\b/, 50],
];

const PART_OF_SUM = /\b(?:sub ?total|net|tax|fees?|discount|shipping|tip|vat|undiscounted|unit|base|per)\b/;

const ANSWERED = 76;
const ASKED = 60;
/** The rank of unknown labels. */
const UNKNOWN = 40;
/** The rank of types, counters and similar fields, which mean little. */
const LITTLE = 28;

/** Facts below this rank are shown only if there are few better ones. */
export const LEAST_SHOWN_RANK = 31;

/** Returns the rank of a fact for readers, by its field's name and its value. */
export function priorityOf(name: string, value: string): number {
  const low = spaced(name).toLowerCase();
  const one = low.split(' ').map(singular).join(' ');
  const rank = WANTED.find(([pattern]) => pattern.test(low) || pattern.test(one))?.[1];
  if (
    /\b(?:type|kind|scope|mode|format|class|strategy|policy|encoding|codec|combination|notify|trigger unit|latitude|longitude|lat|lng|lon)$/.test(
      low,
    )
  )
    return LITTLE;
  // Parts of postal addresses and technical addresses rank low.
  if (
    /\b(?:address|street|zip|postal|postcode|suburb|fax|ext|line ?\d|ip|country code)\b/.test(low) &&
    !/\bemail\b/.test(low)
  )
    return LITTLE + 4;
  // A question of a form.
  if (/^(?:what|why|how|which|who|when|where|do|did|are|is|would|will|have) \S+ \S+/.test(low)) return ANSWERED;
  // States and levels without news.
  if (
    (rank === 84 || rank === 86) &&
    /^(?:ok|normal|default|none|active|alive|enabled|available|valid|completed?|received)$/i.test(value)
  )
    return LITTLE;
  // A value without digits isn't an amount.
  if (rank === 90 && (!/\d/.test(value) || /\d [KMGTP]?B$/.test(value))) return ASKED;
  // If there are several amounts, the total has priority.
  if (rank === 90 && PART_OF_SUM.test(low)) return ASKED;
  return rank ?? (/^-?\d{1,4}$/.test(value) ? LITTLE : UNKNOWN);
}
