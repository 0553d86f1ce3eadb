import { createFileRoute } from '@tanstack/react-router';
import { type ProviderAnswer, SsoPage } from '../../features/accounts/sso-page.tsx';
import { onlyKnown } from '../../lib/search.ts';

/** The router reads a code of digits as a number. */
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

export const Route = createFileRoute('/user/sso')({
  validateSearch: onlyKnown(
    ({ code, state, iss }): ProviderAnswer => ({ code: textOf(code), state: textOf(state), iss: textOf(iss) }),
  ),
  component: Sso,
});

function Sso() {
  return <SsoPage {...Route.useSearch()} />;
}
