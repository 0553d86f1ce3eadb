/** Headers that name a call's event, the most precise first: WooCommerce sends a topic, an event and a resource. */
export const EVENT_HEADERS = [/topic$/, /event(?:-key)?$/, /resource$/];
/** Fields of a body that name its event, the most reliable first. */
export const EVENT_PATHS = [
  ...['event', 'event_type', 'eventType', 'event.type', 'webhookEvent'],
  ...['type', 'topic', 'object_kind', 'action', 'status'],
].map((path) => `body.${path}`);

/** True if conditions on this field select events. */
export const isEventField = (field: string): boolean =>
  EVENT_PATHS.includes(field) || (field.startsWith('headers.') && EVENT_HEADERS.some((name) => name.test(field)));
