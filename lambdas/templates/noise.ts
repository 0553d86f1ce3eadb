import { isSecretField } from '#contract/secret-words';

/** Fields that only machines read: technical ids, pictures, links to APIs, versions of formats. */
const TECHNICAL =
  /^(node_?id|uuid|triggerUuid|gravatar_?id|etag|self|_?links|href|permissions|cursor|locale|schema|schemaUri|dataschema|specversion|data_?content_?type|api_?version|signatureversion|guid|hash|icons?|time_?zone|livemode|pending_webhooks|hook(_id)?|installation|object_?kind_?id|sequence|_type|__typename|raw_?headers)$/i;
const PICTURE = /avatar|gravatar|thumb|icon_?url|emoji/i;
/** URLs for programs; those a person opens (html_url, web_url, ticket_url, …) stay. */
const API_URL =
  /(?<!^|html|web|http|page|target|build|log|run|issue|external|panel|dashboard|generator|details|admin|ssl|deploy|status|ticket|alert|silence|permalink|invoice|receipt|order|customer|project)_url$/i;
/** What opens nothing for its reader, but is not for people either. */
const FOR_MACHINES = /signature|hmac|signing_?cert|^sign$|unsubscribe_?url|subscribe_?url/i;

const UUID = /^\{?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\}?$/i;
const PERSON =
  /^(actor|user|author|update_?author|sender|pusher|owner|creator|assignee|reporter|committer|agent|closed_by|created_by|updated_by|pushed_?by)$/i;

/** Whether a field stands for a person, of whom the name is enough. */
export const isPerson = (key: string) => PERSON.test(key);

/** Whether a field is better left out of a message that a person reads. */
export function isNoise(key: string, value: unknown, siblings: Record<string, unknown>): boolean {
  if (TECHNICAL.test(key) || PICTURE.test(key) || API_URL.test(key) || FOR_MACHINES.test(key)) return true;
  if (isSecretField(key, value)) return true;
  // The same text as markup, next to the plain one.
  if (/^(html|markdown|markup)$/.test(key)) return 'text' in siblings || 'raw' in siblings;
  if (typeof value === 'string' && UUID.test(value)) return true;
  return typeof value === 'string' && /^(https?:\/\/)?api\.|\/(_apis|api\/v\d|rest\/api)\//.test(value);
}
