import type { ProviderCredentials } from '../../model/message.ts';
import type { Sealer } from '../../model/target-ports.ts';
import type { CreateTargetPorts } from '../../targets/create-target.ts';
import type { DeleteTargetPorts } from '../../targets/delete-target.ts';
import type { ReadTargetPorts } from '../../targets/read-targets.ts';
import type { SendTestPorts } from '../../targets/send-test.ts';
import { type Handlers, hasScope, reply } from '../handler.ts';
import { stateCookies } from '../state-cookie.ts';

/** The ports of target operations. The operator's secrets are read when first needed. */
type TargetPorts = Omit<
  CreateTargetPorts & ReadTargetPorts & DeleteTargetPorts & SendTestPorts,
  'credentials' | 'sealer'
> & {
  operatorSecrets: () => Promise<{ sealer: Sealer; credentials: ProviderCredentials }>;
  resumeTarget: (userId: number, targetId: number) => Promise<void>;
};

/** Loads the operations on targets with the first request that needs them. */
const verbs = () => import('../../targets/verbs.ts');

/** Creates, reads, changes, tests and deletes targets. The operator's secrets are read when first needed. */
export const targetRoutes = (services: TargetPorts) => {
  const withSecrets = async () => ({ ...services, ...(await services.operatorSecrets()) });
  return {
    listTargets: async ({ caller }) => {
      const { listTargets, withoutSetUp } = await verbs();
      const targets = await listTargets(caller.userId, services, caller.reach);
      return hasScope(caller, 'write') ? targets : targets.map(withoutSetUp);
    },
    createTarget: async ({ caller, request }) => {
      const { createTarget } = await verbs();
      const target = await createTarget(caller.userId, request, await withSecrets());
      return reply(target, { headers: { location: `/api/targets/${target.id}` }, ...stateCookies(target) });
    },
    listTargetKinds: async () => (await verbs()).listTargetKinds((await services.operatorSecrets()).credentials),
    getTarget: async ({ caller, params }) => {
      const { getTarget, withoutSetUp } = await verbs();
      const target = await getTarget(caller.userId, params.id, services, caller.reach);
      return hasScope(caller, 'write') ? reply(target, stateCookies(target)) : withoutSetUp(target);
    },
    updateTarget: async ({ caller, params, request }) => {
      const { updateTarget } = await verbs();
      const target = await updateTarget(caller.userId, params.id, request, await withSecrets());
      if (target.status === 'active') await services.resumeTarget(caller.userId, params.id);
      return reply(target, stateCookies(target));
    },
    deleteTarget: async ({ caller, params }) => {
      const { deleteTarget } = await verbs();
      await deleteTarget(caller.userId, params.id, services);
      await services.resumeTarget(caller.userId, params.id);
    },
    testTarget: async ({ caller, params }) => (await verbs()).sendTest(caller.userId, params.id, await withSecrets()),
  } satisfies Partial<Handlers<'api'>>;
};
