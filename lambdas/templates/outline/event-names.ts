import { wordsOf } from '#contract/secret-words';
import { oneLine } from './characters.ts';
import { eventWords, pastOf } from './grammar.ts';

/* Decides which texts are names of events, and brings them into a uniform form. */

/** Names that carry no information beyond "event". */
const SAYS_NOTHING =
  /^(?:event|events|webhook|hook|notification|message|update|alert|alerts|data|object|default|json|test_type|custom|generic|system|http|post|app|user|info|\d+|true|false|event_callback|cloudevent|text|image|audio|video|private|public|group|standard|basic|normal|unknown|other|none|subscription ?payload|regular|web|widget|manual|automatic|personal|inbound|outbound)$/i;

/** Shortens `Opportunity is Updated` to `Opportunity Updated`, because it is an event, not a title. */
const eventIn = (text: string): string =>
  text.replace(/^(\p{Lu}\w{2,20}(?: \w{2,20})?) (?:is|was|has been) (\w{2,20}ed)$/iu, '$1 $2');

/** An event's name without technical prefixes. Undefined for sentences, numbers and URLs. */
export const nameOf = (value: unknown): string | undefined => {
  if (typeof value !== 'string') return undefined;
  // `ALERT_TYPE_DISK_FULL` repeats its field.
  const text = eventIn(oneLine(value.slice(0, 300))).replace(/^(?:[A-Z]+_)*(?:SUB)?TYPE_(?=[A-Z]{2})/, '');
  // A sentence is a title, not the name of an event.
  if (
    text.length < 3 ||
    text.length > 80 ||
    /^[\d\s.:-]+$/.test(text) ||
    /^(?:https?:|\/|(?:text|image|audio|video|application|multipart)\/)/.test(text) ||
    text.split(' ').length > 5 ||
    / (?:has|have|is|are|was|were) | #\d/.test(text)
  )
    return undefined;
  return (
    text
      .replace(/^jira:|^[a-z]+#(?=[a-z]+$)|^v\d+(?:-(?:alpha|beta)\d*)?[._](?=[a-z])/, '')
      // Remove the prefixes of `onCrmDealAdd` and `store/order/created`.
      .replace(/^on(?=[A-Z][a-z])|^on_(?=[a-z])|^store\/(?=\w)/, '')
      .replace(/^[a-z-]{2,20}(?::[a-z-]{2,20})*:(?=[a-z]+[._][a-z])/, '')
      .replace(/^(?:com|org|io|net|dev)\.[a-z0-9-]+\.(?=[a-z_]+[._][\w.:#-]+$)/i, '')
      .replace(/^(?:com|org|io|net|dev|google|jira)[.:](?:[a-z0-9-]+\.){0,6}?(?=[a-z_]+[.:][\w.:-]+$)/i, '')
  );
};

/** True if a value is an event's name that tells readers something. */
export function saysSomething(value: unknown): boolean {
  const name = nameOf(value);
  if (name === undefined || SAYS_NOTHING.test(name)) return false;
  const { noun, verb } = eventWords(name);
  return verb !== '' || (noun.length > 0 && !SAYS_NOTHING.test(noun.join(' ')));
}

/** True if a field holds a title or a technical value: `method: GET`, but not the event in `method: email_sent`. */
export const isTitle = (field: string, value: unknown) =>
  (/^topic$/i.test(field) && /\s/.test(String(value).trim())) ||
  // `description: tracker.updated` is an event, but a sentence isn't.
  (/^(?:category|description)$/i.test(field) &&
    !/^[a-z_]+[.:][a-z_.:]+$/.test(String(value)) &&
    // `category: DeploymentFailed` is an event too.
    !(/^(?:[A-Z][a-z]+){2,4}$/.test(String(value)) && eventWords(String(value)).verb !== '')) ||
  (/^scope$/i.test(field) && !/[/.:]\w+$/.test(String(value))) ||
  (/^method$/i.test(field) && !/[._]/.test(String(value)));

/** True for a note of several words without a completed action: `test malware delete`. */
export const isNote = (action: string): boolean =>
  /\S\s+\S+\s+\S/.test(action) && !wordsOf(action).some((word) => pastOf(word) === word);
