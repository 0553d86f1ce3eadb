import { readFileSync } from 'node:fs';

/** A call as its sender documents it, cut down to the fields that matter, with everything in it made up. */
export interface KnownCall {
  id?: string;
  headers: Record<string, string>;
  /** What is sent as JSON, or a text that is sent as it is. */
  body: object | string;
  message: string[];
}

interface EventFile {
  /** The event types that the sender publishes, with their actions. */
  published: Record<string, string[]>;
  /** Fields that every call has. */
  shared: object;
  calls: { event: string; action?: string; body: object; message: string[] }[];
}

const read = (name: string) => JSON.parse(readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8'));

/** GitHub's event types by https://github.com/octokit/openapi-webhooks. */
export const githubEvents: EventFile = read('github-events.json');

export const githubCall = ({ event, action, body }: Omit<EventFile['calls'][number], 'message'>) => ({
  headers: { 'x-github-event': event },
  body: { ...(action && { action }), ...githubEvents.shared, ...body },
});

export const knownCalls: KnownCall[] = [
  ...read('ready-made.json'),
  ...githubEvents.calls.map(({ message, ...call }) => ({ ...githubCall(call), message })),
];

/** A call in the form in which templates take it. */
export const factsOf = ({ headers, body }: Pick<KnownCall, 'headers' | 'body'>) => ({
  headers,
  body: typeof body === 'string' ? body : JSON.stringify(body),
  contentType: headers['content-type'] ?? 'application/json',
  method: 'POST',
});
