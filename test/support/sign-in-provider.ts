import { type Addresses, call } from './product.ts';

/** Settings with which a local run has a sign-in provider, played by `lib/local/fakes/oidc.ts`. */
export const signInProvider = {
  signIn: { oidc: { issuer: 'https://login.tellhook.example', clientId: 'tellhook', label: 'Example' } },
  providerCredentials: { oidc: { clientId: 'tellhook', clientSecret: 'local-oidc-client-secret-not-secret' } },
};

/** Signs in at the provider with an address. @returns the request with which the browser returns to the product */
export const enterAtProvider = async (product: Addresses, email: string) => {
  const { body, headers } = await call(product, 'startOidcLogin');
  const response = await fetch(body.link, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ email, decision: 'confirmed' }),
  });
  const answer = new URL(response.headers.get('location') ?? '').searchParams;
  const [code, state, iss] = ['code', 'state', 'iss'].map((name) => answer.get(name) ?? '');
  return { cookie: headers.get('set-cookie')?.split(';')[0], body: { code, state, iss } };
};
