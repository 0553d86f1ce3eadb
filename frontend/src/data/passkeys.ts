import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { RequestInput } from '#contract/messages';
import { api } from '../lib/services.ts';
import { useSignIn } from './account.ts';

const passkeyDialogs = () => import('../lib/passkey.ts');

/** Asks the browser for a passkey, with a new challenge. */
async function signChallenge() {
  const [{ options }, { signWithPasskey }] = await Promise.all([api.call('startPasskeyLogin', {}), passkeyDialogs()]);
  return signWithPasskey(options);
}

export const usePasskeyLogin = () =>
  useSignIn(async (_: undefined) => api.call('loginWithPasskey', { body: { credential: await signChallenge() } }));

/** Repeats the login with a second factor: a recovery code, or else a passkey. */
export const useSecondFactor = (credentials: { email: string; password: string }) =>
  useSignIn(async (recoveryCode: string | undefined) =>
    api.call('login', {
      body: {
        ...credentials,
        ...(recoveryCode === undefined ? { passkey: await signChallenge() } : { recovery_code: recoveryCode }),
      },
    }),
  );

export const usePasskeys = () =>
  useQuery({
    queryKey: ['passkeys'],
    queryFn: ({ signal }) => api.call('listPasskeys', { signal }),
    meta: { silent: true },
  });

/** A request that changes the passkeys, which are read again afterwards. */
function usePasskeyChange<Input, Result>(call: (input: Input) => Promise<Result>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['passkeys'] }),
    // A response can contain recovery codes.
    gcTime: 0,
  });
}

export const useAddPasskey = () =>
  usePasskeyChange(async ({ name, password }: { name: string; password: string }) => {
    const proof = { current_password: password };
    const [{ options }, { createPasskey }] = await Promise.all([
      api.call('startPasskey', { body: proof }),
      passkeyDialogs(),
    ]);
    return api.call('addPasskey', { body: { name, credential: await createPasskey(options) } });
  });
export const useRenamePasskey = () =>
  usePasskeyChange(({ id, name }: { id: string; name: string }) =>
    api.call('renamePasskey', { params: { id }, body: { name } }),
  );
export const useRemovePasskey = () =>
  usePasskeyChange(({ id, password }: { id: string; password: string }) =>
    api.call('removePasskey', { params: { id }, body: { current_password: password } }),
  );
export const useSetSecondFactor = () =>
  usePasskeyChange((body: RequestInput<'setSecondFactor'>) => api.call('setSecondFactor', { body }));
