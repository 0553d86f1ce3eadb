import type { PasskeyVerifier } from '../accounts/passkeys/verifier.ts';
import { log } from '../platform/log.ts';

/** Imported on use, because the module parses all formats of attestation, and few sign-ins need it. */
const library = () => import('@simplewebauthn/server');

/** The library expects results of client extensions, which it does not verify. */
const withoutExtensions = { clientExtensionResults: {} };

/**
 * Verifies passkeys as WebAuthn Level 3, 7.1 and 7.2 define, for one relying party: the hostname and origin of `appUrl`.
 * The user must have been verified by the authenticator, and its counter must increase.
 */
export const passkeyVerifier = (appUrl: string): PasskeyVerifier => {
  const { origin, hostname } = new URL(appUrl);
  /** The library throws an error for each rejection. Its message can quote the browser, so it is cut. */
  const unlessRejected = async <Result>(verification: Promise<Result>): Promise<Result | undefined> =>
    verification.catch((error: unknown) => {
      log.info('passkey rejected', { reason: error instanceof Error ? error.message.slice(0, 200) : '' });
      return undefined;
    });
  return {
    relyingPartyId: hostname,
    registration: async (credential, expectedChallenge) => {
      const { verifyRegistrationResponse } = await library();
      const { registrationInfo } =
        (await unlessRejected(
          verifyRegistrationResponse({
            response: { ...credential, ...withoutExtensions },
            expectedChallenge,
            expectedOrigin: origin,
            expectedRPID: hostname,
          }),
        )) ?? {};
      if (!registrationInfo) return undefined;
      const { id, publicKey, counter } = registrationInfo.credential;
      return { credentialId: id, publicKey: Buffer.from(publicKey).toString('base64url'), counter };
    },
    assertion: async ({ response, ...credential }, { credentialId, publicKey, counter }, expectedChallenge) => {
      const { verifyAuthenticationResponse } = await library();
      const { userHandle, ...rest } = response;
      const { verified, authenticationInfo } =
        (await unlessRejected(
          verifyAuthenticationResponse({
            response: {
              ...credential,
              response: { ...rest, ...(userHandle !== undefined && { userHandle }) },
              ...withoutExtensions,
            },
            expectedChallenge,
            expectedOrigin: origin,
            expectedRPID: hostname,
            credential: { id: credentialId, publicKey: Buffer.from(publicKey, 'base64url'), counter },
          }),
        )) ?? {};
      return verified ? authenticationInfo?.newCounter : undefined;
    },
  };
};
