import type { RouteMessages } from '#contract/messages';
import { type RouteName, routes } from '#contract/routes';

type Messages = Partial<Record<RouteName, RouteMessages>>;

const webhooks = async (): Promise<Messages> => (await import('#contract/messages/webhooks')).webhookMessages;
const invocations = async (): Promise<Messages> => (await import('#contract/messages/invocations')).invocationMessages;
const targets = async (): Promise<Messages> => (await import('#contract/messages/targets')).targetMessages;
const accounts = async (): Promise<Messages> => (await import('#contract/messages/accounts')).accountMessages;

/** The modules with input schemas, by path prefix. Routes with other prefixes have no input. */
const parts: Record<string, () => Promise<Messages>> = {
  webhooks,
  webhook: webhooks,
  rejection: webhooks,
  sample: webhooks,
  invocation: invocations,
  dispatch: invocations,
  replay: invocations,
  targets,
  templates: targets,
  challenge: accounts,
  user: accounts,
  keys: accounts,
  audit: accounts,
  team: accounts,
  invitations: accounts,
  passkeys: accounts,
  workspaces: accounts,
  token: accounts,
  landing: accounts,
  trials: accounts,
};

/**
 * Returns the schemas of a route's input. They are loaded with the first request that needs them, because loading all
 * of them would take a tenth of every cold start.
 */
export const inputsOf = async (name: RouteName): Promise<Omit<RouteMessages, 'response'>> => {
  const begin = routes[name].path.split('/')[1] ?? '';
  return (await parts[begin]?.())?.[name] ?? {};
};
