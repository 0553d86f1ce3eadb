import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** A call from its sender's documentation, reduced to the relevant fields, with invented data. */
export interface KnownCall {
  id?: string;
  headers: Record<string, string>;
  /** An object that is sent as JSON, or a text that is sent unchanged. */
  body: object | string;
  message: string[];
}

interface EventFile {
  /** The sender's published event types, with their actions. */
  published: Record<string, string[]>;
  /** Fields of every call. */
  shared: object;
  calls: { event: string; action?: string; body: object; message: string[] }[];
}

const read = (name: string) => JSON.parse(readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8'));

interface GitlabFile {
  /** The published event types, with the field of the action and its values. */
  published: Record<string, { at: string; actions: (string | boolean)[] }>;
  shared: object;
  calls: { event: string; body: object; message: string[] }[];
}

/** GitLab's event types, from https://docs.gitlab.com/user/project/integrations/webhook_events/ */
export const gitlabEvents: GitlabFile = read('gitlab-events.json');

export const gitlabCall = (body: object) => ({
  headers: { 'x-gitlab-event': 'Hook' },
  body: { ...gitlabEvents.shared, ...body },
});

/** GitHub's event types, from https://github.com/octokit/openapi-webhooks. */
export const githubEvents: EventFile = read('github-events.json');

export const githubCall = ({ event, action, body }: Omit<EventFile['calls'][number], 'message'>) => ({
  headers: { 'x-github-event': event },
  body: { ...(action && { action }), ...githubEvents.shared, ...body },
});

const shelf = new URL('../../integrations/senders/', import.meta.url);

/** The example calls in every sender’s folder, with their messages. */
const describedCalls: KnownCall[] = readdirSync(shelf)
  .map((slug) => new URL(`${slug}/calls.json`, shelf))
  .filter((file) => existsSync(file))
  .flatMap((file) => JSON.parse(readFileSync(file, 'utf8')));

export const knownCalls: KnownCall[] = [
  ...describedCalls,
  ...gitlabEvents.calls.map(({ message, body }) => ({ ...gitlabCall(body), message })),
  ...githubEvents.calls.map(({ message, ...call }) => ({ ...githubCall(call), message })),
];

/** A call as a template's input. */
export const factsOf = ({ headers, body }: Pick<KnownCall, 'headers' | 'body'>) => ({
  headers,
  body: typeof body === 'string' ? body : JSON.stringify(body),
  contentType: headers['content-type'] ?? 'application/json',
  method: 'POST',
});
