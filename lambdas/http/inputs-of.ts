import type { RouteMessages } from '#contract/messages';
import { type RouteName, routes } from '#contract/routes';

type Messages = Partial<Record<RouteName, RouteMessages>>;

const webhooks = async (): Promise<Messages> => (await import('#contract/messages/webhooks')).webhookMessages;
const invocations = async (): Promise<Messages> => (await import('#contract/messages/invocations')).invocationMessages;
const targets = async (): Promise<Messages> => (await import('#contract/messages/targets')).targetMessages;
const accounts = async (): Promise<Messages> => (await import('#contract/messages/accounts')).accountMessages;

/** By how their paths begin; what is not here takes nothing in. */
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
  token: accounts,
  landing: accounts,
};

/**
 * The schemas of what goes into a route. They are made with the first call that brings something: those of the whole
 * contract would take a tenth of every start.
 */
export const inputsOf = async (name: RouteName): Promise<Omit<RouteMessages, 'response'>> => {
  const begin = routes[name].path.split('/')[1] ?? '';
  return (await parts[begin]?.())?.[name] ?? {};
};
