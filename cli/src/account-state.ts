import type { Client } from '../../lambdas/contract/client.ts';
import type { Response } from '../../lambdas/contract/messages.ts';
import { WEBHOOK_DEFAULTS } from '../../lambdas/contract/webhook-defaults.ts';
import type { DescribedTarget, DescribedWebhook } from './document.ts';
import type { Verification } from './verification.ts';

export type Webhook = Response<'listWebhooks'>[number];
type Target = Response<'listTargets'>[number];

/** The parts of an account that a document can describe. */
export interface State {
  webhooks: Webhook[];
  targets: Target[];
  /** The setup methods of the target kinds, by slug. */
  setups: Map<string, string>;
  /** Verification settings by webhook id, only for the requested webhooks. */
  verifications: Map<number, Verification>;
}

/**
 * Reads the account. Each webhook's verification costs a request, so `withVerification` selects the webhooks by name.
 */
export const readState = async (client: Client, withVerification: (name: string) => boolean): Promise<State> => {
  const [webhooks, targets, kinds] = await Promise.all([
    client.call('listWebhooks', {}),
    client.call('listTargets', {}),
    client.call('listTargetKinds', {}),
  ]);
  const verifications: State['verifications'] = new Map();
  for (const { id, name } of webhooks)
    if (withVerification(name)) verifications.set(id, await client.call('getVerification', { params: { id } }));
  return { webhooks, targets, setups: new Map(kinds.map(({ slug, setup }) => [slug, setup])), verifications };
};

/** A webhook as a document describes it, with all fields. */
export type Wanted = Named<Omit<DescribedWebhook, 'tests' | 'template' | 'intake' | 'verification'>> & {
  template: string | null;
  /** The verify token is missing if the key can only read. */
  intake: Omit<Named<Intake>, 'verify_token'> & Pick<Intake, 'verify_token'>;
};
type Intake = NonNullable<DescribedWebhook['intake']>;

type Named<Fields> = { [Field in keyof Fields]-?: Exclude<Fields[Field], undefined> };

const {
  use_template: _use,
  template: _template,
  routing: _routing,
  acknowledge: _acknowledge,
  ...settings
} = WEBHOOK_DEFAULTS;
const SETTINGS = Object.keys(settings) as (keyof typeof settings)[];

export const describeWebhook = (webhook: Webhook, targets: Target[]): Wanted => ({
  targets: webhook.target_ids.map((id) => nameOf(id, targets)),
  template: webhook.use_template ? webhook.template : null,
  ...(Object.fromEntries(SETTINGS.map((name) => [name, webhook[name]])) as Pick<Webhook, keyof typeof settings>),
  routing: Object.fromEntries(
    webhook.routing.map(({ target_id, when, template, quiet, otherwise }) => [
      nameOf(target_id, targets),
      { when, template, quiet, otherwise },
    ]),
  ),
  acknowledge: webhook.acknowledge && {
    from: webhook.acknowledge.from,
    steps: webhook.acknowledge.steps.map(({ after_minutes, target_ids }) => ({
      after_minutes,
      targets: target_ids.map((id) => nameOf(id, targets)),
    })),
  },
});

/** A target's fallback in the form of a document; empty if there is none. */
export const describeFallback = (
  { fallback_target_id: id, fallback_after_minutes }: Target,
  targets: Target[],
): Pick<DescribedTarget, 'fallback_target' | 'fallback_after_minutes'> =>
  id === undefined ? {} : { fallback_target: nameOf(id, targets), fallback_after_minutes };

const nameOf = (id: number, targets: Target[]): string =>
  targets.find((target) => target.id === id)?.name ?? String(id);

/** True if the server hides a webhook's verify token, because the key can only read. */
export const isUnseen = ({ intake }: Pick<Webhook, 'intake'>): boolean => intake.verify_token === undefined;

/** A new webhook’s settings. */
export const FRESH: Wanted = { targets: [], template: null, routing: {}, acknowledge: null, ...settings };
