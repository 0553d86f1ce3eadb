import { targetKind, targetKinds } from '../../integrations/targets/kinds.gen.ts';
import { AppError } from '../platform/errors.ts';
import type { OperatorContext, SetupStep } from './operator-setup.ts';
import { withoutSecrets } from './strip-secrets.ts';

/** Returns the slugs of the kinds whose provider the operator has to set up. */
export const kindsWithSetup = async (): Promise<string[]> => {
  const drivers = await Promise.all(targetKinds.map(async ({ slug, driver }) => ({ slug, ...(await driver()) })));
  return drivers.filter(({ operatorSetup }) => operatorSetup).map(({ slug }) => slug);
};

/**
 * Sets up the operator's account at a kind's provider as far as a script can, and lists the remaining steps. Safe to
 * repeat. No step reveals a secret, even if a provider's response contains one.
 * @throws AppError('invalid-input') for a kind that is unknown or needs no setup.
 */
export const setUpProvider = async (slug: string, context: OperatorContext): Promise<SetupStep[]> => {
  const kind = targetKind(slug);
  const { operatorSetup } = (await kind?.driver()) ?? {};
  if (!kind || !operatorSetup)
    throw new AppError(
      'invalid-input',
      `Nothing to set up for "${slug}". Choose one of: ${(await kindsWithSetup()).join(', ')}`,
    );
  const secrets = Object.entries(context.credentials[slug] ?? {})
    .filter(([name]) => !kind.publicCredentials?.includes(name))
    .map(([, value]) => value);
  const patterns = kind.secretPattern ? [kind.secretPattern] : [];
  const steps = await operatorSetup(context);
  return steps.map((step) => ({ ...step, text: withoutSecrets(step.text, secrets, patterns) }));
};
