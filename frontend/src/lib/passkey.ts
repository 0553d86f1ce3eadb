import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser';
import { PasskeyError } from './errors.ts';

/*
 * The browser's dialogs for passkeys. Import this file on use, because few sign-ins need it.
 */

const texts = {
  stopped: 'No passkey was used. Try again, or use another way to sign in.',
  notCreated: 'No passkey was created. Try again.',
  known: 'This device already has a passkey for your account.',
  unsupported: 'This browser does not support passkeys. Use another browser or device.',
};

const isSupported = () => typeof PublicKeyCredential === 'function';

/** Asks the user to create a passkey. @throws PasskeyError if the user or the browser cancels */
export async function createPasskey(optionsJSON: Parameters<typeof startRegistration>[0]['optionsJSON']) {
  if (!isSupported()) throw new PasskeyError(texts.unsupported);
  return startRegistration({ optionsJSON }).catch((error: unknown) => {
    const isKnown = error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
    throw new PasskeyError(isKnown ? texts.known : texts.notCreated, { cause: error });
  });
}

/** Asks the user for a passkey of this site. @throws PasskeyError if the user or the browser cancels */
export async function signWithPasskey(optionsJSON: Parameters<typeof startAuthentication>[0]['optionsJSON']) {
  if (!isSupported()) throw new PasskeyError(texts.unsupported);
  return startAuthentication({ optionsJSON }).catch((error: unknown) => {
    throw new PasskeyError(texts.stopped, { cause: error });
  });
}
